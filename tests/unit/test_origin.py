"""Which commit, code and machine a run is said to be of; the repositories are real ones."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from shutil import which
from types import SimpleNamespace

import pytest

from aoc.history import log
from aoc.history.log import MODEL, CodeFiles, commit_of, machine_key
from aoc.history.trends import subjects_of
from aoc.model.inputs import InputKind
from aoc.model.puzzles import Puzzle
from aoc.project.project import Project
from tests.support.kept import RESULT, keep, query
from tests.support.marks import WINDOWS, needs_git
from tests.support.program import write_day
from tests.support.repository import git
from tests.support.results import changed

DAY = Puzzle(2021, 1)
SOURCE = """\
\'\'\'From here on
import ...
from  import
\'\'\'
import heapq, days.plain as other  # why
from aoc.model import Puzzle
from days.star import *
from .sibling import one
from . import brother
from days import (
    helper,  # the first
    two,
)

def part1(text):
    import days.package
    from .. import late
    from ..package.inner import one
"""
IMPORTED = {
    f"days/{name}.py"
    for name in (
        *(
            "year2021/day01",
            "year2021/sibling",
            "year2021/brother",
            "plain",
            "star",
            "helper",
        ),
        *("two", "late", "package/__init__", "package/inner"),
    )
}
FOREIGN = {"days/other.py", "days/heapq.py", "days/samples.py", "aoc/model.py"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a day that imports modules in every way, and some that it does not."""
    for name in IMPORTED | FOREIGN:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one = 1\n", encoding="utf-8")
    write_day(
        tmp_path,
        1,
        SOURCE,
        "import days.samples\ndef sample(rng):\n    return 'x'\n",
        2021,
    )
    return tmp_path


@pytest.fixture
def repository(project: Path) -> Path:
    """A repository with one commit of the project."""
    if which("git") is None:
        pytest.skip("needs git")
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "Add day 1\n\nIt was easy.")
    return project


def head_of(folder: Path) -> str:
    """Return the commit that git knows."""
    return git(folder, "rev-parse", "HEAD")


def test_the_commit_is_that_of_the_branch_or_of_none(repository: Path) -> None:
    assert commit_of(str(repository)) == head_of(repository)
    assert commit_of(str(repository / "days")) == head_of(repository)
    git(repository, "checkout", "-q", "-b", "deep/branch")
    git(repository, "pack-refs", "--all")
    assert commit_of(str(repository)) == head_of(repository)
    git(repository, "commit", "-q", "--allow-empty", "-m", "Newer than the pack")
    assert commit_of(str(repository)) == head_of(repository)
    git(repository, "checkout", "-q", "--detach", "HEAD^")
    assert commit_of(str(repository)) == head_of(repository)


@pytest.mark.parametrize("option", ["--detach", "-b branch"])
def test_a_worktree_is_at_a_commit_of_its_own(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, option: str
) -> None:
    old = head_of(repository)
    git(repository, "commit", "-q", "--allow-empty", "-m", "Change nothing")
    folder = tmp_path_factory.mktemp("other") / "worktree"
    git(repository, "worktree", "add", "-q", *option.split(), str(folder), old)
    assert commit_of(str(folder)) == old


@needs_git
def test_without_a_commit_or_in_a_broken_repository_there_is_none(
    tmp_path: Path,
) -> None:
    assert commit_of(str(tmp_path)) is None
    for content in ("gitdir: nowhere\n", "", "\udcff\0"):
        (tmp_path / ".git").write_text(
            content, encoding="utf-8", errors="surrogateescape"
        )
        assert commit_of(str(tmp_path)) is None
    (tmp_path / ".git").unlink()
    git(tmp_path, "init", "-q")
    assert commit_of(str(tmp_path)) is None


