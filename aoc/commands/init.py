"""Setting up: Create a project of your own."""

from __future__ import annotations

import os
import re
import shlex
import sys

import click

from aoc.commands.options import YEAR, Word, command, option
from aoc.program import program_name
from aoc.render.terminal import print_line, print_message, write
from aoc.scaffold.project_files import METADATA, ProjectPlan, find_requirement, plan_project


@command
@click.argument("folder", metavar="[DIR]", default=".", type=Word("dir"))
@option("--year", type=YEAR, help="The year of the project.")
def init(folder: str, year: int | None) -> None:
    """Create a project in DIR, or in the current folder.

    DIR may be new, or a folder with files in it, such as a git repository. Existing files are not
    changed, except that `[tool.aoc]` is added to pyproject.toml, and missing lines to .gitignore.
    The project has all that `aoc new`, `aoc run`, pytest and aocd's own runner need.
    """
    requirement = find_requirement()
    plan = plan_project(folder, requirement, year)
    for name in plan.create():
        path = quoted(os.path.normpath(os.path.join(folder, name)))
        print_line(f"{path}: {plan.added[name]}" if name in plan.added else path)
    for note in plan.notes:
        print_message(note)
    if not plan.files:
        print_message(f"{quoted(os.path.abspath(folder))} is a project already: nothing to do")
    if plan.installs and " @ file:" in requirement:
        print_message(f"pyproject.toml has {requirement}, which no other computer can reach")
    if METADATA in plan.files:
        steps = next_steps(folder, plan, requirement)
        write(sys.stderr, "\n".join(["Next:", *(f"  {step}" for step in steps), ""]))


def next_steps(folder: str, plan: ProjectPlan, requirement: str) -> list[str]:
    """Return the next commands, one per line, to copy into a shell."""
    steps = []
    if os.path.normpath(folder) != os.curdir:
        # A name that starts with a dash would be an option.
        steps.append(f"cd {quoted(os.path.join('.', folder) if folder[0] == '-' else folder)}")
    program, windows = program_name(), os.name == "nt"
    # An environment that uv has made has no pip.
    if plan.has("uv.lock") or "\nuv = " in plan.read(".venv", "pyvenv.cfg"):
        program = "uv run aoc-days"
        needed = "pytest" if plan.requires_aoc else f'"{requirement}" pytest'
        steps.append("uv sync" if plan.installs else f"uv add --dev {needed}")
    else:
        # As the activation of an environment sets them.
        if not os.environ.get("VIRTUAL_ENV") and not os.environ.get("CONDA_PREFIX"):
            if not plan.has(".venv"):
                steps.append(f"{'python' if windows else 'python3'} -m venv .venv")
            steps.append(r".venv\Scripts\activate" if windows else ". .venv/bin/activate")
        packages = '-e ".[test]"' if plan.installs else f'"{requirement}" pytest'
        steps.append(f"python -m pip install {packages}")
    return [*steps, f"{program} login", f"{program} new 1"]


def quoted(path: str) -> str:
    """Return a path as it is typed into a shell."""
    if os.name != "nt":
        return shlex.quote(path)
    # In double quotes, because cmd.exe does not know single ones.
    return path if re.fullmatch(r"[\w.:\\/-]+", path) else f'"{path}"'
