"""docs/commands.md: the help of every command, as the program prints it."""

from __future__ import annotations

import click
from click.testing import CliRunner

from aoc.cli import cli
from aoc.program import NAME

WIDTH = 80
INTRODUCTION = """\
# The commands

What `aoc COMMAND --help` prints, for every command.
<!-- `python -m tests.docs` writes this page. -->
"""


def commands_page() -> str:
    """Return the page: a section for the program, and one for each command."""
    sections = [INTRODUCTION, section(NAME)]
    names = cli.list_commands(click.Context(cli))
    sections += [section(f"{NAME} {name}", name) for name in names]
    return "\n".join(sections)


def section(title: str, *args: str) -> str:
    """Return the section of a command."""
    return f"## {title}\n\n```text\n{help_of(*args)}\n```\n"


def help_of(*args: str) -> str:
    """Return the help of a command, or of the program, by way of its own `--help`."""
    done = CliRunner().invoke(
        cli, [*args, "--help"], prog_name=NAME, terminal_width=WIDTH, max_content_width=WIDTH
    )
    if done.exit_code:
        raise RuntimeError(f"{NAME} {' '.join(args)} --help failed: {done.output}")
    return "\n".join(line.rstrip() for line in done.stdout.rstrip().splitlines())
