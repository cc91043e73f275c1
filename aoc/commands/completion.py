"""Print the completion script for your shell."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from aoc.commands.options import command
from aoc.model.puzzles import Puzzle, days_in
from aoc.program import COMPLETE, NAME, OTHER_NAME
from aoc.project.project import OWN, other_solvers, project_or_folder
from aoc.render.terminal import write
from aoc.text import is_printable, printable

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


def fitting_values(
    kind: str, context: click.Context, incomplete: str, *, several: bool = False
) -> list[CompletionItem]:
    """Return the values of a kind that start with the typed letters, and that a line can show.

    Where `several` days are meant, years and `all` are among them.
    """
    if kind in ("file", "dir"):
        # The shell completes it.
        return [CompletionItem(incomplete, type=kind)]
    helps: Mapping[str, str | None]
    if kind in ("runnable", "unlocked", "new"):
        year = context.params.get("year")
        helps = day_words(kind, year, several=several)
    else:
        helps = dict.fromkeys(names_of(kind))
    items = []
    for value, text in helps.items():
        # The name of an account or a solver may hold anything, also line ends.
        if value.startswith(incomplete) and is_printable(value):
            shown = printable(text, kept="") if text else None
            items.append(CompletionItem(value, help=shown))
    return items


def day_words(kind: str, year: int | None, *, several: bool) -> dict[str, str | None]:
    """Return the words that DAYS may be, with their help: days, `all`, and years."""
    project = project_or_folder()
    year = project.year(year)
    puzzles = project.puzzles(year)
    # Days that need not be solved yet can be opened, read or created.
    if kind != "runnable":
        puzzles = [Puzzle(year, day) for day in range(1, days_in(year) + 1)]
    words: dict[str, str | None] = {}
    for puzzle in puzzles:
        words[str(puzzle.day)] = project.title_of(puzzle)
    if several:
        words["all"] = f"all days of {year}"
        for other_year in project.years():
            words[str(other_year)] = f"all days of {other_year}"
    return words


def names_of(kind: str) -> list[str]:
    """Return the names of the solvers or of the accounts; of another kind, none."""
    if kind == "solver":
        return [OWN, *other_solvers(project_or_folder()), "all"]
    if kind == "user":
        # Most completions are about days, and need no account.
        from aoc.site.accounts import Accounts

        accounts = Accounts()
        return [*accounts.tokens(), *accounts.cache.users()]
    return []
