"""What the program says of a command line that it does not understand."""

from __future__ import annotations

import os

import pytest

from aoc.cli import main
from tests.program import Finished, Project

DAY = '"""Day 1: One."""\n\ndef parse(text):\n    return text\n\ndef part1(text):\n    return 1\n'
TESTS = "from aoc import Example\n\nEXAMPLES = [Example('x\\n', part1=1)]\n"


@pytest.fixture
def project(project: Project) -> Project:
    """A project with one day."""
    project.day(1, DAY, TESTS)
    return project


class Here:
    """The program run in this process, as if it were started by its script."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def run(self, *args: str) -> Finished:
        """Run it with arguments."""
        return Finished(main([*args]), *self.capsys.readouterr())


@pytest.fixture
def here(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Here:
    """The program in the project."""
    for name in [name for name in os.environ if name.startswith("AOC")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AOCD_DIR", str(project.cache))
    monkeypatch.setenv("AOC_YEAR", "2021")
    monkeypatch.setattr("sys.argv", ["aoc"])
    monkeypatch.chdir(project.root)
    return Here(capsys)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("rnu", "there is no command 'rnu': did you mean `aoc run`?"),
        ("staus 2021", "there is no command 'staus': did you mean `aoc status`?"),
        ("test", "there is no command 'test': `aoc --help` lists them all"),
        ("21", "there is no command '21': did you mean `aoc run 21`?"),
        ("2021/21", "did you mean `aoc run 2021/21`?"),
        ("xyzzy", "there is no command 'xyzzy': `aoc --help` lists them all"),
    ],
)
def test_a_word_that_is_no_command_is_answered_with_the_one_that_is_meant(
    here: Here, words: str, sentence: str
) -> None:
    done = here.run(*words.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("aoc: there is no command ")
    assert sentence in done.err
    assert done.err.count("\n") == 1


def test_a_clear_start_of_a_command_is_enough(project: Project) -> None:
    done = project.run("ru", "1", "--example", "--json")
    assert [result["answer"] for result in done.results] == ["1"]
    assert project.run("ru", "--help").out.startswith("Usage: python -m aoc run ")


def test_an_ambiguous_start_of_a_command_is_answered_with_the_choice(here: Here) -> None:
    done = here.run("r", "1")
    assert done.code == 2
    assert done.err == (
        "aoc: 'r' can be `aoc read` or `aoc run` or `aoc report`: write more of it\n"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("run --foo", "no such option '--foo'. Did you mean '--force'? (see `{} run --help`)"),
        ("--foo run", "no such option '--foo' (see `{} --help`)"),
        ("submit --user", "option '--user' requires an argument"),
        ("run --all=3", "option '--all' does not take a value"),
        ("run --part 3", "invalid value for '-p' / '--part': 3 is not in the range 1<=x<=2 (see"),
        ("run --timeout x", "invalid value for '--timeout': 'x' is not a valid number (see"),
        ("run --memory x", "invalid value for '--memory': 'x' is not a size: write 512M or 2G"),
        ("run -y 21", "invalid value for '-y' / '--year': '21' is not a year: write one such as"),
        ("open --year 2014", "there was no event in 2014: the first was in 2015"),
        ("leaderboard", "which leaderboard? write its number, as in `{} leaderboard 123`"),
        ("doctor me", "got unexpected extra argument (me) (see `{} doctor --help`)"),
        ("login --list --remove a", "--list and --remove do not go together: leave out one"),
    ],
)
def test_a_wrong_option_or_argument_is_one_sentence_that_ends_with_what_to_do(
    here: Here, words: str, sentence: str
) -> None:
    done = here.run(*words.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"aoc: {sentence.format('aoc')}")
    assert done.err.count("\n") == 1


def test_an_error_that_nobody_expects_is_one_sentence(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda url: 1 / 0)
    assert here.run("open", "1") == (
        1,
        "https://adventofcode.com/2021/day/1\n",
        "aoc: unexpected ZeroDivisionError: division by zero; --debug shows where it comes from\n",
    )
    for words in (("--debug", "open", "1"), ("open", "1", "--debug")):
        with pytest.raises(ZeroDivisionError):
            here.run(*words)


class Interrupting:
    def __set_name__(self, owner: type, name: str) -> None:
        raise KeyboardInterrupt


def test_ctrl_c_while_a_class_is_created_is_like_any_other(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    def create(url: str) -> None:
        type("New", (), {"attribute": Interrupting()})

    monkeypatch.setattr("webbrowser.open", create)
    done = here.run("open", "1")
    assert (done.code, done.err) == (130, "aoc: interrupted\n")
