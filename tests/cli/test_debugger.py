"""`aoc run --pdb`: a debugger in a worker that has the terminal; and what happens without it."""

from __future__ import annotations

import re
import sys

from tests.emulator import Account
from tests.support.aoc import Aoc
from tests.support.marks import needs_pty
from tests.support.program import Project
from tests.support.repositories import Repository, adopt

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
def test_the_debugger_opens_on_the_frame_that_failed(
    aoc: Aoc, project: Project, account: Account
) -> None:
    project.day(1, DAY.format(part1="lines[5]"), TESTS)
    terminal = aoc.terminal("run", "1", "--example", "--pdb")
    terminal.read_until("(Pdb) ")
    terminal.write("p local\n")
    # From Python 3.15 on, there are colors and other escapes in between.
    terminal.read_until("'kept'\r\n")
    terminal.read_until("(Pdb) ")
    terminal.write("c\n")
    terminal.read_until("say: ")
    terminal.write("yes\n")
    shown = terminal.end()
    assert shown.code == 1
    assert "IndexError: list index out of range" in shown.text
    assert "1 right, 1 failed" in shown.text
    assert "forkserver" not in shown.text


@needs_pty
def test_the_debugger_of_a_script_has_the_terminal_and_the_script_its_file(aoc: Aoc) -> None:
    script = (
        "lines = open('input.txt').read().split()\nbreakpoint()\n"
        'print("Part 1:", sum(map(int, lines)))\n'
    )
    layout = ("{year}/day{day}.py",)
    adopt(aoc, Repository({"2021/day21.py": script}, layout, ("2021/21",)))
    terminal = aoc.terminal("run", "21", "--pdb")
    terminal.read_until("(Pdb) ")
    terminal.write("p lines\n")
    terminal.read_until("['3', '8', '5']\r\n")
    terminal.read_until("(Pdb) ")
    terminal.write("c\n")
    shown = terminal.end()
    assert "1 right" in shown.text


@needs_pty
def test_quitting_the_debugger_ends_the_run(aoc: Aoc, project: Project) -> None:
    project.day(1, DAY.format(part1="breakpoint()"), TESTS)
    terminal = aoc.terminal("run", "1", "--example", "--pdb")
    terminal.read_until("(Pdb) ")
    terminal.write("q\n")
    if sys.version_info >= (3, 14):
        terminal.read_until("Quit anyway? [y/n] ")
        terminal.write("y\n")
    shown = terminal.end()
    assert shown.code == 130
    assert "say:" not in shown.text
    assert "Traceback" not in shown.text.partition("(Pdb) q")[2]


def test_without_pdb_an_error_says_what_to_do(aoc: Aoc, project: Project) -> None:
    for statement in ("breakpoint()", "import pdb; pdb.set_trace()"):
        project.day(1, DAY.format(part1=statement), TESTS)
        results = aoc("run", "1", "--json").results
        for result, what in zip(results, ("a debugger", "input()"), strict=True):
            error = result["error"]
            assert (error["kind"], error["message"]) == (
                "exception",
                f"{what} needs a terminal: run the day with `aoc run --pdb`",
            )
            files = re.findall(r'File ".*?(\w+\.py)"', error["traceback"])
            assert {*files} == {"day01.py"}
