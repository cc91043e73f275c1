"""What the program says of a command line that it does not understand, and of lost streams."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.marks import needs_posix_shell
from tests.program import Project

DAY = '"""Day 1: One."""\n\ndef parse(text):\n    return text\n\ndef part1(text):\n    return 1\n'
TESTS = "from aoc import Example\n\nEXAMPLES = [Example('x\\n', part1=1)]\n"
NAME = f"{sys.executable} -m aoc"
NO_ROOM = Path("/dev/full")


@pytest.fixture
def project(project: Project) -> Project:
    """A project with one day."""
    project.day(1, DAY, TESTS)
    return project


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("rnu", "there is no command 'rnu': did you mean `python -m aoc run`?"),
        ("staus 2021", "there is no command 'staus': did you mean `python -m aoc status`?"),
        ("help", "there is no command 'help': did you mean `python -m aoc --help`?"),
        ("help run", "there is no command 'help': did you mean `python -m aoc run --help`?"),
        ("test", "did you mean `python -m aoc run --example`?"),
        ("bench", "did you mean `python -m aoc run --all --repeat 100`?"),
        ("download", "did you mean `python -m aoc fetch DAY`?"),
        ("stars", "did you mean `python -m aoc status`?"),
        ("answer", "did you mean `python -m aoc submit DAY`?"),
        ("token", "did you mean `python -m aoc login`?"),
        ("21", "there is no command '21': did you mean `python -m aoc run 21`?"),
        ("2021/21", "did you mean `python -m aoc run 2021/21`?"),
        ("xyzzy", "there is no command 'xyzzy': `python -m aoc --help` lists them all"),
    ],
)
def test_a_word_that_is_no_command_is_answered_with_the_one_that_is_meant(
    project: Project, words: str, sentence: str
) -> None:
    done = project.run(*words.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("aoc: there is no command ")
    assert sentence in done.err
    assert done.err.count("\n") == 1


def test_a_word_that_begins_a_command_and_means_another_is_not_taken_for_the_first(
    project: Project,
) -> None:
    assert "did you mean `python -m aoc run`?" in project.run("solve").err


def test_a_clear_start_of_a_command_is_enough(project: Project) -> None:
    done = project.run("ru", "1", "--example", "--json")
    assert [result["answer"] for result in done.results] == ["1"]
    assert project.run("ru", "--help").out.startswith("Usage: python -m aoc run ")


def test_an_ambiguous_start_of_a_command_is_answered_with_the_choice(project: Project) -> None:
    done = project.run("r", "1")
    assert done.code == 2
    assert done.err == (
        "aoc: 'r' can be `python -m aoc run`, `python -m aoc read` or `python -m aoc report`: "
        "write more of it\n"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("run --foo", "no such option --foo (did you mean --force?): see `{} run --help`"),
        ("run --al", "no such option --al (did you mean --all or --all-years or --all-users?): "),
        ("run -x", "no such option -x: see `{} run --help`"),
        ("--foo run", "no such option --foo: see `{} --help`"),
        ("run --part", "--part needs a value, as in --part N: see `{} run --help`"),
        ("submit --user", "--user needs a value, as in --user NAME: see `{} submit --help`"),
        ("run --all=3", "--all takes no value: see `{} run --help`"),
        ("run --part 3", "--part takes a whole number from 1 to 2, not 3: see `{} run --help`"),
        ("run --part x", "--part takes a whole number from 1 to 2, not x: see `{} run --help`"),
        ("run --timeout x", "--timeout takes a number from 0 on, not x: see `{} run --help`"),
        ("run --memory x", "--memory: 'x' is not a size: write 512M or 2G"),
        ("run --year 21", "--year: '21' is not a year: write one such as 2021"),
        ("open --year 2014", "--year: there was no event in 2014: the first was in 2015"),
        ("status 21", "YEAR: '21' is not a year: write one such as 2021"),
        ("leaderboard", "ID is missing: see `{} leaderboard --help`"),
        ("whoami me", "unexpected argument me: see `{} whoami --help`"),
        ("fetch --user a --all-users", "--user and --all-users do not go together: choose one"),
    ],
)
def test_a_wrong_option_or_argument_is_one_sentence_that_ends_with_what_to_do(
    project: Project, words: str, sentence: str
) -> None:
    done = project.run(*words.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"aoc: {sentence.format('python -m aoc')}")
    assert done.err.count("\n") == 1


def test_an_error_that_nobody_expects_is_one_sentence(project: Project) -> None:
    done = project.run("open", "1", env={"AOC_NOW": "soon"})
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "aoc: unexpected ValueError: could not convert string to float: 'soon'; --debug shows "
        "where it comes from\n"
    )
    assert "Traceback" in project.run("open", "1", "--debug", env={"AOC_NOW": "soon"}).err


def shell(project: Project, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line in a shell, in which `$aoc` is the program."""
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("$aoc", NAME)],
        cwd=project.root,
        env=project.environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@needs_posix_shell
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["run 1 --example", "--help", "status", "--version"])
def test_a_closed_stream_is_like_one_that_nobody_reads(
    project: Project, command: str, closed: str
) -> None:
    done = shell(project, f"$aoc {command} {closed}")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) is (">&-" not in closed.replace("2>&-", ""))


@needs_posix_shell
def test_with_stderr_closed_no_sentence_strays_to_stdout(project: Project) -> None:
    done = shell(project, "$aoc rnu 2>&-")
    assert (done.returncode, done.stdout) == (2, "")


@needs_posix_shell
def test_what_is_read_from_a_closed_stdin_is_empty(project: Project) -> None:
    done = shell(project, "$aoc run 1 --input - --json <&-")
    assert '"message": "stdin is empty"' in done.stdout
    assert done.stderr == ""


@needs_posix_shell
@pytest.mark.skipif(not NO_ROOM.exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "command", ["run 1 --example", "run 1 --example --json", "--help", "status --json"]
)
def test_where_there_is_no_room_for_the_output_one_sentence_says_so(
    project: Project, command: str
) -> None:
    done = shell(project, f"$aoc {command} >{NO_ROOM}")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "aoc: the output cannot be written (No space left on device): make room, or write it "
        "elsewhere"
    )
    assert "Traceback" not in done.stderr
    assert shell(project, f"$aoc {command} >{NO_ROOM} 2>{NO_ROOM}").returncode == 1


@needs_posix_shell
@pytest.mark.parametrize("command", ["run 1 --example", "--help", "status", "status --json"])
def test_a_pipe_that_nobody_reads_ends_the_program_without_a_word(
    project: Project, command: str
) -> None:
    # `:` reads nothing and is gone before anything is printed.
    done = shell(project, f"{{ $aoc {command}; echo ended >&2; }} | :")
    assert done.stderr.splitlines()[-1] == "ended"
    assert "Traceback" not in done.stderr
    assert "Error" not in done.stderr
