"""Checks the files of a new project, by where it gets aoc-days from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from aoc.project import read_settings
from aoc.scaffold.file_changes import make_changes
from aoc.scaffold.project_files import plan_project
from aoc.scaffold.requirement import Requirement
from aoc.year.readme import sections_in
from tests.marks import needs_posix_shell

SOURCES = [
    Requirement("aoc-days>=1.2"),
    Requirement("aoc-days @ git+https://example.org/aoc.git"),
    Requirement("aoc-days @ file:///home/me/aoc%20days/aoc.whl", is_local=True),
]


def make_project(folder: Path, source: Requirement) -> None:
    """Make a project that gets aoc-days from a source."""
    assert [*plan_project(str(folder), source).write()]


@pytest.mark.parametrize("source", SOURCES)
def test_the_requirement_stands_in_its_metadata(tmp_path: Path, source: Requirement) -> None:
    make_project(tmp_path / "advent", source)
    written = tomllib.loads((tmp_path / "advent" / "pyproject.toml").read_text(encoding="utf-8"))
    assert written["project"]["dependencies"] == [source.text]
    assert written["tool"]["mypy"]["mypy_path"] == "$MYPY_CONFIG_FILE_DIR"


def test_the_settings_it_offers_are_settings(tmp_path: Path) -> None:
    make_project(tmp_path / "advent", SOURCES[0])
    text = (tmp_path / "advent" / "pyproject.toml").read_text(encoding="utf-8")
    table = text.partition("[tool.aoc]\n")[2]
    offered = re.sub(r"^# ", "", table, flags=re.MULTILINE)
    (tmp_path / "pyproject.toml").write_text(f"[tool.aoc]\n{offered}", encoding="utf-8")
    settings = read_settings(str(tmp_path / "pyproject.toml"))
    assert settings is not None
    assert settings.keys() == {"year", "submit", "contact", "template", "inputs"}


@pytest.mark.parametrize("name", ["days", "pictures"])
def test_the_readme_of_a_project_says_where_the_table_and_the_pictures_are(
    tmp_path: Path, name: str
) -> None:
    make_project(tmp_path / "advent", SOURCES[0])
    text = (tmp_path / "advent" / "README.md").read_text(encoding="utf-8")
    section = sections_in(text)[name]
    assert text[section.begin.end() : section.end.start()] == "\n"
