"""Shows drawn with Pillow: GIF files, stills and videos, read as others read them."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from aoc.animation.formats import file_of
from aoc.animation.scenes import pixels_of
from tests.animation.shows import film, scenes
from tests.marks import needs_posix_shell

pytest.importorskip("numpy")
pillow_image = pytest.importorskip("PIL.Image")
needs_ffmpeg = pytest.mark.skipif(which("ffmpeg") is None, reason="needs ffmpeg")


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
    show = [scene._replace(seconds=0.125) for scene in film()]
    show[2] = show[2]._replace(seconds=1.5)
    frames = gif_frames(file_of("a.gif", show, "", 0, moves=True))
    assert len(frames) == len(show)
    milliseconds = [length for _, length in frames]
    assert milliseconds[2] == 1500
    assert {*milliseconds} == {120, 130, 1500}
    assert sum(milliseconds) >= sum(1000 * scene.seconds for scene in show)


def test_a_gif_file_shows_pictures_in_the_colours_of_their_pixels() -> None:
    show = film()
    frames = gif_frames(file_of("a.gif", show, "", 0, moves=True))
    from aoc.animation.layout import layout_of

    layout = layout_of(show)
    for scene, (picture, _) in zip(show, frames, strict=True):
        assert picture.size == (layout.width, layout.height)
        if scene.is_text:
            continue
        place, pixels = layout.place(scene), pixels_of(scene)
        for y in range(pixels.height):
            for x in range(pixels.width):
                middle = (
                    place.left + (x + 0.5) * place.cell_width,
                    place.top + (y + 0.5) * place.cell_height,
                )
                shown = picture.getpixel(tuple(map(int, middle)))
                wanted = pixels.at(x, y)
                assert max(abs(a - b) for a, b in zip(shown, wanted, strict=True)) <= 6


def test_what_does_not_change_is_shown_longer_and_not_again() -> None:
    frames = gif_frames(file_of("a.gif", scenes("#", "#", "#", "##"), "", 0, moves=True))
    assert [length for _, length in frames] == [300, 100]


def test_a_gif_file_of_long_shows_stays_small() -> None:
    show = scenes(*((["." * n + "#" + "." * (60 - n)] * 3, "caption") for n in range(61)))
    assert len(file_of("a.gif", show, "", 0, moves=True)) < 61 * 1500


@pytest.mark.parametrize("form", ["png", "gif"])
def test_a_still_is_one_picture(form: str) -> None:
    for number in range(len(film())):
        data = file_of(f"a.{form}", film(), "", number, moves=False)
        with pillow_image.open(io.BytesIO(data)) as picture:
            assert picture.format == form.upper()
            assert getattr(picture, "n_frames", 1) == 1
            assert picture.size[0] >= 360


def test_every_character_has_room_and_captions_are_in_the_picture() -> None:
    [bare] = scenes(["##"])
    captioned = bare._replace(caption="a caption " * 30)
    with pillow_image.open(io.BytesIO(file_of("a.png", [bare], "", 0, moves=False))) as picture:
        low = picture.height
    data = file_of("a.png", [captioned], "", 0, moves=False)
    with pillow_image.open(io.BytesIO(data)) as picture:
        assert picture.height == low + 16 + 3 * 20, "three lines, and no more"
        below = picture.convert("L").crop((0, low, picture.width, picture.height))
        assert below.getextrema()[0] < 150


@needs_ffmpeg
@pytest.mark.slow
@pytest.mark.parametrize("fps", [0.5, 10, 30])
def test_a_video_lasts_as_long_as_the_show(tmp_path: Path, fps: float) -> None:
    show = [scene._replace(seconds=1 / fps) for scene in film()[:8]]
    show[1] = show[1]._replace(seconds=2.04)
    path = tmp_path / "a.mp4"
    path.write_bytes(file_of("a.mp4", show, "", 0, moves=True))
    command = ["ffprobe", "-v", "error", "-show_entries", "stream=width,height,pix_fmt,duration"]
    done = subprocess.run(
        [*command, "-of", "json", path], capture_output=True, check=True, timeout=60
    )
    [stream] = json.loads(done.stdout)["streams"]
    seconds = sum(scene.seconds for scene in show)
    assert seconds <= float(stream["duration"]) <= seconds + 0.2
    assert (stream["pix_fmt"], stream["width"] % 2, stream["height"] % 2) == ("yuv420p", 0, 0)


@needs_posix_shell
def test_a_video_that_ffmpeg_cannot_make_is_an_error_with_what_it_says(tmp_path: Path) -> None:
    from aoc.animation.mp4 import mp4_of
    from aoc.errors import AocError

    broken = tmp_path / "ffmpeg"
    broken.write_text("#!/bin/sh\necho no room for it >&2\nexit 3\n")
    broken.chmod(0o755)
    with pytest.raises(AocError, match=r"could not write the video .no room for it.: try"):
        mp4_of(film(), str(broken))
