"""Whether the times in README.md and docs/ are those that are measured here, within three times.

    python -m tests.bench.pages [PAGE ...]

Plays the pages as the tests of the docs do, and prints each line with a time that is of another
magnitude. `python -m tests.docs PAGE` writes such a line anew. It needs an idle machine.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.docs.pages import WRITTEN, name_of
from tests.docs.player import play
from tests.docs.reader import reader
from tests.emulator import Site
from tests.support.environment import clean_environment


def main() -> int:
    """Play the pages, print what is apart, and return the exit code."""
    clean_environment()
    is_apart = False
    for page in [Path(name).resolve() for name in sys.argv[1:]] or WRITTEN:
        with Site() as site, reader(site) as somebody:
            for played in play(page, somebody):
                for line in played.times_apart():
                    is_apart = True
                    sys.stdout.write(f"{name_of(page)}:{played.block.line}: {line}\n")
    return int(is_apart)


if __name__ == "__main__":
    raise SystemExit(main())
