"""Print the completion script for your shell."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from aoc.commands.options import command, variants_of
from aoc.model.puzzles import FIRST_YEAR, Puzzle, current_year, days_in
from aoc.program import COMPLETE, NAME, OTHER_NAME
from aoc.project.days import select_puzzles
from aoc.project.project import find_project, project_or_folder
from aoc.project.solvers import OWN, installed_plugins
from aoc.render.terminal import write
from aoc.text import is_printable, printable


@command
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
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
    write(
        sys.stdout, script_for(shell, click.get_current_context().find_root().command)
    )


def script_for(shell: str, cli: click.Command) -> str:
    """Return click's script for a shell, for both names of the program.

    It always asks `aoc-days`: an `aoc` may be the program of advent-of-code-data, which would not
    complete a word but run every puzzle.
    """
    make = get_completion_class(shell)
    assert make
    script = make(cli, {}, OTHER_NAME, COMPLETE).source()
    script = script.replace(
        "bash_complete $1", f"bash_complete {OTHER_NAME} 2>/dev/null"
    )
    script = re.sub(
        rf"(?m)(compdef .*|-F \S+) {OTHER_NAME}$", rf"\1 {OTHER_NAME} {NAME}", script
    )
    script = re.sub(rf"(#compdef) ({OTHER_NAME})", rf"\1 \2 {NAME}", script)
    return re.sub(
        rf"(complete .*--command) {OTHER_NAME} (.*)", rf"\g<0>\n\1 {NAME} \2", script
    )


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
        return [CompletionItem(incomplete, type=kind)]
    values: Mapping[str, str | None]
    if kind in ("runnable", "unlocked", "new"):
        values = day_words(
            kind, incomplete, context.params.get("year"), several=several
        )
    else:
        values = dict.fromkeys(values_of(kind, context))
    return [
        CompletionItem(value, help=text and printable(text, kept=""))
        for value, text in values.items()
        if value.startswith(incomplete) and is_printable(value)
    ]


def day_words(
    kind: str, incomplete: str, year: int | None, *, several: bool
) -> dict[str, str | None]:
    """Return the words that DAYS may be, with their help: days, `all`, and years.

    Of a list such as `1,3,`, it is the last item that is completed.
    """
    done, comma, item = incomplete.rpartition(",")
    project = project_or_folder()
    named = re.match(r"(\d{4})(/|$)", item)
    year = int(named[1]) if named else project.year(year)
    start = f"{done}{comma}{year}/" if named else f"{done}{comma}"
    puzzles = project.puzzles(year)
    if kind != "runnable":
        puzzles = [Puzzle(year, day) for day in range(1, days_in(year) + 1)]
    found = {f"{start}{puzzle.day}": project.title_of(puzzle) for puzzle in puzzles}
    if several:
        years = project.years() if kind == "runnable" else event_years()
        found[f"{start}all"] = f"all days of {year}"
        found |= {f"{done}{comma}{other}": f"all days of {other}" for other in years}
    return found


def event_years() -> list[int]:
    """Return the years of all events so far, the newest first."""
    return [*range(current_year(), FIRST_YEAR - 1, -1)]


def values_of(kind: str, context: click.Context) -> list[str]:
    """Return all values of a kind: variants are those of the chosen days, or else of the year."""
    if kind == "year":
        return [str(year) for year in event_years()]
    if kind == "solver":
        return [OWN, *(solver.name for solver in installed_plugins()), "all"]
    if kind == "user":
        from aoc.site.accounts import Accounts

        accounts = Accounts()
        return [*accounts.tokens(), *accounts.cache.users()]
    project = find_project()
    # Where the option that lacks its value is the last word, click leaves DAYS among the rest.
    words = (
        context.params.get("days")
        or context.params.get("day")
        or context.args
        or ("all",)
    )
    chosen = select_puzzles(project, words, context.params.get("year"), "run")
    return [
        *(name for puzzle in chosen for name in variants_of(project, puzzle)),
        "all",
    ]
