"""Writes what is generated in docs/; with pages, what the commands in their blocks print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.docs.commands import commands_page
from tests.docs.correction import correct
from tests.docs.pages import COMMANDS
from tests.docs.player import PlayError


def main() -> int:
    """Write it, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", type=Path)
    pages = parser.parse_args().pages
    if not pages:
        from tests.docs.picture import write_pictures

        COMMANDS.write_text(commands_page(), encoding="utf-8")
        write_pictures()
    wrong = False
    for page in pages:
        try:
            complaints = correct(page.resolve())
        except PlayError as error:
            complaints = [str(error)]
        for complaint in complaints:
            sys.stdout.write(f"{page}: {complaint}\n\n")
        wrong = wrong or bool(complaints)
    return int(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
