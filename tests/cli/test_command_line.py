"""Checks what the program says of a command line that it does not understand."""

from __future__ import annotations

import errno
import os

import pytest

from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS
from tests.support.program import Project

ANSWER = "`aoc submit` takes one day: type an answer as in `aoc submit 21 --answer 123`"
IS_A_FOLDER = os.strerror(errno.EACCES if WINDOWS else errno.EISDIR)
DAY = "def part1(text):\n    return 1\n\npart1_other = part1\n"


@pytest.fixture
def project(project: Project) -> Project:
    """A project with two days."""
    project.day(1, DAY)
    project.day(2, DAY)
    return project


def refusal(aoc: Aoc, words: str) -> str:
    """Return the one line that is said to a wrong command line."""
    done = aoc(*words.split())
    assert (done.code, done.out) == (2, ""), words
    assert done.err.startswith("aoc: ")
    assert done.err.count("\n") == 1
    return done.err


WRONG = {
    "rnu": "there is no command 'rnu': `aoc --help` lists them all",
    "2021/21": "there is no command '2021/21': did you mean `aoc run 2021/21`?",
    "r 1": "'r' can be `aoc read` or `aoc run` or `aoc report`: write more of it",
    "--foo run": "no such option '--foo' (see `aoc --help`)",
    "submit --user": "option '--user' requires an argument",
    "run --all=3": "option '--all' does not take a value",
    "run -y 21": "invalid value for '-y' / '--year': '21' is not a year: write one such as",
    "doctor me": "got unexpected extra argument (me) (see `aoc doctor --help`)",
    "login --list --remove a": "--list and --remove do not go together: leave out one",
    "run 1 --input nowhere.txt": "--input nowhere.txt cannot be read: No such file",
    "run 1 --input .": f"--input . cannot be read: {IS_A_FOLDER}",
    "run 1 --input - --example": "--input and --example do not go together: leave out one",
    "run 1 --user bob": "the name bob matches no account: add one with `aoc login",
    "login --remove bob": "the name bob matches no account: add one with `aoc login",
    "run 1 --user all": "there is no account yet: add one with `aoc login",
    "watch 1-2": "`aoc watch` takes one day",
    "submit 1 5": ANSWER,
    "submit 2021/1 2 ABC": ANSWER,
    "submit 739785": "'739785' is not a day: write 21, 1-5,",
    "submit 1-5": "`aoc submit` takes one day: write, for example, `aoc submit 2021/01`\n",
    "submit 1 --answer None": "--answer 'None' cannot be an answer",
    "bench 1 --fail-slower": "--fail-slower needs --against or --variant: add it",
    "bench 1 --variant nobody": "there is no variant 'nobody' here: choose from other",
    "bench 1-2 --input -": "--input is for one day only: name one day",
}


def test_a_wrong_command_line_is_one_sentence_that_ends_with_what_to_do(
    aoc: Aoc, project: Project
) -> None:
    for words, sentence in WRONG.items():
        assert refusal(aoc, words).startswith(f"aoc: {sentence}"), words
    assert not (project.root / "inputs").exists()


def test_a_clear_start_of_a_command_is_enough(aoc: Aoc) -> None:
    done = aoc("ru", "1", "--json", "--input", "-", "-p", "1", stdin="x")
    assert [result["answer"] for result in done.results] == ["1"]
    assert aoc("ru", "--help").out.startswith("Usage: aoc ru ")


def test_days_may_be_files_by_their_names(aoc: Aoc) -> None:
    for year, file in (
        (2021, "days/year2021/day01.py"),
        (2015, "tests/year2015/test_day01.py"),
        (2015, "tests/year2015/test_day01_properties.py"),
    ):
        shown = aoc("open", file, env={"BROWSER": "true"})
        assert shown.out == f"https://adventofcode.com/{year}/day/1\n"
    for file in ("days/year2021/util.py", "days/year2021/day031.py", "../days/year2021/day03.py"):
        said = refusal(aoc, f"run {file}")
        assert f"{file} is not a day of this project" in said
        assert "days/yearYYYY/dayDD.py or its tests" in said


class Interrupting:
    def __set_name__(self, owner: type, name: str) -> None:
        raise KeyboardInterrupt


def test_an_error_that_nobody_expects_is_one_sentence_and_ctrl_c_another(
    aoc: Aoc, monkeypatch: pytest.MonkeyPatch
) -> None:
    aoc.is_process = False
    monkeypatch.setattr("webbrowser.open", lambda url: int("x"))
    assert aoc("open", "1") == (
        1,
        "https://adventofcode.com/2021/day/1\n",
        "aoc: unexpected ValueError: invalid literal for int() with base 10: 'x'; "
        "--debug shows where it comes from\n",
    )
    for words in (("--debug", "open", "1"), ("open", "1", "--debug")):
        with pytest.raises(ValueError, match="literal"):
            aoc(*words)
    # Before 3.12, Python makes another error of one that comes while a class is created.
    monkeypatch.setattr(
        "webbrowser.open", lambda url: type("New", (), {"attribute": Interrupting()})
    )
    done = aoc("open", "1")
    # click ends the line on which a terminal shows ^C.
    assert (done.code, done.err.lstrip("\n")) == (130, "aoc: interrupted\n")
