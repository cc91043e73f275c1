"""The command line: finds the command, and turns errors into one clear line and an exit code."""

from __future__ import annotations

import errno
import importlib
import os
import sys

import click

from aoc.errors import AocError
from aoc.program import NAME, as_typed, message_line, program_name

__all__ = ["cli", "main"]

COMMANDS = {
    "run": "Check, run and time days.",
    "new": "Begin a day, with the examples of its page.",
    "submit": "Hand in an answer, safely.",
    "fetch": "Get inputs, puzzle pages and accepted answers from the site.",
    "read": "Read a puzzle.",
    "open": "Open a puzzle in the browser.",
    "report": "Write the table of days into the README.",
    "status": "Show the stars of a year as a calendar, with times.",
    "leaderboard": "Show a private leaderboard.",
    "init": "Begin a project of your own.",
    "doctor": "Check the installation and the project.",
    "solvers": "List the solvers that can be run.",
    "login": "Add an account, or its new session.",
    "whoami": "Show whose accounts are logged in.",
    "logout": "Take an account's session away again.",
}


class Commands(click.Group):
    """A group whose commands are imported when they are called, from `aoc.commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order of their use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"aoc.commands.{cmd_name}")
        # A command that is called like a builtin function goes by the name `command`.
        command: click.Command = getattr(module, cmd_name, None) or module.command
        command.help = command.help and as_typed(command.help)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="aoc-days")
def cli() -> None:
    """Solve Advent of Code in Python: run, check, time and submit a day or a whole year.

    DAYS are given as 21, 1-5, 1,3,7-9, 2021/21 or all; none means today's puzzle during the
    event, and otherwise the newest day there is.
    """


def main(args: list[str] | None = None) -> int:
    """Run a command and return its exit code; with `--debug` our own errors are raised."""
    name = program_name()
    try:
        if name != NAME and sys.stderr.isatty() and sys.argv[1:2] != ["doctor"]:
            from aoc.doctor.name_hint import show_hint

            show_hint()
        code = cli.main(args, prog_name=name, standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except AocError as error:
        if "--debug" in sys.argv:
            raise
        print(message_line(str(error)), file=sys.stderr)
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        print(message_line("interrupted"), file=sys.stderr)
        return 130
    except OSError as error:
        if not is_closed_pipe(error):
            raise
        # Whoever read our output has had enough; let the interpreter not try again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1


def is_closed_pipe(error: OSError) -> bool:
    """Return whether an error means that nobody reads our output any more.

    On Windows it is often an invalid argument, but not that of a file which has a name.
    """
    if os.name == "nt" and error.errno == errno.EINVAL:
        return error.filename is None
    return isinstance(error, BrokenPipeError)
