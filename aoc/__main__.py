"""The program `aoc`: goes on in the project's Python, and runs the command there.

Where workers will be needed, it starts the forkserver first.
"""

from __future__ import annotations

import gc
import os
import sys

from aoc.program import COMPLETE, OTHER_NAME, open_closed_streams, program_name
from aoc.project.project_python import ENTERED, enter_project_python

SELDOM = 100_000
"""How many new objects start the garbage collector."""


def main() -> None:
    """Run the program with the arguments of the process, and end it with the exit code."""
    try:
        # Imports create many objects and little garbage; the collector would take 3 ms.
        gc.disable()
        open_closed_streams()
        if program_name() == OTHER_NAME and ENTERED not in os.environ:
            from aoc.console_scripts import remind_of_name

            remind_of_name()
        enter_project_python()
        if sys.platform == "win32":
            import signal

            # Ctrl-Break is another Ctrl-C.
            signal.signal(signal.SIGBREAK, signal.default_int_handler)
        if is_run():
            # This runs on another core while this process imports click.
            from aoc.running.launcher import prestart

            prestart()
        gc.set_threshold(SELDOM)
        gc.enable()
        from aoc.cli import main
        from aoc.render.terminal import prepare_streams

        prepare_streams()
        code = main()
    except (Exception, KeyboardInterrupt) as error:
        from aoc.cli import explain

        code = explain(error, debugs="--debug" in sys.argv)
    # An orderly shutdown of the interpreter would take a tenth of a warm run.
    os._exit(code)


def is_run() -> bool:
    """Return whether workers will be needed at once: not for help, nor in a debugger."""
    is_help = not {"-h", "--help", "--pdb"}.isdisjoint(sys.argv)
    return sys.argv[1:2] == ["run"] and not is_help and COMPLETE not in os.environ


if __name__ == "__main__":
    main()
