"""`aoc history`: the trend of times, and the commits that moved them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.support.aoc import Aoc
from tests.support.histories import keep_run
from tests.support.marks import WINDOWS, needs_git
from tests.support.program import Project
from tests.support.repository import Repository


@pytest.fixture
def root(project: Project) -> Path:
    project.day(1, '"""Day 1: Sonar Sweep."""\ndef part1(text): return 1\n')
    return project.root


@needs_git
def test_it_shows_the_commits_that_moved_a_time(aoc: Aoc, root: Path) -> None:
    repository = Repository(root)
    commits = []
    for subject in ("Add day 1", "Use a table", "Print more"):
        (root / "note.txt").write_text(subject, encoding="utf-8")
        commits.append(repository.commit(subject))
    for day, at, seconds in ((1, 0, 0.25), (2, 0, 0.2), (3, 1, 0.01), (4, 2, 0.02)):
        moment = f"2021-12-0{day}T05:00:00Z"
        keep_run(root, commits[at], (1, 1, seconds), parse=None, at=moment)
    keep_run(
        root,
        commits[2],
        (1, 1, 0.1),
        parse=None,
        at="2021-12-05T05:00:00Z",
        changed=True,
    )
    done = aoc("history", "1")
    assert (done.code, done.err) == (0, "")
    not_committed = "changes that are not committed"
    assert done.out == (
        "2021/01 Sonar Sweep on github.alice.1\n"
        "  part 1                 100 ms  █▁▂▅                      5 runs since 2021-12-01\n"
        f"    2021-12-03  {commits[1][:8]}   20 times faster  Use a table\n"
        f"    2021-12-04  {commits[2][:8]}   2 times slower  Print more\n"
        f"    2021-12-05  {commits[2][:8]}+  5 times slower  {not_committed}\n"
    )


def test_json_has_every_time(aoc: Aoc, root: Path) -> None:
    keep_run(root, "a" * 40, (1, 1, 0.25), parse=0.125)
    keep_run(root, None, (1, 2, 0.5), parse=None, variant="memo")
    lines = aoc("history", "--json").lines
    assert [
        (
            line["part"],
            line["variant"],
            line["seconds"],
            line["commit"],
            line["changed"],
        )
        for line in lines
    ] == [
        (1, None, 0.25, "a" * 40, False),
        (None, None, 0.125, "a" * 40, False),
        (2, "memo", 0.5, None, None),
    ]


def test_the_input_is_named_and_can_be_chosen(
    aoc: Aoc, project: Project, root: Path
) -> None:
    project.remember("x\n", 1)
    for day, user in enumerate(("github.alice.1", "file x.txt", "sample 0"), 1):
        moment = f"2021-12-0{day}T05:00:00Z"
        keep_run(
            root,
            None,
            (1, 1, day / 4),
            parse=None,
            at=moment,
            user=user,
            digest=f"{day}a" * 32,
        )
    for args, line in (
        ((), "Sonar Sweep on sample 0\n"),
        (
            ("--user", "alice"),
            "Sonar Sweep on github.alice.1\n  part 1                 250 ms",
        ),
        (
            ("--input", "x.txt"),
            "Sonar Sweep on file x.txt\n  part 1                 500 ms",
        ),
        (
            ("--input", "sample 0"),
            "Sonar Sweep on sample 0\n  part 1                 750 ms",
        ),
    ):
        assert line in aoc("history", *args).out
    done = aoc("history", "--input", "y.txt")
    assert (done.code, done.out) == (0, "")
    assert done.err == (
        "aoc: no time on this input is known: choose from file x.txt, github.alice.1, sample 0\n"
    )


@pytest.mark.windows
def test_a_log_that_cannot_be_read_is_one_sentence(aoc: Aoc, root: Path) -> None:
    (root / ".aoc" / "runs.jsonl").mkdir(parents=True)
    why = os.strerror(errno.EACCES if WINDOWS else errno.EISDIR)
    for words in (["history"], ["status", "--offline"]):
        done = aoc(*words)
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
        assert f"runs.jsonl cannot be read ({why}): fix this" in done.err
