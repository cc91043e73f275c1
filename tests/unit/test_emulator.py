"""The emulator: the unmodified aocd takes it for the site, and it can be tried by hand."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.emulator import Account, Site, dice_sheet
from tests.support.marks import needs_posix_shell
from tests.support.program import ROOT, unignored_signals

DAY = "/2021/day/21"
MINE = dice_sheet(7, 1)
CODE = f"""\
from aocd.models import Puzzle, User
puzzle = Puzzle(2021, 21)
print(puzzle.user.id)
print(puzzle.input_data)
print(puzzle.title, [example.answers for example in puzzle.examples])
puzzle._submit({MINE.answer1!r}, "a", reopen=False)
puzzle._submit({MINE.answer2!r}, "b", reopen=False)
print(puzzle.title, [example.answers for example in puzzle.examples])
"""


@pytest.mark.slow
def test_the_library_finds_inputs_and_examples_and_solves_both_parts(
    site: Site, account: Account, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=site.environment(tmp_path, account.token),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    title = "Dirac Dice [('739785', "
    assert done.stdout.startswith(f"{account.id}\n{MINE.input}{title}None)]")
    assert "That's the right answer!  You are one gold star closer to" in done.stdout
    assert "You have completed Day 21!" in done.stdout
    assert done.stdout.endswith(f"{title}'444356092776315')]\n")
    requests = site.requests
    assert [*map(str, requests[:2])] == ["GET /settings", f"GET {DAY}/input"]
    assert {request.account for request in requests} == {account.id}
    assert all("advent-of-code-data" in request.user_agent for request in requests)
    assert (tmp_path / account.id / "2021_21_input.txt").read_text() == MINE.input
    assert account.solved(2021, 21) == 2
    post, _ = [request for request in requests if request.method == "POST"]
    assert post.form == {"level": "1", "answer": MINE.answer1}


@pytest.mark.slow
@needs_posix_shell
def test_it_can_be_tried_by_hand(tmp_path: Path) -> None:
    command, pipe = [sys.executable, "-m", "tests.emulator"], subprocess.PIPE
    with unignored_signals():
        child = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    with child, contextlib.ExitStack() as at_last:
        at_last.callback(child.kill)
        assert child.stdout
        lines = "".join(child.stdout.readline() for _ in range(6))
        aocd = Path(sys.executable).with_name("aocd")
        shell = f"{lines}export AOCD_DIR={tmp_path}\nexec {aocd} 21 2021"
        out = subprocess.check_output(["sh", "-c", shell], text=True, timeout=60)
        child.send_signal(signal.SIGINT)
        _, log = child.communicate(timeout=60)
    assert "Player 1 starting position:" in out
    assert child.returncode == 0
    assert "GET /2021/day/21/input -> 200 (github.alice.1001)" in log
    assert "Traceback" not in log
