"""The command line: finds the command, and turns errors into one clear line and an exit code."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from aoc.errors import AocError
from aoc.program import COMPLETE, DISTRIBUTION, NAME, as_typed, program_name

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "run": "Check, run and time days.",
    "watch": "Run a day whenever it is saved.",
    "new": "Create the files of a day, with its examples.",
    "submit": "Submit an answer, safely.",
    "fetch": "Fetch inputs, puzzle pages and accepted answers.",
    "read": "Read a puzzle.",
    "open": "Open a puzzle in the browser.",
    "bench": "Measure days, and compare times.",
    "fuzz": "Find inputs on which the ways to an answer disagree.",
    "history": "Show how the times of days have changed.",
    "report": "Show a year: a table and pictures in the README, or a page.",
    "show": "Play how a day is solved, as moving pictures.",
    "status": "Show the stars of a year as a calendar, with times.",
    "leaderboard": "Show a private leaderboard.",
    "init": "Create a project of your own.",
    "doctor": "Check the installation and the project.",
    "solvers": "List the solvers that can be run.",
    "login": "Log in to an account, and list or remove accounts.",
    "completion": "Print the completion script for your shell.",
}
LONGEST = 2000
"""Characters of the longest sentence about what somebody typed."""


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
        if ctx.resilient_parsing:
            from aoc.commands.completion_values import complete_values

            complete_values(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a command line by its name, or by the first letters of its name."""
        name, *rest = args
        if name not in COMMANDS and not name.startswith("-"):
            from aoc.commands.suggestions import full_name

            name = full_name(name, rest, list(COMMANDS), completes=ctx.resilient_parsing)
        return super().resolve_command(ctx, [name, *rest])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; add the context to errors of click that lack it."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            name = ctx.invoked_subcommand
            command = self.get_command(ctx, name) if name else None
            if error.ctx is None and command:
                error.ctx = click.Context(command, ctx, name)
            raise

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that start with a word; imports no command."""
        from click.shell_completion import CompletionItem

        options = click.Command.shell_complete(self, ctx, incomplete)
        names = (name for name in COMMANDS if name.startswith(incomplete))
        return [*(CompletionItem(name, help=COMMANDS[name]) for name in names), *options]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=DISTRIBUTION)
def cli() -> None:
    """Solve Advent of Code in Python: run, check, time and submit a day or a whole year.

    DAYS is 21, 1-5, 1,3,7-9, 2021/21, 2021 (all days of that year), all, or the file or the address
    of a day. Without DAYS, it is today's puzzle while puzzles unlock, and otherwise the newest day
    in days/. A day without a year is in December one of the event that is running, and otherwise of
    the newest year in days/. Commands can be shortened, such as status to st.
    """


def main(args: list[str] | None = None) -> int:
    """Run a command and return its exit code; with `--debug`, errors of the program are raised."""
    name = program_name()
    if COMPLETE in os.environ:
        from aoc.commands.completion_shells import print_completion

        return print_completion(cli, name)
    try:
        # Doctor itself says more about the name.
        if name != NAME and sys.stderr.isatty() and sys.argv[1:2] != ["doctor"]:
            from aoc.doctor.name_hint import show_hint

            show_hint()
        code = int(cli.main(args, prog_name=name, standalone_mode=False) or 0)
        sys.stdout.flush()
        return code
    except (Exception, KeyboardInterrupt) as error:
        return explain(error)
    finally:
        with suppress(OSError):
            sys.stdout.flush()


def explain(error: BaseException) -> int:
    """Print a sentence about what has ended a command, and return the exit code.

    With `--debug`, errors of the program are raised again.
    """
    # click puts an error of its own in the place of Ctrl-C, and so does the creation of a class
    # before Python 3.12.
    if isinstance(error, click.Abort) or isinstance(error.__cause__, KeyboardInterrupt):
        error = error.__cause__ or KeyboardInterrupt()
    if isinstance(error, KeyboardInterrupt):
        return fail("; ".join(("interrupted", *map(str, error.args))), 130)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return error.exit_code
    if isinstance(error, click.ClickException):
        from aoc.render.usage_text import usage_text

        return fail(usage_text(error), error.exit_code)
    if is_closed_pipe(error):  # as in `aoc status | head`
        return 1
    if "--debug" in sys.argv:
        raise error
    if isinstance(error, AocError):
        return fail(str(error), error.exit_code)
    what = f"unexpected {type(error).__name__}: {' '.join(str(error).split())}"
    if isinstance(error, OSError) and error.strerror:
        what = f"{error.filename or 'the output or the current folder'}: {error.strerror}"
    return fail(f"{what}; --debug shows where it comes from", 1)


def is_closed_pipe(error: BaseException) -> bool:
    """Return whether the pipe to which we write is closed: on Windows, an invalid argument."""
    if os.name == "nt" and isinstance(error, OSError) and error.errno == errno.EINVAL:
        return error.filename is None
    return isinstance(error, BrokenPipeError)


def fail(text: str, code: int) -> int:
    """Print a sentence on stderr, without the middle of a very long one; return the exit code.

    It is one line, whatever it quotes.
    """
    from aoc.render.message import print_message
    from aoc.text import SURE_DIGITS, hide_tokens, printable

    # A token first, of which no part may be left over.
    text = printable(hide_tokens(text, digits=SURE_DIGITS), kept="")
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}...{text[-LONGEST // 2 :]}"
    with suppress(OSError):  # where stderr is full or closed
        print_message(text)
    return code
