"""`aoc run --pdb`: a debugger in a worker that has the terminal; and what happens without it."""

from __future__ import annotations

import pytest

from tests.marks import needs_pty
from tests.program import Project
from tests.terminal import open_terminal

DAY = """\
def parse(text):
    return [text]

def part1(lines):
    local = "kept"
    {part1}
    return local

def part2(lines):
    return input("say: ")
"""
TESTS = "from aoc import Example\n\nEXAMPLES = [Example('x', part1='kept', part2='yes')]\n"


@needs_pty
def test_the_debugger_opens_on_the_frame_that_failed(project: Project) -> None:
    project.day(1, DAY.format(part1="lines[5]"), TESTS)
    terminal = open_terminal(project, "run", "1", "--pdb")
    terminal.read_until("(Pdb) ")
    terminal.write("p local\n")
    terminal.read_until("'kept'\r\n(Pdb) ")
    terminal.write("c\n")
    terminal.read_until("say: ")
    terminal.write("yes\n")
    shown = terminal.end()
    assert shown.code == 1
    assert "IndexError: list index out of range" in shown.text
    assert "1 right, 1 failed" in shown.text
    assert "forkserver" not in shown.text


@needs_pty
@pytest.mark.parametrize("statement", ["breakpoint()", "lines[5]"])
def test_quitting_the_debugger_ends_the_run(project: Project, statement: str) -> None:
    project.day(1, DAY.format(part1=statement), TESTS)
    terminal = open_terminal(project, "run", "1", "--pdb")
    terminal.read_until("(Pdb) ")
    terminal.write("q\n")
    shown = terminal.end()
    assert shown.code == 130
    assert "say:" not in shown.text
    assert "Traceback" not in shown.text.partition("(Pdb) q")[2]


def test_a_solver_sees_no_token_with_pdb(project: Project) -> None:
    token = "ab" * 64
    source = DAY.format(part1="import os; local = str(sorted(os.environ.items()))")
    project.day(1, source, TESTS)
    done = project.run("run", "1", "--pdb", "--part", "1", env={"AOC_SESSION": token})
    assert token not in done.out + done.err


FORBIDDEN = {
    "breakpoint()": "a debugger needs a terminal: run the day with --pdb",
    "import pdb; pdb.set_trace()": "a debugger needs a terminal: run the day with --pdb",
    "input()": "input() needs a terminal: run the day with --pdb",
}


@pytest.mark.parametrize(("statement", "message"), FORBIDDEN.items())
def test_without_pdb_an_error_says_what_to_do(
    project: Project, statement: str, message: str
) -> None:
    project.day(1, DAY.format(part1=statement), TESTS)
    first, _ = project.run("run", "1", "--json").results
    assert (first["error"]["kind"], first["error"]["message"]) == ("exception", message)
