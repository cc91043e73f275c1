"""The program `aoc`: starts a worker where one will be needed, then runs the command."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]

RUNNERS = ("run",)


def main() -> None:
    """Run the program with the arguments of the process, and end it with the exit code."""
    try:
        if sys.argv[1:2] and sys.argv[1] in RUNNERS and "--help" not in sys.argv:
            # The worker starts on another core while this process imports click.
            from aoc.running.process import prestart

            prestart()
        from aoc.cli import main

        code = main()
        sys.stdout.flush()
        sys.stderr.flush()
    except KeyboardInterrupt:
        code = 130
    # Taking the interpreter down in good order would take a tenth of a warm run.
    os._exit(code)


if __name__ == "__main__":
    main()
