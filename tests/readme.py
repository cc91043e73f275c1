"""The part of the README that `--help` writes: `python -m tests.readme` brings it up to date."""

from __future__ import annotations

from pathlib import Path

import click

from aoc.cli import COMMANDS, cli
from aoc.render.readme_table import replace_section

README = Path(__file__).parents[1] / "README.md"


def helps() -> str:
    """Return the help of the program and of every command, as Markdown."""
    texts = [help_of(cli, "aoc")]
    with click.Context(cli, info_name="aoc") as parent:
        for name in COMMANDS:
            command = cli.get_command(parent, name)
            assert command is not None
            texts.append(help_of(command, name, parent))
    return "\n".join(f"\n```text\n{text}\n```" for text in texts) + "\n"


def help_of(command: click.Command, name: str, parent: click.Context | None = None) -> str:
    """Return the help of one command, 80 columns wide."""
    with click.Context(
        command, info_name=name, parent=parent, terminal_width=80, max_content_width=80
    ) as context:
        return "\n".join(line.rstrip() for line in command.get_help(context).splitlines())


def main() -> None:
    """Write the section anew."""
    README.write_text(replace_section(README.read_text(), "help", helps()))


if __name__ == "__main__":
    main()
