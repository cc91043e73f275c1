"""`aoc completion`: print the completion script for a shell."""

from __future__ import annotations

import os
import sys

import click

from aoc.commands.options import debug_option
from aoc.errors import UsageError
from aoc.render.terminal import write


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), required=False)
@debug_option
def completion(shell: str | None, debug: bool) -> None:
    """Print the script that completes commands, options, days and accounts in your shell.

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
    from aoc.commands.completion_shells import SHELLS, script_for

    name = shell or os.path.basename(os.environ.get("SHELL", ""))
    if name not in SHELLS:
        raise UsageError(
            "cannot find out which shell you use: write "
            f"`aoc completion {'` or `aoc completion '.join(SHELLS)}`"
        )
    write(sys.stdout, script_for(name, click.get_current_context().find_root().command))
