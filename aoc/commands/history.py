"""Show how the times of days have changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from aoc.commands.options import Word, command, days_argument, option, shared_options
from aoc.history.log_reader import read_log
from aoc.history.past_runs import (
    Row,
    commit_text,
    moved_text,
    series_of,
    steps_of,
    subjects_of,
    times_of,
)
from aoc.project.days import select_puzzles
from aoc.project.project import find_project
from aoc.project.solvers import OWN
from aoc.render.format import FIRST_CALL, bars, counted, part_name, seconds_text
from aoc.render.terminal import painted, print_message, write, write_json
from aoc.site.accounts import Accounts, few_of

COLUMNS = (*Row._fields[: Row._fields.index("minima")], "first_call")
"""The columns that are printed of a time."""
WIDTH = 24
"""Commits of a picture, at most: the newest ones."""
BOLD, FASTER, SLOWER = "1", "32", "31"


@command
@days_argument("runnable")
@option(
    "--solver",
    type=Word("solver"),
    default=OWN,
    show_default=True,
    help="The solver to show.",
)
@shared_options("user")
@option(
    *("-i", "--input", "name"),
    metavar="NAME",
    excludes=["--user"],
    help="Only times on this input: a file, or 'sample 0'.",
)
@shared_options("as_json")
def history(
    days: tuple[str, ...],
    year: int | None,
    solver: str,
    user: str | None,
    name: str | None,
    as_json: bool,
) -> None:
    """Show how the times of DAYS have changed, and the commits that moved them.

    The times are those of your runs and benches, in the order of the commits. Only times on the
    input, machine and version of Python of the newest time are compared, and first calls only with
    each other.
    """
    project = find_project()
    if user is not None and (account := Accounts().find(user)):
        name = account.name
    puzzles = select_puzzles(
        project, days or ("all",), year, "history", with_module=False
    )
    log = read_log(project.root)
    if log.note:
        print_message(log.note)
    known = [
        row for row in times_of(project.root, log.runs, puzzles) if row.solver == solver
    ]
    # A file may be named without the word before it.
    rows = [
        row
        for row in known
        if name in (None, row.input, (row.input or "").removeprefix("file "))
    ]
    if as_json:
        write_json(
            sys.stdout,
            *({name: getattr(row, name) for name in COLUMNS} for row in rows),
        )
    elif rows:
        subjects = subjects_of(project.root, (row.commit for row in rows))
        all_series = series_of(rows)
        between = ""
        for (puzzle, label), group in groupby(
            all_series, key=lambda one: (one[-1].puzzle, one[-1].input)
        ):
            title = f"{puzzle} {project.title_of(puzzle) or ''}".rstrip()
            write(
                sys.stdout,
                between,
                painted(title, BOLD),
                f" on {label or 'an unknown input'}\n",
            )
            between = "\n"
            for series in group:
                write(sys.stdout, *trend(series, subjects))
        if any(series[-1].first_call for series in all_series):
            write(sys.stdout, f"  {FIRST_CALL}\n")
    elif known:
        inputs = few_of(dict.fromkeys(row.input or "" for row in reversed(known)))
        print_message(f"no time on this input is known: choose from {inputs}")
    else:
        print_message("no time is known yet: run these days with `aoc run`")


def trend(series: Sequence[Row], subjects: Mapping[str, str]) -> Iterator[str]:
    """Yield the line of a series, and one for each commit that moved its time.

    `subjects` are the first lines of the messages of the commits, the oldest first.
    """
    steps = steps_of(series, subjects)
    name = part_name(series[0].part, series[0].variant)
    newest = [step.seconds for step in steps[-WIDTH:]]
    most = max(newest) or 1.0
    line = bars(seconds / most for seconds in newest)
    runs = f"{counted(len(series), 'run')} since {series[0].at[:10]}"
    yield f"  {name:<20} {seconds_text(steps[-1].seconds):>8}  {line:<{WIDTH}}  {runs}\n"
    for step in steps:
        if step.ratio is not None:
            # What moved the time may not be in the commit.
            subject = subjects.get(step.commit or "", "")
            subject = "changes that are not committed" if step.changed else subject
            yield f"    {step.at[:10]}  {commit_text(step):<9}  "
            yield painted(moved_text(step.ratio), SLOWER if step.ratio > 1 else FASTER)
            yield f"  {subject}".rstrip() + "\n"
