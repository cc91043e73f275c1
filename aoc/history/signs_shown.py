"""Which signs of verdicts the runs in a project have shown, so that each is explained once."""

from __future__ import annotations

import os
from collections.abc import Collection

from aoc.files import read_text
from aoc.history.folder import append_text
from aoc.results import Verdict

__all__ = ["new_signs"]


def new_signs(root: str, verdicts: Collection[Verdict]) -> list[Verdict]:
    """Return the verdicts with signs that no run in the project at `root` has shown before.

    From now on they count as shown. If this cannot be stored, none are returned.
    """
    path = os.path.join(root, ".aoc", "signs")
    try:
        known = read_text(path)
    except FileNotFoundError:
        known = ""
    except (OSError, UnicodeDecodeError):
        return []
    found = [verdict for verdict in Verdict if verdict in verdicts and verdict not in known]
    if found:
        try:
            append_text(path, "".join(f"{verdict}\n" for verdict in found))
        except OSError:
            return []
    return found
