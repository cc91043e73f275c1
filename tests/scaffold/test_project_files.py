"""Checks the files of a new project, by where it gets aoc-days from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from aoc.project import read_settings
from aoc.scaffold.project_files import plan_project

SOURCES = [
    "aoc-days>=1.2",
    "aoc-days @ git+https://example.org/aoc.git",
    "aoc-days @ file:///home/me/aoc%20days/aoc.whl",
]


def make_project(folder: Path, source: str) -> None:
    """Make a project that gets aoc-days from a source."""
    assert [*plan_project(str(folder), source).create()]


def test_the_settings_it_offers_are_settings(tmp_path: Path) -> None:
    make_project(tmp_path / "advent", SOURCES[0])
    text = (tmp_path / "advent" / "pyproject.toml").read_text(encoding="utf-8")
    table = text.partition("[tool.aoc]\n")[2]
    offered = re.sub(r"^# ", "", table, flags=re.MULTILINE)
    (tmp_path / "pyproject.toml").write_text(f"[tool.aoc]\n{offered}", encoding="utf-8")
    settings = read_settings(str(tmp_path / "pyproject.toml"))
    assert settings is not None
    assert settings.keys() == {"year", "submit", "contact", "template", "inputs"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[project]\nname = "x"',
        '[project]\r\nname = "x"\r\n',
        'text = """\n[tool.aoc]\n"""\n',
        "[[list]]\na = 1\n",
    ],
)
def test_the_settings_are_added_and_nothing_else_changes(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_bytes(text.encode())
    plan = plan_project(str(tmp_path), SOURCES[0], 2021)
    made = plan.files["pyproject.toml"]
    assert made.startswith(text)
    tables = tomllib.loads(made)
    assert tables["tool"].pop("aoc") == {"year": 2021}
    assert {name: table for name, table in tables.items() if table} == {
        name: table for name, table in tomllib.loads(text).items() if table
    }
    assert made.count("\r") == (made.count("\n") if "\r" in text else 0)


def test_a_file_that_came_to_be_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    plan = plan_project(str(tmp_path), SOURCES[0])
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    assert "pyproject.toml" in [*plan.create()]
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "mine"
