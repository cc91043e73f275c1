"""Programs that get Ctrl-C before every line that they execute, then are run once more.

    python -m tests.bench.interrupted_programs [ROUNDS [SEED]]

Each round is one of our commands; it sends itself SIGINT before a line of `aoc`, when it gets there
for the first or for the last time, and every second time once more some lines later. It then ends
with 130 and one line, or as if nothing had happened; no process or temporary file of it is left,
and the same command works afterwards.

Without ROUNDS, or with 0, every line of `aoc` that any command executes has its rounds. With
ROUNDS, so many are chosen at random. Ends with 1 if anything went wrong. Needs Linux.
"""

from __future__ import annotations

import linecache
import shutil
import signal
import sys
from collections import Counter
from random import Random
from typing import NamedTuple

from tests.bench.campaign import Tally, run_campaign, with_progress
from tests.bench.submission_rounds import LOST, RIGHT, Person, World, world
from tests.bench.warm_program import OURS, Ended, Line, Run
from tests.program import write_day


class Command(NamedTuple):
    """What is interrupted: its arguments, how it ends undisturbed, and a part of what it shows."""

    args: tuple[str, ...]
    shows: str
    code: int = 0


COMMANDS = {
    "run": Command(("run", "2021/21"), RIGHT),
    "faults": Command(
        ("run", "2020/1-4", "--sample", "--jobs", "2", "--timeout", "0.3"),
        "took longer than 0.3 s",
        code=1,
    ),
    "submit": Command(("submit", "2021/21", "--answer", RIGHT, "--part", "1"), "is right"),
    "run --submit": Command(("run", "2021/21", "--submit"), "is right"),
    "fetch": Command(("fetch", "2021/21"), "1 page"),
    "new": Command(("new", "2021/5"), "test_day05.py"),
    "status": Command(("status", "--year", "2021"), "☆"),
    "status --times": Command(("status", "--times", "--year", "2021"), "☆"),
    "report": Command(("report", "--year", "2021"), "README.md: 2021, "),
    "report --html": Command(("report", "--year", "2021", "--html", "page.html"), "page of 2021"),
    "show": Command(("show", "2021/21", "--part", "1", "--out", "show.svg"), "show.svg"),
}
FAULTS = (
    "return 1",
    "import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True); return 1",
    "import os; os._exit(3)",
    "import time; time.sleep(1000)",
)
"""The parts of the days that one command runs."""
DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    {}\n"
SAMPLE = "def sample(rng):\n    return 'x'\n"
README = "<!-- pictures -->\n<!-- /pictures -->\n<!-- days -->\n<!-- /days -->\n"
LINE = "aoc: interrupted\n"
INTERRUPTED = 130
NOT_SENT = 3
OUTERMOST = ("aoc/cli.py", "aoc/__main__.py")
LONGEST = 1000
"""Lines between two interruptions, at most."""


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
            write_day(there.project, day, DAY.format(part), SAMPLE, year=2020)
        chosen = []
        for name, command in COMMANDS.items():
            usual = run(there, person(there), name, traces=True)
            is_usual = usual.code == command.code and command.shows in usual.out + usual.err
            tally.add(name, "" if is_usual else f"undisturbed: {usual.code}, {usual.err}")
            for line in usual.lines:
                if line.path.startswith(OURS) and not is_outside(line):
                    chosen += [Round(name, one) for one in line.first_and_last()]
        if rounds:
            chosen = Random(seed).sample(chosen, min(rounds, len(chosen)))
        rng = Random(seed)
        for number, each in enumerate(with_progress(chosen)):
            if number % 2:
                each = each._replace(again=int(LONGEST ** rng.random()))
            about = f"{each.command}, {each.line}, {each.again}"
            tally.add(about, play(there, each, tally.ends))
    return tally.finish(f"{len(chosen)} interruptions", seed)


def is_outside(line: Line) -> bool:
    """Return whether a Ctrl-C at a line comes just before the program can catch one."""
    text = linecache.getline(line.path, line.number)
    return line.path.endswith(OUTERMOST[1]) and text.strip() == "try:"


def person(there: World) -> Person:
    """Return somebody new, in a project without what the last one has made."""
    made = [*there.project.glob("*/year2021/*day05*"), *there.project.glob("*.svg")]
    for path in (*made, there.project / "page.html"):
        path.unlink(missing_ok=True)
    for folder in (".aoc", "pictures"):
        shutil.rmtree(there.project / folder, ignore_errors=True)
    (there.project / "README.md").write_text(README, encoding="utf-8")
    return there.person()


def run(
    there: World, who: Person, name: str, each: Round | None = None, *, traces: bool = False
) -> Ended:
    """Run a command to its end, interrupted as in a round, if there is one."""
    run = Run(COMMANDS[name].args, str(there.project), who.variables, traces=traces)
    if each:
        run = run._replace(line=each.line, number=signal.SIGINT, again=each.again)
    return there.program.run(run)


def play(there: World, each: Round, ends: Counter[str]) -> str:
    """Play a round, and return what went wrong, if anything. `ends` counts how rounds end."""
    who = person(there)
    usual = COMMANDS[each.command].code
    ended = run(there, who, each.command, each)
    if ended.left:
        return f"left {ended.left}"
    if ended.code == INTERRUPTED:
        ends["interrupted"] += 1
        # Before the program can print anything, and once all is printed, it says nothing.
        says_nothing = not ended.err or each.line.path.endswith(OUTERMOST)
        if not ended.err.endswith(LINE) and not says_nothing:
            return f"said {ended.err!r}"
    elif ended.code == usual and "Traceback" not in ended.err:
        ends["went on"] += 1
    else:
        return f"ended with {ended.code}: {ended.err}"
    if strays := [str(path) for path in there.project.rglob("*.tmp")]:
        return f"left {strays}"
    again = run(there, who, each.command)
    # An answer that was about to be sent may have arrived.
    expected = NOT_SENT if LOST in again.err else usual
    if again.code != expected or "Traceback" in again.err:
        return f"then ended with {again.code}: {again.err}"
    return ""


if __name__ == "__main__":
    sys.exit(run_campaign(campaign, 0))
