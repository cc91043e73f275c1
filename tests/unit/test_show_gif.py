"""The GIF file of a show."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

import pytest

from tests.support.shows import film, show_of

pytest.importorskip("numpy")
pytest.importorskip("PIL")
from aoc.show.gif import MARGIN, gif_of, zoom_of


def gif_frames(data: bytes) -> list[tuple[Any, int]]:
    """Return the pictures of a GIF file, in RGB, with how many milliseconds each is shown."""
    pillow_image: Any = import_module("PIL.Image")
    with pillow_image.open(io.BytesIO(data)) as file:
        found = []
        for number in range(file.n_frames):
            file.seek(number)
            found.append((file.convert("RGB"), file.info["duration"]))
        assert file.info["loop"] == 0
        return found


def test_a_gif_file_shows_each_frame_for_its_time_in_its_colours() -> None:
    show = [one._replace(seconds=0.125) for one in film()]
    show[2] = show[2]._replace(seconds=1.5)
    frames = gif_frames(gif_of(show))
    milliseconds = [length for _, length in frames]
    assert milliseconds[2] == 1500
    # An eighth of a second is rounded up: no show is shorter than it should be.
    assert {*milliseconds} == {130, 1500}
    zoom = zoom_of(show)
    for frame, (picture, _) in zip(show, frames, strict=True):
        if frame.is_text:
            continue
        width = frame.width
        for cell in range(width * frame.height):
            middle = (cell % width + 0.5, cell // width + 0.5)
            point = tuple(MARGIN + int(zoom * place) for place in middle)
            color = frame.cells[3 * cell : 3 * cell + 3]
            shown = picture.getpixel(point)
            assert max(abs(a - b) for a, b in zip(shown, color, strict=True)) <= 6


def test_what_does_not_change_is_shown_longer_and_not_again() -> None:
    frames = gif_frames(gif_of(show_of("#", "#", "#", "##")))
    assert [length for _, length in frames] == [300, 100]


def test_there_is_room_for_each_caption_and_each_text() -> None:
    assert len(gif_of(show_of(""))) > 100
    narrow, *_ = gif_frames(gif_of(show_of("#", "##")))[0]
    large = show_of(("#", "a caption of this length"), "#\n" * 9)
    wide, *_ = gif_frames(gif_of(large))[0]
    assert wide.width > narrow.width
    assert wide.height > narrow.height
