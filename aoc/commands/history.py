"""`aoc history`: show how the times of days have changed."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from aoc.commands.days_argument import YEAR, select_any_puzzles
from aoc.commands.options import check_one_of, debug_option
from aoc.history.past_runs import Row, read_times, series_of, subjects_of
from aoc.project import OWN, find_project, title_of
from aoc.render.json_lines import write_json
from aoc.render.message import print_message
from aoc.render.terminal import write
from aoc.render.trend_text import trends

COLUMNS = Row._fields[:-1]
"""What is printed of a time: all but the minima of a bench."""


@click.command()
@click.argument("days", nargs=-1)
@click.option("--year", type=YEAR, help="The year of DAYS.")
@click.option("--solver", default=OWN, show_default=True, help="The solver to show.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per time.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a line of CSV per time.")
@debug_option
def history(
    days: tuple[str, ...],
    year: int | None,
    solver: str,
    as_json: bool,
    as_csv: bool,
    debug: bool,
) -> None:
    """Show how the times of DAYS have changed, and the commits that moved them.

    The times are those of your runs and benches. Shown is what can be compared with the newest
    time: the same input, the same machine, the same version of Python.
    """
    check_one_of({"--json": as_json, "--csv": as_csv})
    project = find_project()
    puzzles = select_any_puzzles(project, days or ("all",), year)
    rows = [row for row in read_times(project.root, puzzles) if row.solver == solver]
    if as_json:
        for row in rows:
            write_json(sys.stdout, dict(zip(COLUMNS, row, strict=False)))
    elif as_csv:
        write_csv(rows)
    elif rows:
        series = series_of(rows)
        titles = {puzzle: title_of(project.root, puzzle) for puzzle in puzzles}
        commits = {row.commit for row in rows if row.commit}
        write(sys.stdout, *trends(series, titles, subjects_of(project.root, commits)))
    else:
        print_message("no time is known yet: run these days with `aoc run`")


def write_csv(rows: Iterable[Row]) -> None:
    """Write rows as CSV, with a line of their names."""
    import csv
    import io

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(row[: len(COLUMNS)] for row in rows)
    write(sys.stdout, text.getvalue())
