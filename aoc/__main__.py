"""The program `aoc`: starts a worker where one will be needed, then runs the command."""

from __future__ import annotations

import sys

__all__ = ["main"]

RUNNERS = ("run",)


def main() -> None:
    """Run the program with the arguments of the process, and end it with the exit code."""
    if sys.argv[1:2] and sys.argv[1] in RUNNERS and "--help" not in sys.argv:
        # The worker starts on the other core while this process imports click.
        from aoc.children import prestart

        prestart()
    from aoc.cli import main

    main()


if __name__ == "__main__":
    main()
