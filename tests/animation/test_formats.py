"""The formats of the files of a show: which there are, and what each needs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from aoc.animation.formats import MOVING, STILL, check_format, file_of
from aoc.animation.scenes import Scene
from aoc.errors import UsageError
from tests.animation.shows import HOSTILE, film, scenes

pytest.importorskip("numpy")
pytest.importorskip("PIL")


ALL: Sequence[tuple[str, bool]] = [(f, True) for f in MOVING] + [(f, False) for f in STILL]


@pytest.mark.parametrize(("form", "moves"), [pair for pair in ALL if pair[0] != "mp4"])
@pytest.mark.parametrize("show", [scenes("#"), scenes(""), scenes(("", HOSTILE)), film()])
def test_every_format_takes_every_frame(form: str, moves: bool, show: list[Scene]) -> None:
    data = file_of(f"a.{form}", show, HOSTILE, len(show) - 1, moves=moves)
    assert len(data) > 100
    if form == "svg":
        ElementTree.fromstring(data)
    # The same show makes the same file.
    assert file_of(f"a.{form}", show, HOSTILE, len(show) - 1, moves=moves) == data


@pytest.mark.parametrize(
    ("path", "moves", "sentence"),
    [
        ("a", True, "the files of moving pictures end in one of .gif, .svg, .mp4, .cast, .html"),
        ("a.txt", True, "--out a.txt: the files of moving pictures end in one of"),
        ("a.png", True, "a .png does not move: add --still"),
        ("a.mp4", False, "the files of --still end in one of .svg, .png, .gif"),
        ("folder.gif/a", True, "end in one of"),
    ],
)
def test_a_file_of_another_format_is_refused_with_those_there_are(
    path: str, moves: bool, sentence: str
) -> None:
    with pytest.raises(UsageError) as raised:
        check_format(path, moves=moves)
    assert sentence in str(raised.value)


@pytest.mark.parametrize("path", ["a.gif", "A.GIF", "b.c.svg", "a.Html", "a.cast"])
def test_the_end_of_a_name_says_the_format_in_any_letters(path: str) -> None:
    check_format(path, moves=True)


def test_what_is_missing_is_named_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match=r"needs the program ffmpeg, which is not found: install"):
        check_format("a.mp4", moves=True)
    monkeypatch.setattr("aoc.animation.formats.has_pillow", lambda: False)
    with pytest.raises(UsageError, match=r'install it with `pip install "aoc-days\[pictures\]"`'):
        check_format("a.gif", moves=True)
    check_format("a.svg", moves=True)
    check_format("a.html", moves=True)


def test_only_what_draws_needs_pillow_and_nothing_needs_numpy() -> None:
    code = (
        "import sys; sys.modules['PIL'] = sys.modules['numpy'] = None\n"
        "from aoc.frames import frame_of\n"
        "from aoc.animation.scenes import scenes_of\n"
        "from aoc.animation.formats import file_of\n"
        "from aoc.animation.flashing import slowed\n"
        "show = slowed(scenes_of([frame_of('#')], 1))\n"
        "for form in ('svg', 'html', 'cast'): file_of('a.' + form, show, '', 0, moves=True)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
