"""Show how the times of days have changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence

from aoc.commands.options import Word, command, days_argument, option, shared_options
from aoc.history.log_reader import Record, read_log
from aoc.history.trends import (
    commit_text,
    moved_text,
    series_of,
    steps_of,
    subjects_of,
    times_of,
)
from aoc.project.day_selection import select_puzzles
from aoc.project.project import OWN, Project, find_project
from aoc.render.format import FIRST_CALL, bars, counted, part_name, time_text
from aoc.render.terminal import painted, print_message, write, write_json
from aoc.site.accounts import Accounts, few_of

COLUMNS = (*Record._fields[: Record._fields.index("minima")], "first_call")
"""The fields of a time that are in its line of JSON."""
WIDTH = 24
"""Commits of a picture, at most: the newest ones."""
BOLD, RED, GREEN = "1", "31", "32"


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
    # Times on the input of an account have its name.
    if user is not None:
        account = Accounts().find(user)
        if account is not None:
            name = account.name
    puzzles = select_puzzles(
        project, days or ("all",), year, "history", with_module=False
    )
    log = read_log(project.root)
    if log.note:
        print_message(log.note)
    all_times = [
        time
        for time in times_of(project.root, log.runs, puzzles)
        if time.solver == solver
    ]
    times = all_times
    if name is not None:
        times = [time for time in all_times if is_on_input(time, name)]
    if as_json:
        rows = []
        for time in times:
            rows.append({column: getattr(time, column) for column in COLUMNS})
        write_json(sys.stdout, *rows)
        return
    if times:
        write_trends(project, times)
        return
    if not all_times:
        print_message("no time is known yet: run these days with `aoc run`")
        return
    # Of many inputs, those that ran last are named.
    labels = dict.fromkeys(time.input or "" for time in reversed(all_times))
    print_message(f"no time on this input is known: choose from {few_of(labels)}")


def is_on_input(time: Record, name: str) -> bool:
    """Return whether a time is on the input of this name; a file is also named by its path."""
    label = time.input or ""
    return name in (label, label.removeprefix("file "))


def write_trends(project: Project, times: Sequence[Record]) -> None:
    """Write the trends of times, below the name of each puzzle and input."""
    subjects = subjects_of(project.root, (time.commit for time in times))
    heading = None
    has_first_calls = False
    for series in series_of(times):
        newest = series[-1]
        if heading != (newest.puzzle, newest.input):
            gap = "" if heading is None else "\n"
            heading = (newest.puzzle, newest.input)
            title = f"{newest.puzzle} {project.title_of(newest.puzzle) or ''}".rstrip()
            label = newest.input or "an unknown input"
            write(sys.stdout, gap, painted(title, BOLD), f" on {label}\n")
        write(sys.stdout, *trend(series, subjects))
        has_first_calls = has_first_calls or bool(newest.first_call)
    if has_first_calls:
        write(sys.stdout, f"  {FIRST_CALL}\n")


def trend(series: Sequence[Record], subjects: Mapping[str, str]) -> Iterator[str]:
    """Yield the line of a series, and one for each commit that moved its time.

    `subjects` are the first lines of the messages of the commits, the oldest first.
    """
    steps = steps_of(series, subjects)
    name = part_name(series[0].part, series[0].variant)
    newest = [step.time.seconds for step in steps[-WIDTH:]]
    # Times that are all too short to be measured have bars too.
    longest = max(newest) or 1.0
    line = bars(seconds / longest for seconds in newest)
    runs = f"{counted(len(series), 'run')} since {series[0].at[:10]}"
    yield f"  {name:<20} {time_text(steps[-1].time):>8}  {line:<{WIDTH}}  {runs}\n"
    for step in steps:
        if step.ratio is None:
            continue
        subject = subjects.get(step.commit or "", "")
        if step.changed:
            # What moved the time may not be in the commit.
            subject = "changes that are not committed"
        yield f"    {step.at[:10]}  {commit_text(step):<9}  "
        yield painted(moved_text(step.ratio), RED if step.ratio > 1 else GREEN)
        yield f"  {subject}".rstrip() + "\n"
