"""The program `aoc`: starts a worker where one will be needed, then runs the command."""

from __future__ import annotations

import sys

__all__ = ["main"]

RUNNERS = ("run",)


def main() -> None:
    """Run the program with the arguments of the process, and end it with the exit code."""
    try:
        if sys.argv[1:2] and sys.argv[1] in RUNNERS and "--help" not in sys.argv:
            # The worker starts on another core while this process imports click.
            from aoc.children import prestart

            prestart()
        from aoc.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    main()


if __name__ == "__main__":
    main()
