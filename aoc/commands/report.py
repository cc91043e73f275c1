"""`aoc report`: the table and the pictures of days in a README, or the page of a year."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from aoc.commands.days_argument import YEAR, select_runnable_puzzles, words_for_all_years
from aoc.commands.options import REPEAT, SEED, check_one_of, debug_option, force_option
from aoc.errors import AocError, SiteError, UsageError
from aoc.model import Puzzle
from aoc.project import Project, find_project, shown_path
from aoc.render.format import counted, seconds_text
from aoc.render.message import print_message
from aoc.render.readme_table import sections_in, year_tables
from aoc.render.screen import Screen
from aoc.render.terminal import print_line

if TYPE_CHECKING:
    from aoc.commands.report_readme import Readme
    from aoc.commands.report_rows import Report
    from aoc.site.accounts import Account

README = "README.md"
RUNNING = {"sample": "--sample", "repeat": "--repeat"}
"""The options about a run, which only the plain command needs."""


@click.command()
@click.option("--year", type=YEAR, help="The year of the days.")
@click.option("--all-years", is_flag=True, help="All years that are in days/.")
@click.option(
    "--readme",
    metavar="FILE",
    help=f"The file to write into.  [default: the project's {README}]",
)
@click.option(
    "--last", is_flag=True, help="Run nothing: take the times of your last runs from the history."
)
@click.option(
    "--check",
    is_flag=True,
    help="Write nothing: exit with 1 if the README or its pictures are stale. Times are not "
    "compared, but days, titles, ideas, stars and what is solved.",
)
@click.option(
    "--html", metavar="FILE", help="Write a page about the year instead, with its trends."
)
@click.option("--serve", is_flag=True, help="Show that page on this computer, while runs come in.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="N",
    help="The port of --serve.  [default: any that is free]",
)
@click.option(
    "--user", metavar="NAME", help="The account whose stars are shown; a part of its name."
)
@click.option("--offline", is_flag=True, help="Ask the site for nothing: for --html and --serve.")
@force_option
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
@click.pass_context
def report(
    context: click.Context,
    year: int | None,
    all_years: bool,
    readme: str | None,
    last: bool,
    check: bool,
    html: str | None,
    serve: bool,
    port: int,
    user: str | None,
    offline: bool,
    force: bool,
    sample: int,
    repeat: int,
    debug: bool,
) -> int:
    """Write the table and the pictures of days into a README.

    Runs every day, one after the other, and writes titles, ideas and times between the lines
    `<!-- days -->` and `<!-- /days -->`, and pictures of stars and times between
    `<!-- pictures -->` and `<!-- /pictures -->`; either pair may be missing. A day runs on a
    made-up input, from `sample` in its tests, or without `sample` on your own input.

    Exits with 1 if a day failed; the other days are in the README anyway.
    """
    check_report_options(context)
    project = find_project()
    words = words_for_all_years(project) if all_years else ["all"]
    if html is not None or serve:
        from aoc.commands.report_page import report_page

        years = [int(word) for word in words] if all_years else [project.year(year)]
        return report_page(
            project,
            years,
            file=html,
            serves=serve,
            port=port,
            user=user,
            offline=offline,
            force=force,
        )
    from aoc.commands.report_readme import PICTURES, find_readme

    target = find_readme(project, readme)
    sections = sections_in(target.read())
    puzzles = select_runnable_puzzles(project, words, year)
    if check:
        return check_current(project, target, puzzles, user, options_text(year, all_years, readme))
    from aoc.commands.report_pictures import account_of, check_pictures, folder_of

    if PICTURES in sections:
        shown_years = {puzzle.year for puzzle in puzzles}
        check_pictures(shown_years, folder_of(project, target), force=force)
    if last:
        from aoc.commands.report_rows import last_rows
        from aoc.history.past_runs import read_records

        account = account_of(user)
        records = read_records(project.root)
        found = last_rows(project, puzzles, records, account and account.id)
        write_report(project, target, found, account)
        print_line(summary(target.shown, found))
        return 0
    return run_and_write(project, target, puzzles, account_of(user), sample, repeat)


def check_report_options(context: click.Context) -> None:
    """Raise `UsageError` for options of a call that contradict each other, or would do nothing."""
    given = context.params
    check_one_of({"--year": given["year"] is not None, "--all-years": given["all_years"]})
    used = [f"--{name}" for name in ("html", "serve", "check", "last") if is_given(context, name)]
    pages = [name for name in used if name in ("--html", "--serve")]
    # A page can be written and served at once.
    forms = [name for name in used if name not in pages[1:]]
    check_one_of(dict.fromkeys(forms, True))
    for form in forms:
        for name, option in RUNNING.items():
            check_one_of({form: True, option: is_given(context, name)})
    if pages:
        check_one_of({pages[0]: True, "--readme": given["readme"] is not None})
    elif given["offline"]:
        raise UsageError("--offline is for --html and --serve: add one, or leave out --offline")
    if given["force"] and "--html" not in used and ("--serve" in used or "--check" in used):
        raise UsageError("--force is for what is written: leave it out")
    if "--serve" not in used and is_given(context, "port"):
        raise UsageError("--port is for --serve: add --serve, or leave out --port")


def is_given(context: click.Context, name: str) -> bool:
    """Return whether an option was written, if only with its default."""
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def options_text(year: int | None, all_years: bool, readme: str | None) -> str:
    """Return the options that choose the years and the file, as they are typed."""
    from aoc.commands.init import quoted

    return (
        (f" --year {year}" if year is not None else "")
        + (" --all-years" if all_years else "")
        + (f" --readme {quoted(readme)}" if readme is not None else "")
    )


def check_current(
    project: Project, readme: Readme, puzzles: Sequence[Puzzle], user: str | None, options: str
) -> int:
    """Say that the README is up to date. Raises `AocError` if it is stale."""
    from aoc.commands.report_check import check_report, known_without_runs

    known = known_without_runs(project, puzzles, user)
    check_report(project, readme, puzzles, known, options)
    print_line(
        f"{readme.shown}: up to date, {counted(len(puzzles), 'day')}; times were not compared"
    )
    return 0


def run_and_write(
    project: Project,
    readme: Readme,
    puzzles: Sequence[Puzzle],
    account: Account | None,
    sample: int,
    repeat: int,
) -> int:
    """Run days, write their table and pictures, and return the exit code."""
    from aoc.commands.report_rows import Report, basis_of, rows_by_year
    from aoc.commands.timed_days import failure_text, time_days

    timed = time_days(project, puzzles, Screen(sys.stderr), sample, repeat)
    # A day may run twice, and its tests fail to be imported each time.
    failures = dict.fromkeys(filter(None, map(failure_text, timed.results)))
    for sentence in (*failures, *dict.fromkeys(map(str, timed.problems))):
        print_message(sentence)
    if timed.without_input:
        print_message(left_out_text(project, timed.without_input, login=not timed.problems))
    years = rows_by_year(project, timed.results)
    if not years:
        raise AocError(f"no day could be timed: {readme.shown} is left as it was")
    own = timed.on_own_input()
    basis = basis_of(timed.results, repeat, timed.samples, own)
    found = Report(years, basis, timed.without_input)
    write_report(project, readme, found, account)
    print_line(summary(readme.shown, found, own))
    return 1 if failures else exit_code_of(timed.problems)


def exit_code_of(problems: Sequence[SiteError]) -> int:
    """Return the exit code for why inputs could not be fetched; 0 if none had to be."""
    return problems[0].exit_code if problems else 0


def write_report(project: Project, readme: Readme, found: Report, account: Account | None) -> None:
    """Write what a report says into the README, and the pictures beside it, if it shows them.

    Raises `UsageError` if one of the files cannot be written.
    """
    from aoc.commands import report_pictures as pictures
    from aoc.commands.report_check import left_out_comment
    from aoc.commands.report_readme import DAYS, PICTURES

    sections = {DAYS: year_tables(found.years) + left_out_comment(found.without_input)}
    if PICTURES in sections_in(readme.read()):
        stars = pictures.stars_of(account, [*found.years])
        facts = pictures.facts_of_report(project, found, stars)
        folder = pictures.folder_of(project, readme)
        # First the files: a README that shows them comes when they are there.
        pictures.write_pictures(facts, folder)
        sections[PICTURES] = pictures.pictures_body(facts, folder)
    readme.update(sections)


def left_out_text(project: Project, puzzles: Sequence[Puzzle], *, login: bool) -> str:
    """Return the sentence that names the days without an input, and says how to get one."""
    file = shown_path(project.input_path(puzzles[0]))
    fetch = ", or fetch it after `aoc login`" if login else ""
    return (
        "left out, because there is neither an input nor sample(rng) in the tests: "
        f"{', '.join(map(str, puzzles))}; save your input as {file}{fetch}"
    )


def summary(shown: str, found: Report, own: Sequence[Puzzle] = ()) -> str:
    """Return the line that says what was written, and which days ran on your own input."""
    rows = [row for rows in found.years.values() for row in rows]
    solved = sum(row.solved for row in rows)
    total = seconds_text(sum(row.total for row in rows))
    result = f"{total} in all" if solved == len(rows) else f"{solved} solved"
    inputs = f"; on your own input: {', '.join(map(str, own))}" if own else ""
    return f"{shown}: {counted(len(rows), 'day')}, {result}{inputs}"
