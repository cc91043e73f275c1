"""Checks that the pages name commands and options of the program, and that help explains these."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from aoc.cli import cli
from tests.docs.pages import PAGES, USER_PAGES, blocks_in, inline_code_in, name_of
from tests.docs.player import CONSOLE

CONTEXT = click.Context(cli, **cli.context_settings)
NAMES = cli.list_commands(CONTEXT)
SHELLS = ("sh", "yaml", CONSOLE)
SEPARATOR = re.compile(r"&&|[|;<>#]")
"""What ends a command in a line of a shell."""
CALL = re.compile(r"(?:\$ |- run: |uv run )?(?:\S*/)?(?:aoc|aoc-days|python3? -m aoc) (.+)")
OPTION = re.compile(r"--?[a-z][a-z-]*")
PLACEHOLDER = "COMMAND"


def command_of(name: str) -> click.Command:
    command = cli.get_command(CONTEXT, name)
    assert command, f"there is no command {name}"
    return command


def options_of(command: click.Command) -> set[str]:
    """Return the options of a command, and those that may stand behind any."""
    names: set[str] = set()
    for param in [*command.get_params(CONTEXT), *cli.get_params(CONTEXT)]:
        names.update(param.opts, param.secondary_opts)
    return names


def unknown_options(text: str, options: set[str]) -> list[str]:
    matches = [OPTION.match(word.lstrip("[")) for word in text.split()]
    named = [match[0] for match in matches if match]
    return [option for option in named if option not in options]


def calls_in(page: Path) -> Iterator[str]:
    """Yield the words behind the name of the program, in blocks and sentences of a page."""
    text = page.read_text(encoding="utf-8")
    lines = [code for code, _ in inline_code_in(text)]
    for block in blocks_in(text):
        if block.language in SHELLS:
            lines += block.text.splitlines()
    for line in lines:
        for command in SEPARATOR.split(line):
            if call := CALL.fullmatch(command.strip()):
                yield call[1]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_calls_have_commands_and_options_of_the_program(page: Path) -> None:
    for call in calls_in(page):
        name = call.split()[0]
        if name == PLACEHOLDER:
            continue
        command = cli if name.startswith("-") else command_of(name)
        assert not unknown_options(call, options_of(command)), call


@pytest.mark.parametrize("page", USER_PAGES, ids=name_of)
def test_options_in_sentences_are_ones_of_the_program(page: Path) -> None:
    options = set[str]().union(*(options_of(command_of(name)) for name in NAMES))
    named = [
        (code, line)
        for code, line in inline_code_in(page.read_text(encoding="utf-8"))
        if code.startswith("-")
    ]
    unknown = [(code, line) for code, line in named if unknown_options(code, options)]
    assert not unknown, "write another program's option with its name, as `pytest -k`"


@pytest.mark.parametrize("name", NAMES)
def test_help_has_a_sentence_for_a_command_and_each_of_its_options(name: str) -> None:
    command = command_of(name)
    assert re.match(r"[A-Z]", command.help or "")
    for param in command.params:
        if isinstance(param, click.Option) and not param.hidden:
            assert re.match(r"[A-Z].+\.(  |$)", param.help or ""), param.opts
