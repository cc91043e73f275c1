"""The variants of a day's parts, as its file names them: `part2_memo` is the variant `memo`."""

from __future__ import annotations

import re

from aoc.files import read_bytes
from aoc.model import Puzzle
from aoc.project import day_path

VARIANT = re.compile(r"^(?:(?:async )?def\s+)?part([12])_(\w+)\s*(?:\(|=[^=]|:)", re.MULTILINE)


def variants_of(root: str, puzzle: Puzzle, parts: tuple[int, ...] = (1, 2)) -> list[str]:
    """Return the names of the variants of a day's parts, read from its file without running it.

    `root` is the folder of the project. A file that cannot be read has none.
    """
    try:
        source = read_bytes(day_path(root, puzzle)).decode(errors="replace")
    except OSError:
        return []
    found = VARIANT.findall(source)
    return list(dict.fromkeys(name for part, name in found if int(part) in parts))
