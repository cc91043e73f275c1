"""The program `aoc`: prepares the process, and runs the command.

Where workers will be needed, it starts the forkserver first.
"""

from __future__ import annotations

import gc
import os
import sys

from aoc.program import open_closed_streams

SELDOM = 100_000
"""The number of new objects that starts the garbage collector."""


def main() -> None:
    """Run the program with the arguments of the process, and end it with the exit code."""
    try:
        code = start()
    except (Exception, KeyboardInterrupt) as error:
        # Of a start that failed: `aoc.cli` explains the errors of commands itself.
        from aoc.cli import print_error

        code = print_error(error, debugs="--debug" in sys.argv)
    # An orderly shutdown frees every object, which takes a tenth of a warm run or more. Nothing is
    # left for it to do: the streams are flushed, and the workers have ended.
    os._exit(code)


def start() -> int:
    """Prepare the process, run the command, and return the exit code."""
    # Imports create many objects and little garbage; the collector would take 3 ms.
    gc.disable()
    open_closed_streams()
    if is_run():
        # This runs on another core while this process imports click.
        from aoc.running.prestart import prestart

        prestart()
    gc.set_threshold(SELDOM)
    gc.enable()
    from aoc.cli import main
    from aoc.render.terminal import prepare_streams

    prepare_streams()
    return main()


def is_run() -> bool:
    """Return whether workers will be needed at once: not for help, nor in a debugger."""
    return sys.argv[1:2] == ["run"] and not {"-h", "--help", "--pdb"} & set(sys.argv)


if __name__ == "__main__":
    main()
