"""`aoc history`: the trend of times, and the commits that moved them."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.marks import WINDOWS, needs_git
from tests.program import Project
from tests.histories import keep_run
from tests.repository import Repository

DAY = '"""Day 1: Sonar Sweep."""\ndef parse(text): return text\ndef part1(text): return 1\n'


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    project.day(1, DAY)
    return project


def add_run(
    project: Project, at: str, commit: str | None, seconds: float, part: int = 1, **about: Any
) -> None:
    """Add a run with one result to the history, as if it had been then."""
    day = about.pop("day", 1)
    keep_run(project.root, commit, (day, part, seconds), at=at, **{"parse": None, **about})


@needs_git
def test_it_shows_the_commits_that_moved_a_time(project: Project) -> None:
    repository = Repository(project.root)
    commits = []
    for subject in ("Add day 1", "Use a table", "Print more"):
        (project.root / "note.txt").write_text(subject, encoding="utf-8")
        commits.append(repository.commit(subject))
    for day, commit, seconds in (
        ("01", commits[0], 0.25),
        ("02", commits[0], 0.2),
        ("03", commits[1], 0.01),
        ("04", commits[2], 0.02),
    ):
        add_run(project, f"2021-12-{day}T05:00:00Z", commit, seconds)
    done = project.run("history", "1")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "2021/01 Sonar Sweep on github.alice.1\n"
        "  part 1                20.0 ms  █▁▂                       4 runs since 2021-12-01\n"
        f"    2021-12-03  {commits[1][:8]}   20 times faster  Use a table\n"
        f"    2021-12-04  {commits[2][:8]}   2 times slower  Print more\n"
    )


@needs_git
def test_changes_that_are_not_committed_do_not_get_the_subject_of_their_commit(
    project: Project,
) -> None:
    commit = Repository(project.root).commit("Be innocent")
    add_run(project, "2021-12-01T05:00:00Z", commit, 0.01)
    add_run(project, "2021-12-02T05:00:00Z", commit, 0.02, changed=True)
    assert project.run("history", "1").out.endswith(
        f"    2021-12-02  {commit[:8]}+  2 times slower  changes that are not committed\n"
    )


def test_json_has_every_time(project: Project) -> None:
    add_run(project, "2021-12-01T05:00:00Z", "a" * 40, 0.25, parse=0.125)
    add_run(project, "2021-12-02T05:00:00Z", None, 0.5, part=2, variant="memo")
    done = project.run("history", "--json")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0
    assert [(line["part"], line["variant"], line["seconds"]) for line in lines] == [
        (1, None, 0.25),
        (None, None, 0.125),
        (2, "memo", 0.5),
    ]
    assert (lines[0]["commit"], lines[0]["changed"], lines[2]["changed"]) == ("a" * 40, False, None)


def test_the_input_is_named_and_can_be_chosen(project: Project) -> None:
    project.remember("x\n", 1)
    for day, user in enumerate(("github.alice.1", "file x.txt", "sample 0"), 1):
        add_run(project, f"2021-12-0{day}T05:00:00Z", None, day / 4, user=user, digest=user)
    assert "2021/01 Sonar Sweep on sample 0\n" in project.run("history").out
    for args, line in (
        (("--user", "alice"), "Sonar Sweep on github.alice.1\n  part 1                 250 ms"),
        (("--input", "x.txt"), "Sonar Sweep on file x.txt\n  part 1                 500 ms"),
        (("--input", "sample 0"), "Sonar Sweep on sample 0\n  part 1                 750 ms"),
    ):
        assert line in project.run("history", *args).out
    done = project.run("history", "--input", "y.txt")
    assert (done.code, done.out) == (0, "")
    assert done.err == (
        "aoc: no time on this input is known: choose from file x.txt, github.alice.1, sample 0\n"
    )


def test_a_log_that_cannot_be_read_is_one_sentence(project: Project) -> None:
    (project.root / ".aoc" / "runs.jsonl").mkdir(parents=True)
    why = os.strerror(errno.EACCES if WINDOWS else errno.EISDIR)
    for words in (["history"], ["status", "--offline"]):
        done = project.run(*words)
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
        assert f"runs.jsonl cannot be read ({why}): fix this" in done.err
