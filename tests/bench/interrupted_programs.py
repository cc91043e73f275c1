"""Programs that get Ctrl-C before every line that they execute, then are run once more.

    python -m tests.bench.interrupted_programs [ROUNDS [SEED]]

Each round is one of our commands; it sends itself SIGINT before a line of `aoc`, when it gets there
for the first or for the last time, and every second time once more some lines later. It then ends
with 130 and one line, or as if nothing had happened; no process of it is left, and the same command
works afterwards.

Without ROUNDS, or with 0, every line of `aoc` that any command executes has its rounds. With
ROUNDS, so many are chosen at random. Ends with 1 if anything went wrong. Needs Linux.
"""

from __future__ import annotations

import shutil
import signal
import sys
from collections import Counter
from random import Random
from typing import NamedTuple

from tests.bench.campaign import Tally, run_campaign
from tests.bench.submission_rounds import LOST, RIGHT, Person, World, world
from tests.bench.warm_program import OURS, Ended, Line, Run

COMMANDS: dict[str, tuple[str, ...]] = {
    "run": ("run", "2021/21"),
    "faults": ("run", "2021/1-4", "--sample", "--jobs", "2", "--timeout", "0.3"),
    "submit": ("submit", "2021/21", "--answer", RIGHT, "--part", "1"),
    "run --submit": ("run", "2021/21", "--submit"),
    "fetch": ("fetch", "2021/21", "--force"),
    "new": ("new", "2021/5"),
    "status": ("status", "--year", "2021"),
    "report": ("report", "--readme", "README.md"),
}
"""What is interrupted, by a name for it."""
FAULTS = (
    "return 1",
    "import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True); return 1",
    "import os; os._exit(3)",
    "import time; time.sleep(1000)",
)
"""The parts of the days that one command runs."""
DAY = "def sample(rng):\n    return 'x'\n\ndef parse(text):\n    return text\n\ndef part1(text):\n"
LINE = "aoc: interrupted\n"
INTERRUPTED = 130
NOT_SENT = 3
LONGEST = 1000
"""Lines between two interruptions, at most."""
SHOWN = 200
"""Rounds between two lines of progress."""


class Round(NamedTuple):
    """A command, and the line at which it is interrupted."""

    command: str
    line: Line
    again: int = 0


def campaign(rounds: int, seed: int) -> list[str]:
    """Run rounds, all that are in question for 0 rounds; print and return what went wrong."""
    tally = Tally()
    with world() as there:
        for day, part in enumerate(FAULTS, start=1):
            path = there.project / "days" / "year2021" / f"day{day:02d}.py"
            path.write_text(f"{DAY}    {part}\n", encoding="utf-8")
        usual: dict[str, Ended] = {}
        chosen = []
        for name in COMMANDS:
            usual[name] = run(there, person(there), name, traces=True)
            lines = [line for line in usual[name].lines if line.path.startswith(OURS)]
            chosen += [
                Round(name, line._replace(nth=n)) for line in lines for n in sorted({1, line.nth})
            ]
        if rounds:
            chosen = Random(seed).sample(chosen, min(rounds, len(chosen)))
        rng = Random(seed)
        for number, each in enumerate(chosen):
            if number % 2:
                each = each._replace(again=int(LONGEST ** rng.random()))
            if number % SHOWN == 0:
                print(f"{number} of {len(chosen)}", flush=True)
            fault = play(there, each, usual[each.command], tally.ends)
            if fault:
                tally.add_wrong(
                    f"{each.command}, {':'.join(map(str, each.line))}, {each.again}: {fault}"
                )
    return tally.finish(f"{len(chosen)} interruptions", seed)


def person(there: World) -> Person:
    """Return somebody new, in a project without what the last one has made."""
    for path in there.project.glob("*/year2021/*day05*"):
        path.unlink()
    shutil.rmtree(there.project / ".aoc", ignore_errors=True)
    (there.project / "README.md").unlink(missing_ok=True)
    return there.person()


def run(
    there: World, who: Person, name: str, each: Round | None = None, *, traces: bool = False
) -> Ended:
    """Run a command to its end, interrupted as in a round, if there is one."""
    run = Run(COMMANDS[name], str(there.project), who.variables, traces=traces)
    if each:
        run = run._replace(line=each.line, number=signal.SIGINT, again=each.again)
    return there.program.run(run)


def play(there: World, each: Round, usual: Ended, ends: Counter[str]) -> str:
    """Play a round, and return what went wrong, if anything. `ends` counts how rounds end."""
    who = person(there)
    ended = run(there, who, each.command, each)
    if ended.left:
        return f"left {ended.left}"
    if ended.code == INTERRUPTED:
        ends["interrupted"] += 1
        # Before the program can print anything, it says nothing.
        if not ended.err.endswith(LINE) and ended.err:
            return f"said {ended.err!r}"
    elif ended.code == usual.code and "Traceback" not in ended.err:
        ends["went on"] += 1
    else:
        return f"ended with {ended.code}: {ended.err}"
    again = run(there, who, each.command)
    # An answer that was about to be sent may have arrived.
    expected = NOT_SENT if LOST in again.err else usual.code
    if again.code != expected or "Traceback" in again.err:
        return f"then ended with {again.code}: {again.err}"
    return ""


if __name__ == "__main__":
    sys.exit(run_campaign(campaign, 0))
