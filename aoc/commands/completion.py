"""Print the completion script for your shell."""

from __future__ import annotations

import os
import sys

import click
from click.shell_completion import get_completion_class, shell_complete

from aoc.commands.options import command
from aoc.program import COMPLETE, NAME, OTHER_NAME
from aoc.render.terminal import write

REGISTERED = {
    "bash": f"""
_{NAME}_completion() {{
    _aoc_days_completion {OTHER_NAME}
}}
complete -o nosort -F _{NAME}_completion {NAME} {OTHER_NAME}
""",
    "zsh": f"compdef _aoc_days_completion {NAME}\n",
    "fish": f"""
complete --no-files --command {NAME} --arguments "(_aoc_days_completion)";
""",
}
"""The lines after click's script for `aoc-days`, which complete the words of `aoc` with it.

They always ask `aoc-days`: an `aoc` may be the program of advent-of-code-data, which would not
complete a word, but run every puzzle. In bash, click would ask the word that is typed, such as
`~/bin/aoc-days`, and bash does not know `~` there.
"""


@command
@click.argument("shell", type=click.Choice(tuple(REGISTERED)))
def completion(shell: str) -> None:
    """Print the script that completes commands, options and files in your shell.

    Run the lines of your shell once, then open a new terminal:

    \b
    aoc-days completion bash > ~/.aoc-completion.bash
    echo 'source ~/.aoc-completion.bash' >> ~/.bashrc

    \b
    aoc-days completion zsh > ~/.aoc-completion.zsh
    echo 'source ~/.aoc-completion.zsh' >> ~/.zshrc

    \b
    aoc-days completion fish > ~/.config/fish/conf.d/aoc-days.fish
    """  # noqa: D301
    cli = click.get_current_context().find_root().command
    # click has a class for each of these shells.
    make = get_completion_class(shell)
    assert make
    script = make(cli, {}, OTHER_NAME, COMPLETE).source()
    write(sys.stdout, script, REGISTERED[shell])


def print_completion(cli: click.Command) -> int:
    """Print the values that a shell asks for in `COMPLETE`, nothing else; return the exit code."""
    try:
        code = shell_complete(cli, {}, NAME, COMPLETE, os.environ[COMPLETE])
        sys.stdout.flush()
    except Exception:
        # A message would be printed into the line that is being typed.
        return 1
    return code
