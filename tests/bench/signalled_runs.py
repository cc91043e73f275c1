"""Runs in which a process gets a signal at a random moment.

    python -m tests.bench.signalled_runs [ROUNDS [SEED]]

In each round, `aoc run --all` runs days that start children, some of which leave their process
group. The program, its forkserver or one of its workers gets SIGINT, SIGTERM, SIGHUP or SIGKILL.
Then no process of the run may be left, the program has ended with the exit code that the
documentation says, every line that it wrote is whole, and the history has all results that it
showed, if it ended by itself. Ends with 1 if anything went wrong. Needs Linux.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from aoc.errors import AocError
from aoc.history.log import FOLDER
from aoc.history.past_runs import read_records
from aoc.worker.orphans import children
from tests.bench.campaign import PATIENCE, Tally, left_over, run_campaign
from tests.program import Project

ROUNDS = 200
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
TARGETS = ("aoc", "forkserver", "worker")
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
DAY = """\
import subprocess, time

def parse(text):
    return text

def part1(text):
    subprocess.Popen(["sleep", "1000"])
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    return {day}

def part2(text):
    {part2}
"""
PARTS = (
    "return 2",
    "end = time.monotonic() + 0.05\n    while time.monotonic() < end: pass\n    return 2",
    "subprocess.run(['sleep', '0.05'])\n    return 2",
    "time.sleep(1000)",  # This one is ended after a while, so every run ends with 1.
)
STARTING = ("Fatal Python error: init_", "Could not import runpy module")
"""How Python begins to say that it was interrupted while it started itself."""
COMMAND = ("run", "--all", "--sample", "--json", "--timeout", "0.4", "--jobs", "2")


class Round(NamedTuple):
    """A signal to a process after some share of the time that a run usually takes."""

    target: str
    number: int
    share: float


class Ended(NamedTuple):
    """How a run ended: whether the signal was sent, its exit code, and what it wrote."""

    was_sent: bool
    code: int
    out: str
    err: str


def campaign(rounds: int, seed: int) -> list[str]:
    """Run rounds; print and return what went wrong."""
    tally = Tally()
    rng = Random(seed)
    with TemporaryDirectory() as name:
        project = Project(Path(name))
        for day in range(1, 3 * len(PARTS) + 1):
            project.day(day, DAY.format(day=day, part2=PARTS[day % len(PARTS)]), SAMPLE)
        start = time.monotonic()
        fault = check(project, undisturbed := Round("aoc", 0, 10), run(project, undisturbed, 1))
        usual = time.monotonic() - start
        tally.add("without a signal", fault)
        for number in range(rounds):
            each = Round(rng.choice(TARGETS), rng.choice(SIGNALS), rng.random() * 1.05)
            shutil.rmtree(os.path.join(name, FOLDER), ignore_errors=True)
            ended = run(project, each, usual)
            fault = check(project, each, ended) or left_over(f"SIGNALLED={project.root}")
            tally.ends[f"{each.target} {ended.code}" if ended.was_sent else "too late"] += 1
            tally.add(f"{number}, {each}", fault)
    return tally.finish(f"{rounds} signals", seed)


def run(project: Project, each: Round, usual: float) -> Ended:
    """Start the program, send the signal, and wait for the end."""
    running = project.start(*COMMAND, env={"SIGNALLED": str(project.root)})
    was_sent = False
    try:
        out, err = running.communicate(timeout=each.share * usual)
    except subprocess.TimeoutExpired:
        pid = target_of(running, each.target)
        if pid:
            was_sent = True
            os.kill(pid, each.number)
        out, err = running.communicate(timeout=PATIENCE)
    return Ended(was_sent, running.returncode, out.decode(), err.decode())


def target_of(running: subprocess.Popen[bytes], target: str) -> int | None:
    """Return the process that is to get the signal, if it is there."""
    if target == "aoc":
        return running.pid
    servers = children(running.pid)
    if target == "forkserver":
        return servers[0] if servers else None
    workers = [worker for server in servers for worker in children(server)]
    return workers[-1] if workers else None


def check(project: Project, each: Round, ended: Ended) -> str:
    """Return what is wrong with how a run ended, if anything."""
    expected = {1}
    if ended.was_sent and each.target == "aoc":
        # While Python itself starts, SIGINT ends it like any other signal.
        expected |= {-each.number, 130} if each.number == signal.SIGINT else {-each.number}
    if ended.code not in expected:
        return f"ended with {ended.code}: {ended.err}"
    is_start = ended.code == -signal.SIGINT or ended.err.startswith(STARTING)
    if "Traceback" in ended.err and not is_start:
        return ended.err
    try:
        results = [json.loads(line) for line in ended.out.splitlines()]
    except ValueError:
        return f"wrote {ended.out!r}"
    shown = [(r["day"], r["part"]) for r in results if r["part"] and r["verdict"] != "skipped"]
    try:
        kept = [(row.day, row.part) for row in read_records(str(project.root)) if row.part]
    except AocError as error:
        return str(error)
    # The last one may be kept and not shown yet.
    if ended.code >= 0 and shown not in (kept, kept[:-1]):
        return f"showed {shown}, and kept {kept}"
    return ""


if __name__ == "__main__":
    sys.exit(run_campaign(campaign, ROUNDS))
