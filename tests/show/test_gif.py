"""Shows as GIF files, read as others read them."""

from __future__ import annotations

import io
from typing import Any

import pytest

from aoc.show.exports import gif_of
from aoc.show.svg import layout_of
from tests.show.shows import film, show_of

pytest.importorskip("numpy")
pillow_image = pytest.importorskip("PIL.Image")


def gif_frames(data: bytes) -> list[tuple[Any, int]]:
    """Return the pictures of a GIF file, in RGB, with how many milliseconds each is shown."""
    with pillow_image.open(io.BytesIO(data)) as file:
        found = []
        for number in range(file.n_frames):
            file.seek(number)
            found.append((file.convert("RGB"), file.info["duration"]))
        assert file.info["loop"] == 0
        return found


def test_a_gif_file_shows_each_frame_for_its_time() -> None:
    show = [one._replace(seconds=0.125) for one in film()]
    show[2] = show[2]._replace(seconds=1.5)
    frames = gif_frames(gif_of(show))
    assert len(frames) == len(show)
    milliseconds = [length for _, length in frames]
    assert milliseconds[2] == 1500
    assert {*milliseconds} == {120, 130, 1500}
    assert sum(milliseconds) >= sum(1000 * one.seconds for one in show)


def test_a_gif_file_shows_pictures_in_the_colours_of_their_pixels() -> None:
    show = film()
    frames = gif_frames(gif_of(show))
    layout = layout_of(show)
    for one, (picture, _) in zip(show, frames, strict=True):
        assert picture.size == (layout.width, layout.height)
        if one.is_text:
            continue
        place, pixels, (width, height) = layout.grid(one), one.pixels, one.frame[1:3]
        for y in range(height):
            for x in range(width):
                middle = (
                    place.left + (x + 0.5) * place.cell_width,
                    place.top + (y + 0.5) * place.cell_height,
                )
                shown = picture.getpixel(tuple(map(int, middle)))
                start = 4 * (y * width + x)
                wanted = pixels[start : start + 3]
                assert max(abs(a - b) for a, b in zip(shown, wanted, strict=True)) <= 6


def test_what_does_not_change_is_shown_longer_and_not_again() -> None:
    frames = gif_frames(gif_of(show_of("#", "#", "#", "##")))
    assert [length for _, length in frames] == [300, 100]
