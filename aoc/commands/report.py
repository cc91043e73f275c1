"""`aoc report`: the table of days in a README, with their titles, ideas and times."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

import click

from aoc.commands.days_argument import YEAR, select_runnable_puzzles, words_for_all_years
from aoc.commands.option_checks import check_one_of
from aoc.commands.option_types import REPEAT, SEED
from aoc.commands.shared_options import debug_option
from aoc.errors import AocError, UsageError
from aoc.files import read_bytes
from aoc.project import Project, find_project
from aoc.project_inputs import project_input_name
from aoc.puzzle import Puzzle
from aoc.registry import day_path
from aoc.render.message import print_message
from aoc.render.output import print_line
from aoc.render.readme_table import DayRow, idea_in, replace_section, rows_of, year_tables
from aoc.render.screen import Screen
from aoc.render.units import seconds_text
from aoc.results import Result

README = "README.md"


@click.command()
@click.option("--year", type=YEAR, help="The year of the days.")
@click.option("--all-years", is_flag=True, help="A table for each year in days/.")
@click.option(
    "--readme",
    metavar="FILE",
    help=f"The file to write the table into.  [default: the project's {README}]",
)
@click.option(
    "--sample",
    type=SEED,
    default=0,
    metavar="SEED",
    help="The seed of the made-up inputs.",
)
@click.option(
    "--repeat",
    type=REPEAT,
    default=7,
    show_default=True,
    help="Time each part this often; the best time counts.",
)
@debug_option
def report(
    year: int | None, all_years: bool, readme: str | None, sample: int, repeat: int, debug: bool
) -> int:
    """Write the table of days into a README.

    Runs every day, one after the other, and writes titles, ideas and times between the lines
    `<!-- days -->` and `<!-- /days -->`. A day runs on a made-up input, from `sample` in its
    tests, or without `sample` on your own input.

    Exits with 1 if a day failed; the other days are in the table anyway.
    """
    from aoc.commands.timed_days import failure_text, time_days
    from aoc.files import overwrite

    check_one_of({"--year": year is not None, "--all-years": all_years})
    project = find_project()
    words = words_for_all_years(project) if all_years else ["all"]
    path = find_readme(project, readme)
    shown = os.path.relpath(path)
    read_readme(path, shown)
    puzzles = select_runnable_puzzles(project, words, year)
    timed = time_days(project, puzzles, Screen(sys.stderr), sample, repeat)
    # A day may run twice, and its tests fail to be imported each time.
    failures = dict.fromkeys(filter(None, map(failure_text, timed.results)))
    for sentence in (*failures, *dict.fromkeys(map(str, timed.problems))):
        print_message(sentence)
    if timed.without_input:
        print_message(left_out_text(project, timed.without_input, login=not timed.problems))
    years = rows_by_year(project, timed.results)
    if not years:
        raise AocError(f"no day could be timed: {shown} is left as it was")
    # It is read again, because it may have been edited during the run.
    text = replace_section(read_readme(path, shown), "days", year_tables(years))
    overwrite(path, text.encode())
    print_line(summary(shown, years, timed.on_own_input()))
    if failures:
        return 1
    return timed.problems[0].exit_code if timed.problems else 0


def find_readme(project: Project, option: str | None) -> str:
    """Return the path of the file to write into: the one that was named, else the project's."""
    if option is not None:
        return os.path.abspath(os.path.expanduser(option))
    names = sorted(name for name in os.listdir(project.root) if name.lower() == README.lower())
    return os.path.join(project.root, README if README in names else [*names, README][0])


def read_readme(path: str, shown: str) -> str:
    """Read a README, with its line ends as they are.

    Raises `UsageError` if it cannot be read, or has no place for the table.
    """
    try:
        text = read_bytes(path).decode()
        replace_section(text, "days", "")
    except UnicodeDecodeError:
        raise UsageError(f"{shown} is not UTF-8 text: save it as UTF-8, then try again") from None
    except ValueError as error:
        raise UsageError(f"{shown} {error}: add both where the table should be") from None
    except FileNotFoundError:
        raise UsageError(
            f"{shown} does not exist: create it, with the lines <!-- days --> and <!-- /days -->"
        ) from None
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {error.strerror}") from None
    return text


def left_out_text(project: Project, puzzles: Sequence[Puzzle], *, login: bool) -> str:
    """Return the sentence that names the days without an input, and says how to get one."""
    file = project_input_name(project.settings, puzzles[0])
    fetch = ", or fetch it after `aoc login`" if login else ""
    return (
        "left out, because there is neither an input nor sample(rng) in the tests: "
        f"{', '.join(map(str, puzzles))}; save your input as {file}{fetch}"
    )


def rows_by_year(project: Project, results: Sequence[Result]) -> dict[int, list[DayRow]]:
    """Return the rows of the table of each year that has results, the oldest year first."""
    rows = {}
    for year in sorted({result.year for result in results}):
        found = [result for result in results if result.year == year]
        ideas = {}
        for day in {result.day for result in found}:
            ideas[day] = idea_in(read_bytes(day_path(project.root, Puzzle(year, day))))
        rows[year] = rows_of(found, ideas)
    return rows


def summary(shown: str, years: Mapping[int, Sequence[DayRow]], own: Sequence[Puzzle]) -> str:
    """Return the line that says what was written, and which days ran on your own input."""
    rows = [row for rows in years.values() for row in rows]
    count = f"{len(rows)} day{'' if len(rows) == 1 else 's'}"
    solved = sum(row.solved for row in rows)
    total = seconds_text(sum(row.total for row in rows))
    result = f"{total} in all" if solved == len(rows) else f"{solved} solved"
    inputs = f"; on your own input: {', '.join(map(str, own))}" if own else ""
    return f"{shown}: {count}, {result}{inputs}"
