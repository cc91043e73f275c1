"""The fixtures of `tests/conftest.py` find what no test may let through."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.emulator import Account, Clock, Site
from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS, needs_git
from tests.support.program import ROOT, Project
from tests.support.repository import git

SENDS = """\
import sys, urllib.request
for _ in range(int(sys.argv[1])):
    request = urllib.request.Request(sys.argv[2], sys.argv[3].encode() or None)
    urllib.request.urlopen(request).read()
"""
PUZZLE = "https://adventofcode.com/2021/day/21"


@pytest.fixture
def program(project: Project, clock: Clock, site: Site) -> Aoc:
    """A program of which no fixture looks at the end."""
    return Aoc(project, clock, site)


def send(program: Aoc, count: int, form: str = "") -> None:
    """Let a program send requests, as fast as it can."""
    address = f"{PUZZLE}/answer" if form else "https://adventofcode.com/2021"
    command = [sys.executable, "-c", SENDS, str(count), address, form]
    with program.run(()):
        subprocess.run(command, env=program.environment(), check=True)


def test_a_request_that_no_test_looks_at(program: Aoc, site: Site) -> None:
    send(program, 1)
    with pytest.raises(AssertionError, match="not looked at: GET /2021"):
        site.check()
    assert site.asked() == ["GET /2021"]
    site.check()
    site.expect("GET /20*")
    send(program, 1)
    site.check()


def test_an_answer_that_is_sent_twice(program: Aoc, site: Site) -> None:
    send(program, 2, "level=1&answer=5")
    assert site.count("POST") == 2
    with pytest.raises(AssertionError, match="sent 2 times: POST /2021/day/21/answer level=1"):
        site.check()
    program.note(("submit", "21", "--force"))
    site.check()


def test_requests_that_come_too_fast(program: Aoc, site: Site) -> None:
    send(program, 5)
    assert site.count("GET") == 5
    with pytest.raises(AssertionError, match=r"5 requests in \d"):
        site.check()


@pytest.mark.parametrize("is_process", [False, True])
def test_a_token_in_what_is_shown(
    program: Aoc, account: Account, project: Project, is_process: bool
) -> None:
    project.day(1, "def part1(text):\n    print('<' + open('token').read())\n    return 1\n")
    (project.root / "token").write_text((account.token or "")[20:50])
    program.is_process = is_process
    with pytest.raises(AssertionError, match="a session token is shown"):
        program("run", "1", "--input", "token")


def test_a_token_that_a_solver_sees(program: Aoc, account: Account, project: Project) -> None:
    project.day(1, "def part1(text):\n    return 1\n")
    (project.root / "input").write_text("1")
    done = program("run", "1", "--input", "input")
    assert done.code == 0
    done = program("run", "1", "--input", "input", env={"OTHER": f"a={'x' * 96}"})
    assert "a solver sees a session token" in done.out + done.err


def test_a_traceback_of_ours(program: Aoc, project: Project) -> None:
    (project.root / "days" / "year2021" / "day01.py").write_text(
        "import traceback\ndef part1(text):\n    traceback.print_stack()\n    return 1\n"
    )
    (project.root / "input").write_text("1")
    with pytest.raises(AssertionError, match="job_run"):
        program("run", "1", "--input", "input")


@pytest.mark.skipif(WINDOWS, reason="needs to see the environments of processes")
def test_a_process_that_is_left_is_ended(program: Aoc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.aoc.SECONDS_TO_END", 0)
    with subprocess.Popen(
        [sys.executable, "-c", "print(flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=program.environment(),
    ) as child:
        assert child.stdout
        # Until it runs, the system does not show its variables.
        child.stdout.readline()
        with pytest.raises(AssertionError, match=f"processes are left: .{child.pid}."):
            program.end()
        program.end()


CALLERS = {
    "AOC_YEAR": "2019",
    "COLUMNS": "60",
    "FORCE_COLOR": "1",
    "GIT_DIR": "elsewhere",
    "HTTPS_PROXY": "http://127.0.0.1:1",
    "OPENBLAS_NUM_THREADS": "3",
    "PYTHONDONTWRITEBYTECODE": "1",
    "TERM": "dumb",
}
CLEANED = """\
import os
from tests.support.environment import clean_environment

clean_environment()
print(dict(os.environ))
"""


def test_little_of_the_environment_of_the_caller_reaches_a_test() -> None:
    command = [sys.executable, "-c", CLEANED]
    env = {**os.environ, **CALLERS}
    seen = ast.literal_eval(subprocess.check_output(command, cwd=ROOT, env=env, text=True))
    assert not CALLERS.items() & seen.items()
    assert seen["PATH"] == os.environ["PATH"]


@needs_git
def test_git_has_no_configuration_but_that_of_the_repository(tmp_path: Path) -> None:
    of_git = git(tmp_path, "config", "--list", "--name-only").splitlines()
    assert of_git == ["user.name", "user.email"]
