"""A run where the system has too little of something: fewer jobs at once, or one sentence."""

from __future__ import annotations

import subprocess

import pytest

from tests.aoc import Aoc
from tests.marks import needs_posix_shell
from tests.program import AOC, Finished, Project

SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return {answer}\n"
DAYS = 6


@pytest.fixture
def year(project: Project) -> Project:
    """A project with some days, of which each returns its number."""
    for day in range(1, DAYS + 1):
        project.day(day, DAY.format(answer=day), SAMPLE)
    return project


def limited(aoc: Aoc, limit: str, *args: str) -> Finished:
    """Run the program with a limit of the shell, such as `-n 20`."""
    done = subprocess.run(
        ["sh", "-c", f'ulimit {limit}; exec "$@"', "sh", *AOC, *args],
        cwd=aoc.project.root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=aoc.environment(),
        timeout=60,
        check=False,
    )
    return aoc.checked(Finished(done.returncode, done.stdout, done.stderr), args)


def answers(done: Finished) -> list[str]:
    """Return the answers to part 1 of the days."""
    return [result["answer"] for result in done.results if result["part"] == 1]


RUN = ("run", "--all", "--sample", "--json")
ALL = [str(day) for day in range(1, DAYS + 1)]


@needs_posix_shell
@pytest.mark.usefixtures("year")
def test_any_number_of_open_files_is_enough_or_one_sentence(aoc: Aoc) -> None:
    done = limited(aoc, "-n 7", *RUN, "--jobs", "100")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "aoc: the system lets no worker process start (Too many open files): "
        "end other programs, allow more with `ulimit`, or run fewer jobs with `--jobs`\n"
    )
    for files in (9, 14, 20, 47):
        done = limited(aoc, f"-n {files}", *RUN, "--jobs", "100")
        if done.code:
            assert (done.code, done.err.count("\n")) == (1, 1), files
        else:
            assert answers(done) == ALL, files


LEAKS = """\
FILES = []

def parse(text):
    return text

def part1(text):
    while True:
        FILES.append(open(__file__))
"""


@needs_posix_shell
def test_a_day_that_opens_files_until_none_is_left_is_an_error_of_its_own(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, LEAKS, SAMPLE)
    done = limited(aoc, "-n 100", "run", "1", "--sample", "--json", "--part", "1")
    [error] = [result["error"] for result in done.results if result["part"] == 1]
    assert error["kind"] == "exception"
    assert error["message"].startswith("OSError: [Errno 24] Too many open files")
