"""The files of a new project, made from templates."""

from __future__ import annotations

import os
import re
from string import Template
from typing import NamedTuple

from aoc.errors import UsageError
from aoc.scaffold.day_files import write_new_file

__all__ = ["ProjectNames", "make_project", "project_names"]

BUILT_IN = os.path.join(os.path.dirname(__file__), "templates", "project")
RESERVED = ("aoc-days", "aoc-ocr")
"""Names of packages on PyPI that a project must not hide."""
NO_YEAR = "# year = 2025          # otherwise the newest of days/"


class ProjectNames(NamedTuple):
    """The names of a project: `name` as a distribution and as a solver, and its `module`."""

    name: str
    module: str


def project_names(folder: str) -> ProjectNames:
    """Make the names of the project in a folder; they are never those of a reserved package."""
    words = re.findall(r"[a-z0-9]+", os.path.basename(folder).lower())
    if words[:1] == ["aoc"]:
        words = words[1:]
    name = "-".join(["aoc", *(words or ["mine"])])
    if name in RESERVED:
        name = f"{name}-mine"
    return ProjectNames(name, name.replace("-", "_"))


def make_project(folder: str, year: int | None = None) -> list[str]:
    """Make a project in a folder and return the names of its files.

    The folder must be new, or empty except for `.git`; else this raises `UsageError` and writes
    nothing.
    """
    folder = os.path.abspath(folder)
    try:
        found = os.listdir(folder)
    except FileNotFoundError:
        found = []
    except OSError as error:
        raise UsageError(f"{folder} cannot be made a project: {error.strerror}") from None
    if set(found) - {".git"}:
        raise UsageError(f"{folder} is not empty: name a folder that is, or a new one")
    names = project_names(folder)
    values = names._asdict() | {"year": f"year = {year}" if year else NO_YEAR}
    files = {
        "pyproject.toml": fill_project_template("pyproject.toml", values),
        f"{names.module}.py": fill_project_template("solver.py", values),
        os.path.join("days", ".gitkeep"): "",
        os.path.join("tests", "test_days.py"): fill_project_template("test_days.py", values),
        "README.md": fill_project_template("README.md", values),
        ".gitignore": fill_project_template("gitignore", values),
        os.path.join(".github", "workflows", "ci.yml"): fill_project_template("ci.yml", values),
    }
    for name, text in files.items():
        write_new_file(os.path.join(folder, name), text)
    return list(files)


def fill_project_template(name: str, values: dict[str, str]) -> str:
    """Return the text of a built-in template with its placeholders replaced."""
    with open(os.path.join(BUILT_IN, f"{name}.txt"), encoding="utf-8") as file:
        return Template(file.read()).safe_substitute(values)
