"""The command line: finds the command, and turns errors into one clear line and an exit code."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from aoc.errors import AocError, UsageError
from aoc.program import COMMANDS, COMPLETE, DISTRIBUTION, NAME, command_names, commands_for

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Commands(click.Group):
    """A group of the modules in `aoc.commands`; one is imported only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return command_names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with a name, or with the only name that starts so."""
        names = commands_for(cmd_name)
        # While a shell completes a line, nobody reads an error.
        if len(names) > 1 and not ctx.resilient_parsing:
            choice = " or ".join(f"`aoc {name}`" for name in names)
            raise UsageError(f"{cmd_name!r} can be {choice}: write more of it")
        if len(names) != 1:
            return None
        name = names[0]
        module = importlib.import_module(f"aoc.commands.{name}")
        # A function may not have the name of a builtin one, so it is `open_command`.
        command: click.Command = getattr(module, name, None) or vars(module)[f"{name}_command"]
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that start with a word; imports no command."""
        from click.shell_completion import CompletionItem

        items = []
        for helps in COMMANDS.values():
            for name, text in helps.items():
                if name.startswith(incomplete):
                    items.append(CompletionItem(name, help=text))
        # That of `click.Group` would import every command.
        return items + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under their headings, without importing them."""
        for heading, helps in COMMANDS.items():
            with formatter.section(heading):
                formatter.write_dl(list(helps.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=DISTRIBUTION)
@click.option(
    "--debug",
    is_flag=True,
    expose_value=False,
    help="Show the traceback of an error in aoc itself; it may also stand after the command.",
)
def cli() -> None:
    """Solve Advent of Code in Python: run, check, time and submit a day or a whole year.

    DAYS is 21, 1-5, 1,3,7-9, 2021/21, 2021 (all days of that year), all, or the file or the address
    of a day. Without DAYS, it is today's puzzle during the event, else the newest day in days/. 21
    alone is day 21 of the running event in December, and of the newest year in days/ in other
    months. Commands can be shortened, such as status to st.
    """


def main(args: list[str] | None = None) -> int:
    """Run a command and return its exit code; with `--debug`, errors of the program are raised."""
    args = sys.argv[1:] if args is None else args
    debugs = "--debug" in args
    if COMPLETE in os.environ:
        from aoc.commands.completion import print_completion

        return print_completion(cli)
    try:
        # It may stand behind the command as well, whose option it is not.
        words = [word for word in args if word != "--debug"]
        # Else click would print its errors in its own words.
        code = int(cli.main(words, NAME, standalone_mode=False, obj=debugs) or 0)
        # A full disk or a closed pipe shows only here, where it can still be explained.
        sys.stdout.flush()
        return code
    except (Exception, KeyboardInterrupt) as error:
        return print_error(error, debugs=debugs)
    finally:
        # What a command has printed before its error.
        with suppress(OSError):
            sys.stdout.flush()


def print_error(error: BaseException, *, debugs: bool) -> int:
    """Print a sentence about the error that has ended a command, and return the exit code.

    If it `debugs`, errors of the program are raised again.
    """
    # click puts an error of its own in the place of Ctrl-C, and so does the creation of a class
    # before Python 3.12.
    if isinstance(error, click.Abort) or isinstance(error.__cause__, KeyboardInterrupt):
        error = error.__cause__ or KeyboardInterrupt()
    if isinstance(error, KeyboardInterrupt):
        # A command may add what is in doubt now.
        return fail("; ".join(["interrupted", *map(str, error.args)]), 130)
    # `aoc` alone shows its help.
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return error.exit_code
    if isinstance(error, click.ClickException):
        from aoc.commands.options import usage_text

        return fail(usage_text(error), error.exit_code)
    # As in `aoc status | head`.
    if is_closed_pipe(error):
        return 1
    if debugs:
        raise error
    if isinstance(error, AocError):
        return fail(str(error), error.exit_code)
    text = f"unexpected {type(error).__name__}: {' '.join(str(error).split())}"
    if isinstance(error, OSError) and error.strerror:
        place = error.filename or "the output or the current folder"
        text = f"{place}: {error.strerror}"
    return fail(f"{text}; --debug shows where it comes from", 1)


def is_closed_pipe(error: BaseException) -> bool:
    """Return whether the pipe to which we write is closed: on Windows, an invalid argument."""
    if os.name == "nt" and isinstance(error, OSError) and error.errno == errno.EINVAL:
        return error.filename is None
    return isinstance(error, BrokenPipeError)


def fail(text: str, code: int) -> int:
    """Print a sentence on stderr as one line, whatever it quotes; return the exit code."""
    from aoc.render.terminal import print_message
    from aoc.text import printable

    # Where stderr is full or closed, the exit code is all that can be said.
    with suppress(OSError):
        print_message(printable(text, kept=""))
    return code
