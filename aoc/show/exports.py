"""The files that `aoc show --out` writes: each is there as a whole, or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from html import escape
from importlib.util import find_spec

from aoc.errors import UsageError
from aoc.files import check_own, overwrite
from aoc.frames import plain
from aoc.render.format import bytes_text
from aoc.render.terminal import print_line
from aoc.show.svg import SANS, svg_of
from aoc.show.timed_frames import TimedFrame

TEMPLATE = os.path.join(os.path.dirname(__file__), "player.html")


def check_files(paths: Sequence[str], *, is_still: bool, force: bool) -> None:
    """Raise `UsageError` for files that cannot be written, before anything is run.

    With `force`, they may be in the place of files that this program has not written.
    """
    if not paths:
        option, end = ("--still", "svg") if is_still else ("--force", "html")
        raise UsageError(f"{option} is for a file: add --out FILE.{end}, or leave it out")
    for path in paths:
        end = end_of(path)
        if is_still and end != ".svg":
            raise UsageError(
                f"--out {path}: --still writes an .svg file: name one, or leave it out"
            )
        if end not in (".svg", ".html", ".gif"):
            raise UsageError(f"--out {path}: the file of a show ends in .svg, .html or .gif")
        if end == ".gif" and not find_spec("PIL"):
            needs = 'needs Pillow: install it with `pip install "aoc-days[pictures]"`'
            raise UsageError(f"--out {path} {needs}, or write an .svg or .html file")
        folder = os.path.dirname(os.path.realpath(path))
        if not os.path.isdir(folder):
            raise UsageError(f"--out {path}: there is no folder {folder}: create it first")
        check_own(path, f"--out {path}", force=force)


def write_files(
    paths: Sequence[str], frames: Sequence[TimedFrame], title: str, still: int | None
) -> None:
    """Write the files of a show, and print a line about each.

    `still` is the number of the only frame to write, from 1, or 0 for the last one. Raises
    `UsageError` for a number that is too high or a file that cannot be written, and then leaves the
    old one as it is.
    """
    about = f"{len(frames)} frames, {sum(one.seconds for one in frames):.1f} s"
    if still is not None:
        if still > len(frames):
            count = f"only {len(frames)} frames: choose one of these"
            raise UsageError(f"--still {still}: the show has {count}")
        still = still or len(frames)
        about, frames = f"frame {still}", [frames[still - 1]]
    for path in dict.fromkeys(paths):
        data = file_of(path, frames, title)
        overwrite(path, data)
        print_line(f"{path}: {about}, {bytes_text(len(data))}")


def file_of(path: str, frames: Sequence[TimedFrame], title: str) -> bytes:
    """Return the content of the file of a show; the end of its name says the format."""
    if end_of(path) == ".gif":
        from aoc.show.gif import gif_of

        return gif_of(frames)
    make = svg_of if end_of(path) == ".svg" else html_of
    return make(frames, " ".join(plain(title).split())).encode()


def html_of(frames: Sequence[TimedFrame], title: str) -> str:
    """Return a page that plays some frames: one file, without anything from elsewhere.

    It has the show as SVG, whose groups its script shows and hides. It can be used with keys and
    with buttons, and does not start by itself where a reader asks for less motion.
    """
    with open(TEMPLATE, encoding="utf-8") as file:
        page = file.read()
    values = {
        "TITLE": escape(title),
        "SANS": SANS,
        "SVG": svg_of(frames, title),
        "TIMES": str([round(1000 * one.seconds) for one in frames]),
    }
    # No name in a value is looked at again, so no text of a day can stand elsewhere in the page.
    return re.sub(r"@@(\w+)@@", lambda found: values[found[1]], page)


def end_of(path: str) -> str:
    """Return the end of the name of a file, in small letters."""
    return os.path.splitext(path)[1].lower()
