"""Checks where a new project gets aoc-days from: from where the running one came."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError
from typing import Any

import pytest

from aoc.scaffold import project_files
from aoc.scaffold.project_files import find_requirement

COMMIT = "0123456789abcdef0123456789abcdef01234567"
VCS = {"vcs": "git", "commit_id": COMMIT}


class Installed:
    """A distribution as `importlib.metadata` describes it."""

    version = "1.2.3"

    def __init__(self, record: dict[str, Any] | None) -> None:
        self.record = record

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self.record is None else json.dumps(self.record)


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (None, "aoc-days>=1.2.3"),
        (
            {"url": "https://me:secret@example.org/aoc.git", "vcs_info": VCS, "subdirectory": "x"},
            f"aoc-days @ git+https://example.org/aoc.git@{COMMIT}#subdirectory=x",
        ),
        (
            {"url": "file:///a%20b/aoc_days-1-py3-none-any.whl", "archive_info": {}},
            "aoc-days @ file:///a%20b/aoc_days-1-py3-none-any.whl",
        ),
        ({"url": "file:///a/aoc", "dir_info": {"editable": True}}, "aoc-days @ file:///a/aoc"),
    ],
)
def test_it_is_required_as_it_was_installed(
    monkeypatch: pytest.MonkeyPatch, record: dict[str, Any] | None, text: str
) -> None:
    monkeypatch.setattr(project_files, "distribution", lambda name: Installed(record))
    assert find_requirement() == text


def test_what_is_not_installed_is_required_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise PackageNotFoundError

    monkeypatch.setattr(project_files, "distribution", fail)
    assert find_requirement() == "aoc-days"
