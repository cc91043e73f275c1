"""What is completed: commands, options, days, years, solvers, accounts and files."""

from __future__ import annotations

import json

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project

DAY = '''\
"""Day {day}: The {day}th Day."""

raise SystemExit("completing runs no day")

def parse(text):
    return text

def part1(text):
    return 1
'''


@pytest.fixture(autouse=True)
def solved(project: Project) -> None:
    for year, day in ((2020, 5), (2021, 1), (2021, 13)):
        project.day(day, DAY.format(day=day), year=year)


def asking(*words: str) -> dict[str, str]:
    """Return the variables by which zsh asks for what completes the last word of a line."""
    return {
        "_AOC_COMPLETE": "zsh_complete",
        "COMP_WORDS": " ".join(("aoc", *words)),
        "COMP_CWORD": str(len(words)),
        "AOC_NOW": "1639310400",  # 12 December 2021
    }


def completions(aoc: Aoc, *words: str) -> dict[str, str]:
    """Return what completes the last word, with the help that a shell shows beside it."""
    done = aoc(env=asking(*words))
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines == [""] or len(lines) % 3 == 0
    return dict(zip(lines[1::3], lines[2::3], strict=False))


def test_commands_and_days_are_completed_with_their_help(aoc: Aoc) -> None:
    assert completions(aoc, "ru") == {"run": "Check, run and time days."}
    assert completions(aoc, "run", "")["1"] == "The 1th Day"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        # Days are those that the command can be about.
        ("run ", "1 13 all 2020 2021"),
        ("run --year 2020 ", "5 all 2020 2021"),
        ("submit ", "1 13"),
        ("new 1", "1 10 11 12 13 14 15 16 17 18 19"),
        # Accounts are those of which something is stored.
        ("status --user ", "alice github.bob.2"),
    ],
)
def test_a_word_is_completed(aoc: Aoc, project: Project, line: str, words: str) -> None:
    project.remember("x", user="github.bob.2")
    (project.cache / "tokens.json").write_text(
        json.dumps({"alice": "a" * 96}), encoding="utf-8"
    )
    assert sorted(completions(aoc, *line.split(" "))) == sorted(words.split())


def test_files_and_folders_are_left_to_the_shell(aoc: Aoc) -> None:
    for line in ("run --input x", "report --readme x"):
        assert aoc(env=asking(*line.split())).out == "file\nx\n_\n"
    assert aoc(env=asking("init", "x")).out == "dir\nx\n_\n"


def test_what_goes_wrong_is_not_printed_into_the_line_that_is_typed(aoc: Aoc) -> None:
    for env in (
        {"_AOC_COMPLETE": "tcsh_complete"},
        {"COMP_CWORD": "x"},
        {"AOC_YEAR": "soon"},
    ):
        done = aoc(env=asking("open", "1") | env)
        assert (done.out, done.err) == ("", "")


def test_completing_starts_no_worker_and_loads_neither_aocd_nor_rich(aoc: Aoc) -> None:
    done = aoc.process(env=asking("run", "") | {"PYTHONVERBOSE": "1"})
    loaded = {
        line.split()[1].strip("'")
        for line in done.err.splitlines()
        if "import " in line
    }
    assert "aoc.commands.completion" in loaded
    assert not loaded & {
        "aocd",
        "rich",
        "numpy",
        "urllib3",
        "aoc.running.posix_launcher",
    }
