"""Completion of the values of parameters: days, variants, solvers, accounts, files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import click
from click.shell_completion import CompletionItem

from aoc.model import FIRST_YEAR, Puzzle, current_year, days_in, now, unlock_time
from aoc.project import Project, find_project, project_or_folder, title_of
from aoc.text import is_printable, printable

Items = Iterable[CompletionItem]
RUNS_DAYS = ("run", "watch", "bench", "submit", "fuzz", "show")
"""The commands whose days need a module in `days/`."""


def complete_values(command: click.Command) -> None:
    """Make a command complete the values of its parameters, by their names."""
    for param in command.params:
        name = param.name or ""
        find = VALUES.get(f"{command.name} {name}") or VALUES.get(name)
        if find:
            completer = partial(fitting_values, find)
            param.shell_complete = completer  # type: ignore[method-assign]


def fitting_values(
    find: Callable[[click.Context, str], Items], context: click.Context, incomplete: str
) -> list[CompletionItem]:
    """Return the values that start with what was typed so far, and that a line can show."""
    fitting = []
    for item in find(context, incomplete):
        if item.type == "plain":
            if not (item.value.startswith(incomplete) and is_printable(item.value)):
                continue
            item.help = item.help and printable(item.help, kept="")
        fitting.append(item)
    return fitting


def days(context: click.Context, incomplete: str) -> Items:
    """Return what DAYS or DAY may be: days with their titles, and years.

    Of a list such as `1,3,`, it is the last item that is completed.
    """
    done, comma, item = incomplete.rpartition(",")
    several = "days" in context.params
    for value, help_text in day_items(context, item, several=several):
        yield CompletionItem(f"{done}{comma}{value}", help=help_text)


def day_items(
    context: click.Context, item: str, *, several: bool
) -> Iterator[tuple[str, str | None]]:
    """Yield one item of DAYS with its help: days of the year, `all`, and years."""
    project = project_or_folder()
    command = context.info_name or ""
    named = re.match(r"(\d{4})(/|$)", item)
    year = int(named[1]) if named else project.year(context.params.get("year"))
    start = f"{year}/" if named else ""
    for puzzle in puzzles_for(command, project, year):
        yield f"{start}{puzzle.day}", title_of(project.root, puzzle)
    if several:
        yield f"{start}all", f"all days of {year}"
        for other in years_for(command, project):
            yield str(other), f"all days of {other}"
    if not several and not named and len(item) == 3:
        for other in years_for(command, project):
            for puzzle in puzzles_for(command, project, other):
                yield f"{other}/{puzzle.day}", title_of(project.root, puzzle)


def puzzles_for(command: str, project: Project, year: int) -> list[Puzzle]:
    """Return the puzzles of a year that a command may be about."""
    own = project.puzzles(year)
    if command in RUNS_DAYS:
        return own
    every = [Puzzle(year, day) for day in range(1, days_in(year) + 1)]
    if command == "new":
        return [puzzle for puzzle in every if puzzle not in own]
    return [puzzle for puzzle in every if unlock_time(puzzle) <= now()]


def years_for(command: str, project: Project) -> list[int]:
    """Return the years that a command may be about."""
    return project.years() if command in RUNS_DAYS else events()


def events() -> list[int]:
    """Return the years of all events so far, the newest first."""
    return list(range(current_year(), FIRST_YEAR - 1, -1))


def years(context: click.Context, incomplete: str) -> Items:
    """Return the years that there are."""
    project = project_or_folder()
    found = years_for(context.info_name or "", project) or events()
    return [CompletionItem(str(year)) for year in found]


def variants(context: click.Context, incomplete: str) -> Items:
    """Return the variants of the chosen days, or of all days of the year."""
    from aoc.commands.days_argument import select_runnable_puzzles
    from aoc.commands.variant_names import variants_of

    project = find_project()
    # Where the option that lacks its value is the last word, click leaves DAYS among the rest.
    day = context.params.get("day")
    words = context.params.get("days") or ([day] if day else context.args) or ("all",)
    chosen = select_runnable_puzzles(project, words, context.params.get("year"))
    names = (name for puzzle in chosen for name in variants_of(project.root, puzzle))
    return map(CompletionItem, dict.fromkeys([*names, "all"]))


def solvers(context: click.Context, incomplete: str) -> Items:
    """Return the solvers that can be run."""
    from aoc.project import OWN, installed_plugins

    names = (solver.name for solver in installed_plugins())
    return map(CompletionItem, dict.fromkeys([OWN, *names, "all"]))


def rivals(context: click.Context, incomplete: str) -> Items:
    """Return the solvers that the project's own days can be compared with."""
    from aoc.project import OWN

    return [item for item in solvers(context, incomplete) if item.value not in (OWN, "all")]


def users(context: click.Context, incomplete: str) -> Items:
    """Return the accounts whose session or inputs are stored here, by name and by id."""
    from aoc.site.accounts import Accounts

    accounts = Accounts()
    return map(CompletionItem, dict.fromkeys([*accounts.tokens(), *accounts.cache.users()]))


def sessions(context: click.Context, incomplete: str) -> Items:
    """Return the accounts that are logged in."""
    from aoc.site.accounts import Accounts

    return map(CompletionItem, Accounts().logged_in())


def files(context: click.Context, incomplete: str) -> Items:
    """Let the shell complete the names of files."""
    return [CompletionItem(incomplete, type="file")]


def folders(context: click.Context, incomplete: str) -> Items:
    """Let the shell complete the names of folders."""
    return [CompletionItem(incomplete, type="dir")]


VALUES: dict[str, Callable[[click.Context, str], Items]] = {
    "days": days,
    "day": days,
    "year": years,
    "variants": variants,
    "solvers": solvers,
    "against": rivals,
    "user": users,
    "file": files,
    "readme": files,
    "token_file": files,
    "folder": folders,
    "remove": sessions,
}
"""How to find the values of a parameter, by its name in our commands or in one of them."""
