"""Draws the pictures of docs/; with pages, writes what the commands in their blocks print."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.docs.player import PlayError, correct
from tests.support.environment import clean_environment


def main() -> int:
    """Write them, and return the exit code."""
    clean_environment()
    pages = [Path(name).resolve() for name in sys.argv[1:]]
    if not pages:
        from tests.docs.picture import write_pictures

        write_pictures()
    complaints: list[str] = []
    for page in pages:
        try:
            complaints += [f"{page}: {text}\n\n" for text in correct(page)]
        except PlayError as error:
            complaints.append(f"{error}\n\n")
    sys.stdout.writelines(complaints)
    return int(bool(complaints))


if __name__ == "__main__":
    raise SystemExit(main())
