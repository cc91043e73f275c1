"""Print the completion script for your shell."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from aoc.commands.options import command
from aoc.model.puzzles import FIRST_YEAR, Puzzle, current_year, days_in
from aoc.program import COMPLETE, NAME, OTHER_NAME
from aoc.project.day_selection import select_puzzles
from aoc.project.project import OWN, find_project, other_solvers, project_or_folder
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


def print_completion(cli: click.Command, name: str) -> int:
    """Print the values that a shell asks for in `COMPLETE`, nothing else; return the exit code."""
    try:
        code = shell_complete(cli, {}, name, COMPLETE, os.environ[COMPLETE])
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
        helps = day_words(kind, incomplete, year, several=several)
    else:
        helps = dict.fromkeys(values_of(kind, context))
    items = []
    for value, text in helps.items():
        # The name of an account or a solver may hold anything, also line ends.
        if value.startswith(incomplete) and is_printable(value):
            shown = printable(text, kept="") if text else None
            items.append(CompletionItem(value, help=shown))
    return items


def day_words(
    kind: str, incomplete: str, year: int | None, *, several: bool
) -> dict[str, str | None]:
    """Return the words that DAYS may be, with their help: days, `all`, and years.

    Of a list such as `1,3,`, it is the last item that is completed.
    """
    done, comma, item = incomplete.rpartition(",")
    start = done + comma
    project = project_or_folder()
    typed_year = re.match(r"(\d{4})(/|$)", item)
    if typed_year:
        year = int(typed_year[1])
        start += f"{year}/"
    else:
        year = project.year(year)
    puzzles = project.puzzles(year)
    # Days that need not be solved yet can be opened, read or created.
    if kind != "runnable":
        puzzles = [Puzzle(year, day) for day in range(1, days_in(year) + 1)]
    words: dict[str, str | None] = {}
    for puzzle in puzzles:
        words[f"{start}{puzzle.day}"] = project.title_of(puzzle)
    if several:
        words[f"{start}all"] = f"all days of {year}"
        years = project.years() if kind == "runnable" else event_years()
        for other_year in years:
            words[f"{done}{comma}{other_year}"] = f"all days of {other_year}"
    return words


def event_years() -> list[int]:
    """Return the years of all events so far, the newest first."""
    return list(range(current_year(), FIRST_YEAR - 1, -1))


def values_of(kind: str, context: click.Context) -> list[str]:
    """Return all values of a kind: variants are those of the chosen days, or else of the year."""
    if kind == "year":
        return [str(year) for year in event_years()]
    if kind == "solver":
        return [OWN, *other_solvers(project_or_folder()), "all"]
    if kind == "user":
        # Most completions are about days, and need no account.
        from aoc.site.accounts import Accounts

        accounts = Accounts()
        return [*accounts.tokens(), *accounts.cache.users()]
    project = find_project()
    days = context.params.get("days") or context.params.get("day")
    # Where the option that lacks its value is the last word, click leaves DAYS among the rest.
    words = days or context.args or ("all",)
    # It reads source, which other completions do not.
    from aoc.project.functions import variants_in

    variants = []
    for puzzle in select_puzzles(project, words, context.params.get("year"), "run"):
        variants += variants_in(project.day_path(puzzle))
    return [*variants, "all"]
