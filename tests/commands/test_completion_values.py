"""What is completed: commands, options, days, variants, solvers, accounts, years and files."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from tests.program import Finished, Project

pytestmark = pytest.mark.slow

DAY = '''\
"""Day {day}: The {day}th Day."""

raise SystemExit("completing runs no day")

def parse(text):
    return text

def part1(text):
    return 1

def part1_{name}(text):
    return 1

def part2_{name}_too(text):
    def part1_inner(x): ...
    return 1

part1_made = part1_{name}
part1_other == part1_made
'''


@pytest.fixture
def project(project: Project) -> Project:
    """A project with days of two years."""
    for year, day, name in ((2020, 5, "old"), (2021, 1, "quick"), (2021, 13, "slow")):
        project.day(day, DAY.format(day=day, name=name), year=year)
    return project


def ask(project: Project, *words: str, env: Mapping[str, str] = {}) -> Finished:
    """Ask for what completes the last word of a command line, as zsh does."""
    asked = {
        "_AOC_COMPLETE": "zsh_complete",
        "COMP_WORDS": " ".join(("aoc", *words)),
        "COMP_CWORD": str(len(words)),
        # Nothing answers there, so whoever asks the site fails.
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "AOC_NOW": "1639310400",  # 12 December 2021
    }
    return project.run(env=asked | dict(env))


def completions(project: Project, *words: str, env: Mapping[str, str] = {}) -> dict[str, str]:
    """Return what completes the last word, with the help that a shell shows beside it."""
    done = ask(project, *words, env=env)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines() or []
    assert lines == [""] or len(lines) % 3 == 0
    return dict(zip(lines[1::3], lines[2::3], strict=False))


def test_commands_are_completed_with_their_help(project: Project) -> None:
    assert completions(project, "ru") == {"run": "Check, run and time days."}


def test_days_are_completed_with_their_titles(project: Project) -> None:
    found = completions(project, "run", "")
    assert found["1"] == "The 1th Day"
    assert list(found) == ["1", "13", "all", "2020", "2021"]
    assert list(completions(project, "run", "1")) == ["1", "13"]


@pytest.mark.parametrize(
    ("words", "days"),
    [
        (["run", "2020/"], ["2020/5", "2020/all"]),
        (["run", "1,1"], ["1,1", "1,13"]),
        (["run", "--year", "2020", ""], ["5", "all", "2020", "2021"]),
        (["submit", ""], ["1", "13"]),
        (["new", "1"], ["1", *map(str, range(10, 20))]),
        (["fetch", "2020/24"], ["2020/24"]),
    ],
)
def test_the_days_are_those_that_the_command_can_be_about(
    project: Project, words: list[str], days: list[str]
) -> None:
    assert sorted(completions(project, *words)) == sorted(days)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["run", "--variant", ""], ["quick", "quick_too", "made", "slow", "slow_too", "all"]),
        (["run", "1", "--variant", ""], ["quick", "quick_too", "made", "all"]),
        (["run", "--year", "2020", "--variant", "o"], ["old", "old_too"]),
        (["run", "--variant", "nosuch"], []),
    ],
)
def test_variants_are_read_from_the_files_of_the_chosen_days(
    project: Project, words: list[str], names: list[str]
) -> None:
    assert list(completions(project, *words)) == names


def test_accounts_are_completed_by_name_and_without_the_site(project: Project) -> None:
    project.remember("x", user="github.bob.2")
    (project.cache / "tokens.json").write_text(json.dumps({"alice": "a" * 96}), encoding="utf-8")
    assert list(completions(project, "run", "--user", "")) == ["alice", "github.bob.2"]
    assert list(completions(project, "status", "--user", "git")) == ["github.bob.2"]


def test_files_and_folders_are_left_to_the_shell(project: Project) -> None:
    for words in (["run", "--input"], ["login", "--token-file"], ["report", "--readme"]):
        assert ask(project, *words, "x").out == "file\nx\n_\n"
    assert ask(project, "init", "x").out == "dir\nx\n_\n"


@pytest.mark.parametrize(
    "env", [{"_AOC_COMPLETE": "tcsh_complete"}, {"COMP_CWORD": "x"}, {"AOC_YEAR": "soon"}]
)
def test_what_goes_wrong_is_not_printed_into_the_line_that_is_typed(
    project: Project, env: dict[str, str]
) -> None:
    done = ask(project, "open", "1", env=env)
    assert (done.out, done.err) == ("", "")


def test_completing_starts_no_worker_and_loads_neither_aocd_nor_rich(project: Project) -> None:
    done = ask(project, "run", "", env={"PYTHONVERBOSE": "1"})
    loaded = {line.split()[1].strip("'") for line in done.err.splitlines() if "import " in line}
    assert "aoc.commands.completion" in loaded
    assert not loaded & {"aocd", "rich", "numpy", "urllib3", "aoc.running.posix_launcher"}