def test_the_first_lines_of_messages_are_known_unless_git_is_missing(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = head_of(repository)
    gone = "0123456789" * 4
    assert subjects_of(str(repository), [head, None, gone]) == {head: "Add day 1"}
    assert subjects_of(str(repository), []) == {}
    monkeypatch.setenv("PATH", str(repository))
    assert subjects_of(str(repository), [head]) == {}


def changes(root: Path) -> list[bool | None]:
    """Return of each run whether its files differed from its commit."""
    rows = query(root, "SELECT changed FROM results WHERE part ORDER BY rowid")
    return [None if changed is None else bool(changed) for (changed,) in rows]


@pytest.mark.parametrize(
    ("name", "changed"), [("days/late.py", True), ("days/other.py", False)]
)
def test_files_that_the_day_imports_count(
    repository: Path, name: str, changed: bool
) -> None:
    keep(repository, RESULT)
    (repository / name).write_text("three = 3\n", encoding="utf-8")
    keep(repository, RESULT)
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "Change it")
    keep(repository, RESULT)
    assert changes(repository) == [False, changed, False]


@pytest.mark.parametrize("name", ["days/samples.py", "tests/year2021/test_day01.py"])
def test_the_tests_count_where_they_make_the_input(repository: Path, name: str) -> None:
    (repository / name).write_text("three = 3\n", encoding="utf-8")
    keep(repository, RESULT)
    keep(repository, changed(RESULT, input="sample 0", input_kind=InputKind.SAMPLE))
    assert changes(repository) == [False, True]


def test_a_file_that_was_saved_during_the_run_may_not_be_what_ran(
    repository: Path,
) -> None:
    past = time.time() - 60
    os.utime(repository / "days" / "helper.py", (past + 120, past + 120))
    keep(repository, RESULT)
    assert changes(repository) == [True]


@needs_git
def test_a_project_in_a_folder_of_a_repository_is_compared(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    top = tmp_path_factory.mktemp("top")
    git(top, "init", "-q")
    inside = project.rename(top / "inside")
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "Add it")
    keep(inside, RESULT)
    assert changes(inside) == [False]


def test_neither_other_line_ends_nor_the_variables_of_a_hook_are_a_change(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = repository / "days" / "helper.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    monkeypatch.setenv("GIT_DIR", "elsewhere")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    keep(repository, RESULT)
    assert changes(repository) == [False]


def test_what_git_does_not_know_is_not_known(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(repository, RESULT)
    (repository / ".git" / "HEAD").write_text("0123456789" * 4, encoding="utf-8")
    keep(repository, RESULT)
    keep(repository, changed(RESULT, solver="plugin"))
    assert changes(repository) == [False, None, None]
    keep(repository, RESULT)
    (repository / ".git" / "objects").rename(repository / "elsewhere")
    assert changes(repository)[3:] == [None]
    monkeypatch.setenv("PATH", str(repository))
    assert changes(repository)[3:] == [None]


def test_the_code_of_a_day_has_what_it_imports_from_the_project(project: Path) -> None:
    files = CodeFiles(Project(str(project), {}), time.time())

    def code(solver: str, kind: str) -> set[str]:
        return {*files.of(DAY, solver, kind)}

    samples = {"tests/year2021/test_day01.py", "days/samples.py"}
    assert code("days", "personal") == IMPORTED
    assert code("days", "sample") == IMPORTED | samples
    assert code("plugin", "personal") == set()
    assert code("plugin", "sample") == samples


def test_where_no_file_names_the_processor_the_system_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(log, "open", missing, raising=False)
    monkeypatch.setenv("PROCESSOR_IDENTIFIER", "Fast 9000")
    assert machine_key("3.12.7") == f"Fast 9000, {sys.platform}, Python 3.12"
    if not WINDOWS:
        monkeypatch.delenv("PROCESSOR_IDENTIFIER")
        version = "Darwin Kernel Version 25: root:xnu-1/RELEASE_ARM64_T6041"
        monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(version=version))
        assert machine_key("3.12.7").startswith("RELEASE_ARM64_T6041, ")


def test_the_model_is_read_by_the_names_that_the_kernel_has_for_it() -> None:
    for info, model in (
        ("model\t\t: 1\nmodel name\t: Fast  9000\n\nmodel name\t: S\n", "Fast  9000"),
        (
            "processor\t: 0\nBogoMIPS\t: 108.00\n\nModel\t\t: Raspberry Pi 4\n",
            "Raspberry Pi 4",
        ),
        ("processor\t: 0\n", None),
    ):
        found = MODEL.search(info)
        assert (found and found[1]) == model
