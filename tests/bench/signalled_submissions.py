"""Submissions that get a signal at a random moment, then are run once more.

    python -m tests.bench.signalled_submissions [ROUNDS [SEED]]

Each round is a new account. `aoc submit` or `aoc run --submit` gets SIGINT, SIGTERM, SIGHUP or
SIGKILL, alone or with its process group, and ends; no process of it may be left. The same command
is then run to its end. No answer may arrive twice, and an answer that has not arrived is sent then,
unless the program is in doubt, which it has to say. Ends with 1 if anything went wrong.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from random import Random
from typing import NamedTuple

from tests.bench.campaign import PATIENCE, Tally, left_over, run_campaign
from tests.bench.submission_rounds import LOST, RIGHT, SHEET, Person, World, world
from tests.site.program import command

ROUNDS = 100
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)


class Round(NamedTuple):
    """A signal after some share of the time that the program usually takes."""

    runs: bool
    number: int
    share: float
    whole_group: bool


def campaign(rounds: int, seed: int) -> list[str]:
    """Run rounds; print and return what went wrong."""
    tally = Tally()
    rng = Random(seed)
    with world() as there:
        usual = {False: there.person().submit(RIGHT).seconds, True: timed_run(there)}
        for number in range(rounds):
            each = Round(
                rng.random() < 0.5, rng.choice(SIGNALS), rng.random() * 1.1, rng.random() < 0.5
            )
            fault = play(there, each, usual[each.runs], tally.ends)
            tally.add(f"{number}, {each}", fault)
        tally.wrong += [f"{name}: sent twice in the end" for name in there.sent_twice()]
    return tally.finish(f"{rounds} signals", seed)


def timed_run(there: World) -> float:
    """Return the seconds that `aoc run --submit` takes."""
    person = there.person()
    person.allowed = 2
    start = time.monotonic()
    process = start_run(there, person)
    process.communicate(timeout=PATIENCE)
    return time.monotonic() - start


def start_run(there: World, person: Person) -> subprocess.Popen[str]:
    """Start `aoc run --submit` in a process group of its own."""
    return subprocess.Popen(
        command(["run", "2021/21", "--submit"]),
        cwd=there.project,
        env=there.site.environment(person.cache) | person.variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        process_group=0,
    )


def play(there: World, each: Round, usual: float, ends: Counter[str]) -> str:
    """Play a round, and return what went wrong, if anything. `ends` counts how rounds end."""
    person = there.person()
    seconds = each.share * usual
    if each.runs:
        person.allowed = 2
        code, err = signalled_run(there, person, each, seconds)
    else:
        code, _, err, *_ = person.submit(RIGHT, number=each.number, seconds=seconds)
    fault = check_end(each, code, err) or left_over(f"AOCD_DIR={person.cache}")
    if fault:
        return fault
    sent = person.posts()
    code, err = undisturbed(there, person, each)
    posts = person.posts()
    if len(posts) > len(set(posts)):
        return f"sent {', '.join(posts)}"
    if "Traceback" in err or code not in (0, 3):
        return f"then ended with {code}: {err}"
    if LOST in err:
        ends["in doubt" if sent else "in doubt without need"] += 1
        return ""
    due = {f"1 {RIGHT}", f"2 {SHEET.answer2}"} if each.runs else {f"1 {RIGHT}"}
    if set(posts) != due or code:
        return f"sent {', '.join(posts) or 'nothing'}, and did not say why: {err}"
    ends["sent before" if sent else "sent after"] += 1
    return ""


def signalled_run(there: World, person: Person, each: Round, seconds: float) -> tuple[int, str]:
    """Send a signal to `aoc run --submit`; return its exit code and what it said."""
    process = start_run(there, person)
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        send = os.killpg if each.whole_group else os.kill
        send(process.pid, each.number)
    _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err


def check_end(each: Round, code: int, err: str) -> str:
    """Return what is wrong with how a program ended, if anything."""
    interrupted = 130 if each.number == signal.SIGINT else -each.number
    if code == -each.number:
        # While Python itself starts, SIGINT ends it like any other signal, with a traceback.
        return ""
    if code not in (0, interrupted) or "Traceback" in err:
        return f"ended with {code}: {err}"
    return ""


def undisturbed(there: World, person: Person, each: Round) -> tuple[int, str]:
    """Run the program of a round to its end; return its exit code and what it said."""
    if not each.runs:
        code, _, err, *_ = person.submit(RIGHT)
        return code, err
    process = start_run(there, person)
    _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err


if __name__ == "__main__":
    sys.exit(run_campaign(campaign, ROUNDS))
