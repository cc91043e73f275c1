"""The command line: finds the command, and turns errors into one clear line and an exit code."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import click

from aoc.errors import AocError

__all__ = ["cli", "main"]

COMMANDS = {
    "run": "Check, run and time days.",
    "solvers": "List the solvers that can be run.",
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
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="aoc-days", prog_name="aoc")
def cli() -> None:
    """Solve Advent of Code in Python: run, check, time and submit a day or a whole year.

    DAYS are given as 21, 1-5, 1,3,7-9, 2021/21 or all; none means today's puzzle during the
    event, and otherwise the newest day there is.
    """


def main(args: list[str] | None = None) -> None:
    """Run a command and end the process with its exit code."""
    try:
        code = cli.main(args, prog_name="aoc", standalone_mode=False)
        sys.stdout.flush()
    except AocError as error:
        fail(error, str(error), error.exit_code)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        print("aoc: interrupted", file=sys.stderr)
        code = 130
    except BrokenPipeError:
        # Whoever read our output has had enough; let the interpreter not try again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 1
    sys.exit(code)


def fail(error: Exception, message: str, code: int) -> Any:
    """Say what is wrong, with a traceback if one was asked for, and end."""
    if "--debug" in sys.argv:
        raise error
    print(f"aoc: {message}", file=sys.stderr)
    sys.exit(code)
