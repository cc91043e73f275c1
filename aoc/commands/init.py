"""Setting up: Create a project of your own, or bring a repository of solutions."""

from __future__ import annotations

import os
import sys

import click

from aoc.commands.options import YEAR, Word, command, flag, option
from aoc.console_scripts import foreign_name, owner_of, script_path, take_name
from aoc.errors import UsageError
from aoc.model.puzzles import current_year
from aoc.program import DISTRIBUTION, NAME, OTHER_NAME, program_name, quoted
from aoc.project.survey import Group, survey
from aoc.render.format import counted
from aoc.render.messages import unclear_lines
from aoc.render.terminal import print_line, print_message, write
from aoc.scaffold.project_files import (
    METADATA,
    ProjectPlan,
    find_requirement,
    plan_layouts,
    plan_project,
    refuse_home,
)


@command
@click.argument("folder", metavar="[DIR]", default=".", type=Word("dir"))
@option("--year", type=YEAR, help="The year of the project.")
@flag("--yes", help="Ask nothing: write the layouts of the solutions that are there.")
@flag("--dry-run", "only_lists", excludes=["--yes"], help="Only list these solutions.")
def init(folder: str, year: int | None, yes: bool, only_lists: bool) -> None:
    """Create a project in DIR, or in the current folder, or bring the solutions that are there.

    DIR may be new, or a folder with files in it, such as a git repository. If it has solutions of
    your own, their layouts are found out and written into pyproject.toml, and no other file is
    changed: `aoc run all` runs them as they are. Else the project gets all that `aoc new`,
    `aoc run`, pytest and aocd's own runner need; existing files are not changed, except that
    `[tool.aoc]` is added to pyproject.toml, and missing lines to .gitignore.

    `aoc-days init` also replaces the `aoc` of advent-of-code-data.
    """
    refuse_home(folder)
    if program_name() == OTHER_NAME and not only_lists:
        settle_name(yes=yes)
    requirement = find_requirement()
    plan = plan_layouts(folder, found := survey(folder))
    if only_lists or (plan and plan.files):
        lines = [*map(group_line, found.groups), *unclear_lines(found)]
        print_line("\n".join(lines or ["no solution is there"]))
    if only_lists:
        return
    if plan is None:
        plan = plan_project(folder, requirement, year)
    elif plan.files and not yes:
        if not can_ask():
            raise UsageError(
                "write these layouts into pyproject.toml with `aoc init --yes`"
            )
        if not agrees("Write these layouts into pyproject.toml?"):
            return
    for name in plan.create():
        path = quoted(os.path.normpath(os.path.join(folder, name)))
        print_line(f"{path}: {plan.added[name]}" if name in plan.added else path)
    for note in plan.notes:
        print_message(note)
    if not plan.files:
        print_message(
            f"{quoted(os.path.abspath(folder))} is a project already: nothing to do"
        )
    if METADATA in plan.files:
        steps = next_steps(folder, plan, requirement, year or current_year())
        write(sys.stderr, "\n".join(["Next:", *(f"  {step}" for step in steps), ""]))


def settle_name(*, yes: bool) -> None:
    """Replace the `aoc` beside our `aoc-days` if it is that of aocd, with `yes` or if asked to.

    Where nobody can be asked, and where it cannot be written, a message says what to do.
    """
    foreign = foreign_name()
    if foreign is None:
        return
    if not yes and not can_ask():
        print_message(
            f"{foreign}: `{OTHER_NAME} init --yes` replaces it by {OTHER_NAME}"
        )
        return
    if not yes and not agrees(f"{foreign}. Replace it by {OTHER_NAME}?"):
        return
    try:
        take_name()
    except UsageError as error:
        print_message(str(error))
        return
    print_message(f"{script_path(NAME)} starts {OTHER_NAME} now")


def can_ask() -> bool:
    """Return whether somebody can be asked, on a terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def agrees(question: str) -> bool:
    """Ask a question on the terminal, and return whether the answer is yes, or nothing."""
    text = f"{question} [Y/n]"
    answer: bool = click.prompt(
        text, type=bool, default=True, show_default=False, err=True
    )
    return answer


def group_line(group: Group) -> str:
    """Return the line about the solutions with one layout: their years, number and pattern."""
    layout, years = group.layout, sorted({puzzle.year for puzzle in group.puzzles})
    span = str(years[0]) if len(years) == 1 else f"{years[0]}-{years[-1]}"
    kind = "script" if layout.run else "module"
    names = "" if layout.run else f", {layout.part1} and {layout.part2} of the text"
    return f"{span}: {counted(len(group.files), kind)}{names}, {layout.days}"


def next_steps(
    folder: str, plan: ProjectPlan, requirement: str, year: int
) -> list[str]:
    """Return the next commands, one per line, to copy into a shell; a day of `year` is made."""
    steps = []
    if os.path.normpath(folder) != os.curdir:
        # A name that starts with a dash would be an option.
        steps.append(
            f"cd {quoted(os.path.join('.', folder) if folder[0] == '-' else folder)}"
        )
    program, windows = program_name(), os.name == "nt"
    if program == OTHER_NAME and owner_of(script_path(NAME)) == DISTRIBUTION:
        program = NAME  # which is shorter
    if "layouts" in plan.files[METADATA]:  # scripts need nothing of ours
        return [*steps, f"{program} login", f"{program} run all"]
    # An environment that uv has made has no pip.
    if plan.has("uv.lock") or "\nuv = " in plan.read(".venv", "pyvenv.cfg"):
        program = "uv run aoc-days"
        needed = [] if plan.requires_aoc else [f'"{requirement}"']
        if not plan.requires_pytest:
            needed.append("pytest")
        if plan.installs:
            steps.append("uv sync")
        elif needed:
            steps.append(f"uv add --dev {' '.join(needed)}")
    else:
        # As the activation of an environment sets them.
        if not os.environ.get("VIRTUAL_ENV") and not os.environ.get("CONDA_PREFIX"):
            if not plan.has(".venv"):
                steps.append(f"{'python' if windows else 'python3'} -m venv .venv")
            steps.append(
                r".venv\Scripts\activate" if windows else ". .venv/bin/activate"
            )
        packages = '-e ".[test]"' if plan.installs else f'"{requirement}" pytest'
        steps.append(f"python -m pip install {packages}")
    return [*steps, f"{program} login", f"{program} new {year}/1"]
