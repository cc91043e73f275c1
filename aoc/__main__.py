"""The program `aoc`: starts what workers need where they will be needed, then runs the command."""

from __future__ import annotations

import gc
import os
import sys

__all__ = ["main"]

RUNNERS = ("run",)
SELDOM = 100_000
"""How many new objects there have to be before the garbage collector looks at them."""


def main() -> None:
    """Run the program with the arguments of the process, and end it with the exit code."""
    if sys.platform == "win32":
        import signal

        # Ctrl-Break is another Ctrl-C.
        signal.signal(signal.SIGBREAK, signal.default_int_handler)
    try:
        if sys.argv[1:2] and sys.argv[1] in RUNNERS and not {"-h", "--help"} & {*sys.argv}:
            # This goes on, on another core, while this process imports click.
            from aoc.running.prestart import prestart

            prestart()
        # Importing makes much that stays and little garbage; looking for that takes 3 ms.
        gc.set_threshold(SELDOM)
        from aoc.cli import main
        from aoc.render.console import prepare_streams

        prepare_streams()
        code = main()
        sys.stdout.flush()
        sys.stderr.flush()
    except KeyboardInterrupt:
        code = 130
    # Taking the interpreter down in good order would take a tenth of a warm run.
    os._exit(code)


if __name__ == "__main__":
    main()
