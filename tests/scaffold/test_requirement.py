"""Checks where a new project gets aoc-days from: from where the running one came."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aoc.scaffold import project_files
from aoc.scaffold.project_files import Requirement, find_requirement, recorded_requirement
from tests.marks import needs_git
from tests.repository import git

COMMIT = "0123456789abcdef0123456789abcdef01234567"
VCS = {"vcs": "git", "commit_id": COMMIT}


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (
            {"url": "https://example.org/aoc.git", "vcs_info": VCS},
            f"git+https://example.org/aoc.git@{COMMIT}",
        ),
        (
            {"url": "ssh://git@example.org/aoc.git", "vcs_info": VCS},
            f"git+ssh://git@example.org/aoc.git@{COMMIT}",
        ),
        (
            {"url": "https://me:secret@example.org/aoc.git", "vcs_info": VCS, "subdirectory": "x"},
            f"git+https://example.org/aoc.git@{COMMIT}#subdirectory=x",
        ),
        (
            {"url": "https://example.org/aoc_days-1-py3-none-any.whl", "archive_info": {}},
            "https://example.org/aoc_days-1-py3-none-any.whl",
        ),
    ],
)
def test_an_address_is_kept(record: dict[str, Any], text: str) -> None:
    assert recorded_requirement(record) == Requirement(f"aoc-days @ {text}")


@pytest.mark.parametrize(
    "record",
    [
        {"url": "file:///a%20b/aoc_days-1-py3-none-any.whl", "archive_info": {}},
        {"url": "file:///nowhere/aoc", "dir_info": {"editable": True}},
    ],
)
def test_a_file_or_folder_is_of_this_computer(record: dict[str, Any]) -> None:
    assert recorded_requirement(record) == Requirement(f"aoc-days @ {record['url']}", is_local=True)


class Installed:
    """A distribution as `importlib.metadata` describes it."""

    version = "1.2.3"

    def __init__(self, record: dict[str, Any] | None) -> None:
        self.record = record

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self.record is None else json.dumps(self.record)


def test_from_an_index_it_is_this_version_or_a_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_files, "distribution", lambda name: Installed(None))
    assert find_requirement() == Requirement("aoc-days>=1.2.3")


def test_the_record_of_the_installer_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    record = {"url": "https://example.org/aoc-days.zip", "archive_info": {}}
    monkeypatch.setattr(project_files, "distribution", lambda name: Installed(record))
    assert find_requirement() == Requirement("aoc-days @ https://example.org/aoc-days.zip")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A git checkout with one commit, in a folder whose name needs quoting in an address."""
    folder = tmp_path / "my aoc"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def of_folder(folder: Path) -> Requirement:
    return recorded_requirement({"url": folder.as_uri(), "dir_info": {"editable": True}})


@needs_git
@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://example.org/me/aoc.git", "https://example.org/me/aoc.git"),
        ("https://me:secret@example.org/aoc.git", "https://example.org/aoc.git"),
        ("git@example.org:me/aoc.git", "https://example.org/me/aoc.git"),
        ("ssh://git@example.org:2222/me/aoc", "https://example.org/me/aoc"),
    ],
)
def test_a_checkout_stands_for_its_remote(checkout: Path, remote: str, address: str) -> None:
    git(checkout, "remote", "add", "origin", remote)
    assert of_folder(checkout) == Requirement(f"aoc-days @ git+{address}")


@needs_git
def test_a_commit_that_the_remote_has_is_named(checkout: Path) -> None:
    commit = git(checkout, "rev-parse", "HEAD")
    git(checkout, "remote", "add", "upstream", "https://example.org/aoc.git")
    git(checkout, "update-ref", "refs/remotes/upstream/main", commit)
    expected = Requirement(f"aoc-days @ git+https://example.org/aoc.git@{commit}")
    assert of_folder(checkout) == expected
    git(checkout, "commit", "-q", "--allow-empty", "-m", "second")
    assert of_folder(checkout) == Requirement("aoc-days @ git+https://example.org/aoc.git")


@needs_git
@pytest.mark.parametrize("remote", [None, "/srv/aoc.git", "../aoc", "file:///srv/aoc.git"])
def test_a_checkout_without_a_remote_elsewhere_is_of_this_computer(
    checkout: Path, remote: str | None
) -> None:
    if remote:
        git(checkout, "remote", "add", "origin", remote)
    expected = Requirement(f"aoc-days @ {checkout.as_uri()}", is_local=True)
    assert of_folder(checkout) == expected


@needs_git
def test_a_folder_within_another_repository_is_not_that(checkout: Path) -> None:
    git(checkout, "remote", "add", "origin", "https://example.org/other.git")
    (checkout / "aoc").mkdir()
    assert of_folder(checkout / "aoc").is_local
