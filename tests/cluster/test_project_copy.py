"""What is sent of a project, and what is made of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from aoc.cluster import project_copy
from aoc.cluster.project_copy import (
    differing_file,
    file_digests,
    pack_project,
    project_files,
    unpack_project,
)
from aoc.errors import UsageError
from tests.marks import needs_git
from tests.repository import Repository

FILES = ("days/words.txt", "days/year2021/day01.py", "helper.py", "tests/year2021/test_day01.py")
OTHERS = (
    *("inputs/2021/01.txt", ".env", ".aoc/runs.jsonl", "days/__pycache__/a.pyc"),
    *("venv/pyvenv.cfg", "venv/lib/a.py"),
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FILES + OTHERS:
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n", encoding="utf-8")
    return tmp_path / "project"


def test_inputs_hidden_files_and_environments_are_left_out(root: Path) -> None:
    assert project_files(str(root), "inputs") == list(FILES)


@needs_git
def test_what_git_ignores_is_left_out(root: Path) -> None:
    (root / ".gitignore").write_text(".*\n*.txt\nvenv\n__pycache__\n")
    Repository(root)
    (root / "new.py").touch()
    assert project_files(str(root), "inputs") == [FILES[1], "helper.py", "new.py", FILES[3]]


@needs_git
def test_inputs_in_git_are_left_out(root: Path) -> None:
    Repository(root).commit("Everything")
    assert not [name for name in project_files(str(root), "inputs") if "inputs" in name]


def test_the_folder_of_inputs_is_that_of_the_settings(root: Path) -> None:
    assert "inputs/2021/01.txt" in project_files(str(root), "days/year2021")
    assert "days/year2021/day01.py" not in project_files(str(root), "days/year2021")


def test_a_file_with_a_token_is_left_out(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AOC_SESSION", "my own secret token")
    (root / "days" / "words.txt").write_text("it is my own secret token, yes")
    (root / "helper.py").write_text(f"TOKEN = '{'5a' * 64}'\n")
    assert project_files(str(root), "inputs") == [FILES[1], FILES[3]]


@pytest.mark.skipif(os.name == "nt", reason="needs permission to make links")
def test_a_link_is_left_out(root: Path) -> None:
    (root / "days" / "link.txt").symlink_to(root / "inputs" / "2021" / "01.txt")
    assert project_files(str(root), "inputs") == list(FILES)


def test_a_copy_has_the_same_files(root: Path, tmp_path: Path) -> None:
    names = project_files(str(root), "inputs")
    copy = unpack_project(pack_project(str(root), names), str(tmp_path))
    found = sorted(p.relative_to(copy).as_posix() for p in Path(copy).rglob("*") if p.is_file())
    assert found == list(FILES)
    assert all((root / name).read_bytes() == Path(copy, name).read_bytes() for name in FILES)


def test_the_same_files_have_one_copy_and_others_another(root: Path, tmp_path: Path) -> None:
    def copied() -> str:
        return unpack_project(pack_project(str(root), FILES), str(tmp_path))

    first = copied()
    os.utime(root / FILES[0])
    assert copied() == first
    (root / FILES[0]).write_text("# another one\n")
    assert copied() != first


def test_a_copy_that_was_cut_off_is_made_again(root: Path, tmp_path: Path) -> None:
    packed = pack_project(str(root), FILES)
    unfinished = tmp_path / f"project-{'0' * 16}.{os.getpid()}"
    unfinished.mkdir()
    assert Path(unpack_project(packed, str(tmp_path)), FILES[0]).exists()


def test_a_project_that_is_too_large_is_not_sent(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project_copy, "LARGEST", 1 << 20)
    (root / "days" / "words.txt").write_bytes(bytes(3 << 20))
    with pytest.raises(UsageError, match=r"has 3 MB, .* most of it in days/words.txt"):
        pack_project(str(root), FILES)


@pytest.mark.parametrize("change", ["edit", "delete", "nothing"])
def test_files_that_differ_are_found(root: Path, change: str) -> None:
    digests = file_digests(str(root), FILES)
    path = root / "helper.py"
    if change == "edit":
        path.write_text("# edited\n")
    elif change == "delete":
        path.unlink()
    assert differing_file(str(root), digests) == (None if change == "nothing" else "helper.py")
