"""Create a project of your own, or bring a repository of solutions."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from textwrap import indent

import click

from aoc.commands.options import command, flag
from aoc.console_scripts import foreign_name, script_path, take_name
from aoc.errors import AocError, UsageError
from aoc.model.jobs import SCRIPT
from aoc.model.puzzles import coming_event, current_year
from aoc.program import DISTRIBUTION, NAME, OTHER_NAME, quoted
from aoc.render.format import counted
from aoc.render.terminal import print_line, print_message, write
from aoc.scaffold.day_programs import with_program
from aoc.scaffold.layout_survey import Group, Survey, survey
from aoc.scaffold.project_files import (
    METADATA,
    ProjectPlan,
    adapter_source,
    command_for,
    find_requirement,
    layout_source,
    plan_layouts,
    plan_project,
    refuse_home,
)
from aoc.site.accounts import few_of
from aoc.text import printable


@command
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path())
@flag("--yes", help="Ask nothing: write the layouts of the solutions that are there.")
@flag("--dry-run", "only_lists", excludes=["--yes"], help="Only list these solutions.")
def init(folder: str, yes: bool, only_lists: bool) -> None:
    """Create a project in DIR, or in the current folder, or bring the solutions that are there.

    DIR may be new, or have files in it, as a git repository. If it has solutions of your own, their
    layouts are found out and written into pyproject.toml, and no other file is changed: `aoc run
    all` runs them as they are. For days that are no scripts, they name your program that runs them,
    or an adapter to paste is shown. If nothing runs, nothing is written. Without solutions, the
    project gets all that `aoc new`, `aoc run`, pytest and aocd's own runner need; existing files
    stay, except that lines are added to pyproject.toml and .gitignore.

    `aoc-days init` also replaces the `aoc` of advent-of-code-data.
    """
    refuse_home(folder)
    # Whoever starts it by another name has no need of `aoc`, or has it.
    started = os.path.basename(sys.argv[0]).lower()
    if started.startswith(OTHER_NAME) and not only_lists:
        settle_name(yes=yes)
    requirement = find_requirement()
    solutions = with_program(folder, survey(folder))
    if only_lists:
        list_solutions(solutions)
        return
    plan = plan_layouts(folder, solutions)
    brings_solutions = plan is not None
    if plan is None:
        if solutions.unclear and not ProjectPlan(folder).is_project:
            check_unclear(folder, solutions, asks=not yes)
        plan = plan_project(folder, requirement)
    elif plan.files and not confirm_layouts(solutions, yes=yes):
        return
    create(plan, folder)
    # Else the folder was a project before, and its owner knows the next steps.
    if METADATA not in plan.files:
        return
    if brings_solutions and solutions.lacks_most:
        write_next_step(folder, solutions)
        remedy = "see the list for the reasons"
        if solutions.has_next_step:
            remedy = "add the lines above for these"
        raise AocError(
            f"most of these solutions cannot run yet, and {METADATA} has layouts for the others",
            remedy,
        )
    steps = []
    if os.path.normpath(folder) != os.curdir:
        steps.append(f"cd {quoted(folder)}")
    if brings_solutions:
        # Scripts need nothing of ours, but no answer is known to be right until it is fetched.
        steps += ["aoc login", "aoc fetch all", "aoc run all"]
    else:
        steps += project_steps(plan, requirement)
    lines = [f"  {step}\n" for step in steps]
    write(sys.stderr, f"Next:\n{''.join(lines)}")


def settle_name(*, yes: bool) -> None:
    """Replace the `aoc` beside our `aoc-days` if it is that of aocd, with `yes` or if asked to.

    Where nobody can be asked, and where it cannot be written, a message says what to do.
    """
    foreign = foreign_name()
    if foreign is None:
        return
    if not yes and not can_ask():
        print_message(f"{foreign}: `{OTHER_NAME} init --yes` replaces it by {OTHER_NAME}")
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


def agrees(question: str, *, default: bool = True) -> bool:
    """Ask a question on the terminal, and return whether the answer is yes.

    `default` says what no answer means.
    """
    return click.confirm(question, default=default, err=True)


def confirm_layouts(solutions: Survey, *, yes: bool) -> bool:
    """List solutions, and return whether their layouts may be written: with `yes`, or if asked.

    Raises `UsageError` where nobody can be asked.
    """
    # Nobody agrees to layouts without having seen them.
    list_solutions(solutions)
    if yes:
        return True
    if not can_ask():
        raise UsageError("write these layouts into pyproject.toml with `aoc init --yes`")
    return agrees("Write these layouts into pyproject.toml?")


def check_unclear(folder: str, solutions: Survey, *, asks: bool) -> None:
    """List solutions that are not understood, and say how they can run.

    Raises `AocError`, unless a new project beside them is agreed to, where it `asks`.
    """
    list_solutions(solutions)
    write_next_step(folder, solutions)
    question = "Make a new project beside these files?"
    if asks and can_ask() and agrees(question, default=False):
        return
    remedy = "add the lines above"
    if not solutions.has_next_step:
        remedy = f'say it in a layout in {METADATA}, such as solver = "adapter:solve"'
    raise AocError(
        "nothing was written, because it is not known how these files run",
        f"{remedy}, or make a new project in a folder of its own with `{NAME} init DIR`",
    )


def write_next_step(folder: str, solutions: Survey) -> None:
    """Write how files that are no scripts can run: by a command, or by an adapter to paste."""
    adapter = ""
    if solutions.uncalled:
        layout = solutions.uncalled.layout._replace(run="", solver="adapter:solve")
        adapter = adapter_source(folder, solutions.uncalled)
        other = 'With a program of your own, run = "python main.py --year {year} --day {day}".'
    elif solutions.foreign:
        layout = solutions.foreign.layout
        layout = layout._replace(run=command_for(layout))
        other = (
            "The command has the input as standard input, and its path as {input}. If it reads a "
            'file of its own, add input = "{year}/{day:02}/input.txt".'
        )
        if "run.sh" in layout.run:
            other += "\nrun.sh is yours to write: it compiles and runs the file that it gets."
    else:
        return
    settings = f"    {layout_source(layout)},\n"
    if not solutions.groups:
        settings = f"[tool.aoc]\nlayouts = [\n{settings}]\n"
    text = f"These files run with this in {METADATA}:\n\n{indent(settings, '  ')}\n"
    if adapter:
        text += f"and this in adapter.py:\n\n{indent(adapter, '  ')}\n"
    write(sys.stderr, f"{text}{other}\n")


def create(plan: ProjectPlan, folder: str) -> None:
    """Write the files of a plan for a folder, and say which they are."""
    for name in plan.create():
        line = quoted(os.path.normpath(os.path.join(folder, name)))
        if name in plan.added:
            line += f": {plan.added[name]}"
        print_line(line)
    for note in plan.notes:
        print_message(note)
    if not plan.files:
        path = quoted(os.path.abspath(folder))
        print_message(f"{path} is a project already: nothing to do")


def list_solutions(solutions: Survey) -> None:
    """Print the layouts of the solutions of a repository, and the files that are left out."""
    lines = [group_line(group) for group in solutions.groups]
    if solutions.others:
        files = counted(sum(solutions.others.values()), "other file")
        lines.append(f"{files} of these days left out: {named(solutions.others)}")
    lines += unclear_lines(solutions.unclear)
    print_line("\n".join(lines or ["no solution is there"]))


def unclear_lines(reasons: Mapping[str, str]) -> list[str]:
    """Return lines about files that are not understood, one for each reason why."""
    paths_by_reason: dict[str, list[str]] = {}
    for path, reason in reasons.items():
        paths_by_reason.setdefault(reason, []).append(path)
    lines = []
    for reason, paths in paths_by_reason.items():
        files = counted(len(paths), "file")
        lines.append(f"{files} not understood: {named(paths)} ({reason})")
    return lines


def named(names: Iterable[str]) -> str:
    """Return a few of some names, whatever is in them."""
    return printable(few_of(names), kept="")


def group_line(group: Group) -> str:
    """Return the line about the solutions with one layout: their years, number and pattern."""
    years = sorted({file.puzzle.year for file in group.files})
    span = str(years[0])
    if len(years) > 1:
        span += f"-{years[-1]}"
    layout = group.layout
    solvers = counted(len(group.files), "script")
    if layout.run != SCRIPT:
        days = counted(len(group.files), "day")
        solvers = f"{days} by `{printable(layout.run, kept='')}`"
    return f"{span}: {solvers}, {layout.days}"


def project_steps(plan: ProjectPlan, requirement: str) -> list[str]:
    """Return the commands that install a new project, and make the first day of an event.

    It is the newest one, or the one that begins soon.
    """
    packages = '-e ".[test]"' if plan.installs else f'"{requirement}" pytest'
    # An environment that uv has made has no pip.
    if plan.has("uv.lock") or "\nuv = " in plan.read(".venv", "pyvenv.cfg"):
        program = f"uv run {OTHER_NAME}"
        steps = []
        if plan.installs:
            steps = ["uv sync"]
        elif DISTRIBUTION not in plan.read(METADATA):
            steps = [f"uv add --dev {packages}"]
    else:
        program = OTHER_NAME if foreign_name() else NAME
        steps = [f"python -m pip install {packages}"]
        if not (os.environ.get("VIRTUAL_ENV") or os.environ.get("CONDA_PREFIX")):
            make, activate = "python3 -m venv .venv", ". .venv/bin/activate"
            if os.name == "nt":
                make, activate = "python -m venv .venv", r".venv\Scripts\activate"
            steps.insert(0, activate)
            if not plan.has(".venv"):
                steps.insert(0, make)
    first_day = f"new {current_year()}/1"
    if coming_event():
        first_day = "new --wait --open --watch"
    return [*steps, f"{program} login", f"{program} {first_day}"]
