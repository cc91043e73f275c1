"""The files of a new project, made from templates."""

from __future__ import annotations

import json
import os
import re
from string import Template

from aoc.errors import UsageError
from aoc.program import program_name
from aoc.scaffold.day_files import write_new_file
from aoc.scaffold.requirement import Requirement

__all__ = ["make_project", "project_name"]

BUILT_IN = os.path.join(os.path.dirname(__file__), "templates", "project")
RESERVED = ("aoc-days", "aoc-ocr")
"""Names of packages on PyPI that a project must not hide."""
NO_YEAR = "# year = 2025          # otherwise the newest of days/"


def project_name(folder: str) -> str:
    """Make the name of the project in a folder; it is never that of a reserved package."""
    words = re.findall(r"[a-z0-9]+", os.path.basename(folder).lower())
    if words[:1] == ["aoc"]:
        words = words[1:]
    name = "-".join(["aoc", *(words or ["mine"])])
    return f"{name}-mine" if name in RESERVED else name


def make_project(folder: str, requirement: Requirement, year: int | None = None) -> list[str]:
    """Make a project in a folder and return the names of its files.

    `requirement` says where it gets aoc-days from. The folder must be new, or empty except for
    `.git`; else this raises `UsageError` and writes nothing.
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
    values = {
        "name": project_name(folder),
        "year": f"year = {year}" if year else NO_YEAR,
        # A string of JSON is one of TOML.
        "requirement": json.dumps(requirement.text, ensure_ascii=False),
        "source_check": "",
        "program": program_name(),
    }
    if requirement.is_local:
        values["source_check"] = fill_project_template("source_check.yml", values)
    files = {
        "pyproject.toml": fill_project_template("pyproject.toml", values),
        os.path.join("days", "__init__.py"): "",
        os.path.join("tests", "__init__.py"): "",
        os.path.join("tests", "test_days.py"): fill_project_template("test_days.py", values),
        "README.md": align_comments(fill_project_template("README.md", values)),
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


def align_comments(text: str) -> str:
    """Return a text with the comments behind its commands one below the other."""
    parts = [line.partition("  # ") for line in text.split("\n")]
    width = max(len(command) for command, mark, _ in parts if mark)
    return "\n".join(
        f"{command:{width}}{mark}{comment}" if mark else command for command, mark, comment in parts
    )
