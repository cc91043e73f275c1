"""Submissions that are killed before every line that they execute, then run once more.

    python -m tests.bench.killed_submissions [ROUNDS [SEED]]

Each round is a new account. Its program kills itself (SIGKILL) before a line of `aoc`, or of the
libraries that send and lock, when it gets there for the first or for the last time. The same
command is then run to its end. No answer may arrive twice, and an answer that has not arrived is
sent then, unless the program is in doubt, which it has to say. There are four stories:

- right: the answer is right;
- wrong: the answer is wrong;
- cut: the answer is right, but the response to it is lost;
- doubt: an answer was lost on the way, and is sent again with `--force`, which is killed.

Without ROUNDS, or with 0, every line of `aoc` that any story executes has one round. With ROUNDS,
so many are chosen at random, of all lines in all stories. Ends with 1 if anything went wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import NamedTuple

from tests.bench.campaign import Tally, run_campaign, with_progress
from tests.bench.submission_rounds import LOST, RIGHT, Person, World, world
from tests.bench.warm_program import OURS, Line
from tests.emulator import faults

LIBRARIES = ("/aocd/", "/urllib3/", "/filelock/", "/http/client.py", "/ssl.py", "/socket.py")
STORIES = {"right": RIGHT, "wrong": "5", "cut": RIGHT, "doubt": RIGHT}
"""The answer of each story."""
KILLED = -9


class Round(NamedTuple):
    """A story, and the line at which it is killed."""

    story: str
    line: Line


def campaign(rounds: int, seed: int) -> list[str]:
    """Run rounds, all that are in question for 0 rounds; print and return what went wrong."""
    tally = Tally()
    with world() as there:
        chosen = rounds_in(there)
        if rounds:
            chosen = Random(seed).sample(chosen, min(rounds, len(chosen)))
        else:
            ours = [each for each in reversed(chosen) if each.line.path.startswith(OURS)]
            chosen = list({each.line[:2]: each for each in ours}.values())[::-1]
        for each in with_progress(chosen):
            tally.add(f"{each.story}, {each.line}", play(there, each, tally.ends))
        tally.wrong += [f"{name}: sent twice in the end" for name in there.sent_twice()]
    if not chosen:
        tally.wrong.append("no line was recorded at which to kill")
    return tally.finish(f"{len(chosen)} kills", seed)


def rounds_in(there: World) -> list[Round]:
    """Return a round for the first and the last time that each line is executed, in each story."""
    found = []
    for story in STORIES:
        for line in submit(there, prepared(there, story), story, traces=True):
            if any(name in line.path for name in (OURS, *LIBRARIES)):
                found += [Round(story, one) for one in line.first_and_last()]
    return found


def prepared(there: World, story: str) -> Person:
    """Return somebody new, to whom that has happened which comes before the kill."""
    person = there.person()
    if story == "doubt":
        there.site.fail(faults.cut(judged=False), "POST")
        person.submit(RIGHT)
        person.allowed = 2
    elif story == "cut":
        there.site.fail(faults.cut(), "POST")
    return person


def submit(there: World, person: Person, story: str, *, traces: bool) -> tuple[Line, ...]:
    """Submit the answer of a story undisturbed, and return the lines that were executed."""
    force = ["--force"] if story == "doubt" else []
    ended = person.submit(STORIES[story], *force, traces=traces)
    there.site.faults.clear()
    return ended.lines


def play(there: World, each: Round, ends: Counter[str]) -> str:
    """Play a round, and return what went wrong, if anything. `ends` counts how rounds end."""
    story, line = each
    answer = STORIES[story]
    person = prepared(there, story)
    before = len(person.posts())
    force = ["--force"] if story == "doubt" else []
    killed = person.submit(answer, *force, line=line)
    there.site.faults.clear()
    sent = len(person.posts()) - before
    again = person.submit(answer)
    resent = len(person.posts()) - before - sent
    if killed.code != KILLED:
        ends["never got there"] += 1
        return "" if resent == 0 else f"sent {resent} times after an undisturbed run"
    if "Traceback" in again.err or again.code not in (0, 1, 3):
        return f"then ended with {again.code}: {again.err}"
    if resent > (0 if before or sent else 1):
        return f"sent {before} times before, {sent} times when killed, then {resent} times"
    if LOST in again.err:
        ends["in doubt" if before + sent else "in doubt without need"] += 1
        return ""
    if not before + sent + resent:
        return f"did not send the answer, and did not say why: {again.err}"
    if answer == RIGHT and again.code:
        return f"did not learn that the answer is right: {again.err}"
    ends["sent before" if sent else "sent after"] += 1
    return ""


if __name__ == "__main__":
    sys.exit(run_campaign(campaign, 0))
