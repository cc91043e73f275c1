"""`aoc init`: create a project, in a new folder or in one that exists."""

from __future__ import annotations

import os
import re
import shlex
import sys

import click

from aoc.commands.days_argument import YEAR
from aoc.commands.options import debug_option
from aoc.errors import UsageError
from aoc.files import read_text
from aoc.program import program_name
from aoc.render.message import print_message
from aoc.render.terminal import print_line, write
from aoc.scaffold.editors import EDITORS
from aoc.scaffold.file_changes import make_changes
from aoc.scaffold.project_files import ProjectPlan, plan_project
from aoc.scaffold.requirement import Requirement, find_requirement


@click.command()
@click.argument("folder", metavar="[DIR]", default=".")
@click.option("--year", type=YEAR, help="The year of the project.")
@click.option(
    "--editor",
    "editors",
    multiple=True,
    type=click.Choice([*EDITORS]),
    help="Also create run and debug configurations for this editor; can be repeated.",
)
@debug_option
def init(folder: str, year: int | None, editors: tuple[str, ...], debug: bool) -> None:
    """Create a project in DIR, or in the current folder.

    DIR may be new, or a folder with files in it, such as a git repository. Existing files are not
    changed, except that `[tool.aoc]` is added to pyproject.toml, and missing lines to .gitignore.
    The project has all that `aoc new`, `aoc run`, pytest and aocd's own runner need.
    """
    if not folder:
        raise UsageError("DIR is empty: leave it out for the current folder")
    requirement = find_requirement()
    plan = plan_project(folder, requirement, year, editors)
    make_changes(os.path.abspath(folder), plan.changes)
    for change in plan.changes:
        path = quoted(os.path.normpath(os.path.join(folder, change.path)))
        print_line(f"{path}: {change.what}" if change.what else path)
    for note in plan.notes:
        print_message(note)
    if not plan.changes:
        print_message(f"{quoted(os.path.abspath(folder))} is a project already: nothing to do")
    files = [change.path for change in plan.changes if requirement.text in change.text]
    if files and requirement.is_local:
        source = requirement.text.partition(" @ ")[2]
        print_message(
            f"{files[0]} takes aoc-days from {source}, which no other computer can reach: "
            "name another source there before you share the project"
        )
    named = os.environ.get("AOC_PROJECT")
    if named and not is_same(os.path.expanduser(named), folder):
        print_message(f"AOC_PROJECT is {named}, so commands use that project: unset it")
    if not plan.was_project:
        show_next_steps(folder, plan, requirement, editors)


def show_next_steps(
    folder: str, plan: ProjectPlan, requirement: Requirement, editors: tuple[str, ...]
) -> None:
    """Print what to type next, one command per line, to copy into a shell."""
    steps = []
    if not is_same(folder, os.curdir):
        # A name that starts with a dash would be an option.
        steps.append(f"cd {quoted(os.path.join('.', folder) if folder[0] == '-' else folder)}")
    windows = os.name == "nt"
    if not os.path.exists(os.path.join(folder, ".venv")):
        steps.append(f"{'python' if windows else 'python3'} -m venv .venv")
    steps.append(r".venv\Scripts\activate" if windows else ". .venv/bin/activate")
    packages = '-e ".[test]"' if plan.installs else f'"{requirement.text}" pytest'
    steps.append(f"{pip_of(folder)} install {packages}")
    steps += [f"{program_name()} login", f"{program_name()} new 1"]
    write(sys.stderr, "\n".join(["Next:", *(f"  {step}" for step in steps), ""]))
    if not editors:
        names = " or ".join(f"`aoc init --editor {name}`" for name in EDITORS)
        print_message(f"{names} adds run and debug configurations for an editor")


def is_same(folder: str, other: str) -> bool:
    """Return whether two paths lead to one folder; the current one may have been deleted."""
    try:
        return os.path.samefile(folder, other)
    except OSError:
        return False


def pip_of(folder: str) -> str:
    """Return what installs packages into a project's environment; one made by uv has no pip."""
    try:
        lines = read_text(os.path.join(folder, ".venv", "pyvenv.cfg")).splitlines()
        is_uvs = any(line.startswith("uv = ") for line in lines)
    except (OSError, UnicodeDecodeError):
        is_uvs = False
    return "uv pip" if is_uvs else "python -m pip"


def quoted(path: str) -> str:
    """Return a path as it is typed into a shell."""
    if os.name != "nt":
        return shlex.quote(path)
    # In double quotes, because cmd.exe does not know single ones.
    return path if re.fullmatch(r"[\w.:\\/-]+", path) else f'"{path}"'
