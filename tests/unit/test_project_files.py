"""Checks the files of a new project, and where it gets aoc-days from."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from aoc.project.settings import read_settings
from aoc.scaffold import project_files
from aoc.scaffold.project_files import find_requirement, plan_project

COMMIT = "0123456789abcdef0123456789abcdef01234567"


def test_the_settings_it_offers_are_settings(tmp_path: Path) -> None:
    assert [*plan_project(str(tmp_path / "advent"), "aoc-days").create()]
    text = (tmp_path / "advent" / "pyproject.toml").read_text(encoding="utf-8")
    table = text.partition("[tool.aoc]\n")[2]
    offered = re.sub(r"^# ", "", table, flags=re.MULTILINE)
    (tmp_path / "pyproject.toml").write_text(f"[tool.aoc]\n{offered}", encoding="utf-8")
    settings = read_settings(str(tmp_path / "pyproject.toml"))
    assert settings is not None
    # A year would be an old one in December.
    assert settings.keys() == {"submit", "contact", "template", "inputs"}


def test_a_file_that_came_to_be_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    plan = plan_project(str(tmp_path), "aoc-days")
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    assert "pyproject.toml" in [*plan.create()]
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == "mine"


class Installed:
    """A distribution as `importlib.metadata` describes it."""

    version = "1.2.3"

    def __init__(self, record: dict[str, Any] | None, name: str) -> None:
        self.record = record

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self.record is None else json.dumps(self.record)


GIT = "https://me:secret@example.org/aoc.git"
WHEEL = "file:///a%20b/aoc_days-1-py3-none-any.whl"
FOLDER = "file:///a/aoc"
REQUIREMENTS: list[tuple[dict[str, Any] | None, str]] = [
    (None, ">=1.2.3"),
    (
        {"url": GIT, "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
        f" @ git+https://example.org/aoc.git@{COMMIT}",
    ),
    ({"url": WHEEL, "archive_info": {}}, f" @ {WHEEL}"),
    ({"url": FOLDER, "dir_info": {"editable": True}}, f" @ {FOLDER}"),
]


def test_it_is_required_as_it_was_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for record, requirement in REQUIREMENTS:
        found = partial(Installed, record)
        monkeypatch.setattr(project_files, "distribution", found)
        assert find_requirement() == f"aoc-days{requirement}"
