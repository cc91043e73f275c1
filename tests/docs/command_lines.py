"""Command lines of `aoc` in a text, and whether the program has their commands and options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

import click

from aoc.cli import cli
from aoc.errors import AocError
from aoc.program import NAME, OTHER_NAME

PROGRAM = re.compile(rf"(?:\S*[/\\])?(?:{OTHER_NAME}|{NAME})")
PYTHON = re.compile(r"(?:\S*[/\\])?python[0-9.]*")
BEFORE = re.compile(r"\w+=\S*|-|run:|uv|uvx|pipx|run|\$")
"""What may stand before the name of the program: variables, the key of a CI step, `uv run`."""
OPERATORS = frozenset("();<>|&")
PLACEHOLDER = re.compile(r"[A-Z]+|\.\.\.")


def calls_in(line: str) -> Iterator[list[str]]:
    """Yield the arguments of each call of the program in a line of a shell, or of a CI file."""
    for words in simple_commands(line):
        while words and BEFORE.fullmatch(words[0]):
            words = words[1:]
        if words and PROGRAM.fullmatch(words[0]):
            yield words[1:]
        elif words[1:3] == ["-m", NAME] and PYTHON.fullmatch(words[0]):
            yield words[3:]


def simple_commands(line: str) -> Iterator[list[str]]:
    """Split a line into commands, at `&&`, `|`, `<` and the like; comments are left out."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:  # a quotation that goes on in the next line
        words = line.split()
    command: list[str] = []
    for word in [*words, ";"]:
        if OPERATORS.issuperset(word):
            yield command
            command = []
        else:
            command.append(word)


def fault_in(arguments: Sequence[str]) -> str | None:
    """Return what is wrong with a call that may have placeholders, as in `aoc new N`, or `None`."""
    words = [*arguments]
    command: click.Command = cli
    context = click.Context(cli, info_name=NAME, **cli.context_settings)
    if words and not words[0].startswith("-"):
        name = words.pop(0)
        if PLACEHOLDER.fullmatch(name):
            return None
        try:
            command = cli.resolve_command(context, [name])[1] or cli
        except (AocError, click.ClickException) as error:
            return str(error)
        context = click.Context(command, context, name, **command.context_settings)
    parameters = command.get_params(context)
    options = {
        option for each in parameters for option in (*each.opts, *each.secondary_opts)
    }
    for word in words:
        option = re.match(r"--?[a-z][a-z-]*", word.strip("[]"))
        if option and option[0] not in options:
            return f"no such option: {option[0]}"
    return None
