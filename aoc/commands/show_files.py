"""The files that `aoc show --out` writes: each is there as a whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence

from aoc.animation.formats import check_format, file_of
from aoc.animation.scenes import Scene, first_still
from aoc.errors import UsageError
from aoc.files import check_own, overwrite
from aoc.render.format import bytes_text
from aoc.render.terminal import print_line


def check_files(paths: Sequence[str], still: int | None, *, force: bool) -> None:
    """Raise `UsageError` for files that cannot be written, before anything is run.

    With `force`, they may be in the place of files that this program has not written.
    """
    if still is not None and not paths:
        raise UsageError("--still is for a file: add --out FILE.svg, or leave it out")
    for path in paths:
        check_format(path, moves=still is None)
        folder = os.path.dirname(os.path.realpath(path))
        if not os.path.isdir(folder):
            raise UsageError(f"--out {path}: there is no folder {folder}: create it first")
        check_own(path, f"--out {path}", force=force)


def write_files(
    paths: Sequence[str], scenes: Sequence[Scene], title: str, still: int | None
) -> None:
    """Write the files of a show, and print a line about each.

    `still` is the number of the only frame to write, from 1, or 0 for the first with something to
    see.
    Raises `UsageError` for a number that is too high or a file that cannot be written, and then
    leaves the old one as it is.
    """
    if still is not None and still > len(scenes):
        count = f"{len(scenes)} frames" if len(scenes) > 1 else "one frame"
        raise UsageError(f"--still {still}: the show has {count}: choose one of them")
    number = still - 1 if still else first_still(scenes)
    seconds = sum(scene.seconds for scene in scenes)
    for path in dict.fromkeys(paths):
        data = file_of(path, scenes, title, number, moves=still is None)
        overwrite(path, data)
        about = f"{len(scenes)} frames, {seconds:.1f} s" if still is None else f"frame {number + 1}"
        print_line(f"{path}: {about}, {bytes_text(len(data))}")
