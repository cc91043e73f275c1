"""No result depends on which jobs ran before, in what order, or on how many workers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

import pytest

from aoc.model import Input, Job
from aoc.running.local_executor import LocalExecutor
from aoc.running.verdicts import in_order
from tests.marks import needs_signals
from tests.program import Project
from tests.running.executions import Silent

pytestmark = pytest.mark.slow

# Each day looks at everything that any of them changes, and then changes its own share of it.
LOOK = """
import builtins, decimal, gc, hashlib, locale, math, os, random, resource, signal, string, sys
import threading, warnings

import numpy as np

def parse(text):
    return text

def part1(text):
    mask = os.umask(0)
    os.umask(mask)
    seen = [
        decimal.getcontext().prec, str(decimal.Decimal(1) / 3), sorted(np.geterr().items()),
        warnings.filters, os.environ.get("LEAK"), mask, math.sin(1), builtins.pow(2, 3),
        signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)[0] > 0,
        signal.pthread_sigmask(signal.SIG_BLOCK, []), resource.getrlimit(resource.RLIMIT_NOFILE),
        sys.getrecursionlimit(), gc.get_threshold(), locale.setlocale(locale.LC_ALL),
        threading.active_count(), string.digits, os.getcwd(), sys.path[0], os.nice(0),
        sys.get_int_max_str_digits(), sys.getswitchinterval(), np.get_printoptions()["precision"],
        os.path.exists("/proc/self/fd/0"), sys.stdin is None, hasattr(os, "leaked"),
    ]
    print(seen)
    return hashlib.sha256(repr(seen).encode()).hexdigest()

def part2(text):
"""
LEAKS = (
    "decimal.getcontext().prec = 4; np.seterr(all='raise'); np.set_printoptions(precision=1)",
    "warnings.simplefilter('error'); signal.alarm(1000); os.environ['LEAK'] = 'x'; os.umask(0o77)",
    "math.sin = builtins.pow = max; string.digits = ''; os.leaked = 1; sys.setswitchinterval(1)",
    "resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)); os.close(0); os.chdir('/'); "
    "sys.setrecursionlimit(99); os.nice(3); sys.stdin = None; sys.set_int_max_str_digits(700); "
    "gc.set_threshold(1); signal.signal(signal.SIGALRM, signal.SIG_IGN); sys.path.insert(0, 'x'); "
    "signal.pthread_sigmask(signal.SIG_BLOCK, [14]); "
    "threading.Thread(target=signal.pause, daemon=True).start()",
)


def run(jobs: Iterable[Job], workers: int) -> list[tuple[int, str | None]]:
    """Run jobs, and return a hash of what part 1 of each day saw, which is also printed."""
    executor = LocalExecutor(workers, 20, Silent())
    try:
        results = list(in_order(executor.run(jobs)))
    finally:
        executor.close()
    assert not [result.error for result in results if result.error]
    return [(result.day, result.answer) for result in results if result.part == 1]


@pytest.fixture
def jobs(project: Project) -> Sequence[Job]:
    """The jobs of days that each leave something behind in part 2."""
    source = (Input("file", "input", "x"),)
    for day, leak in enumerate(LEAKS, 1):
        project.day(day, f"{LOOK}    {leak}\n    return 2\n")
    root = str(project.root)
    return [Job(root, 2021, day, None, "days", source) for day in range(1, len(LEAKS) + 1)]


@needs_signals  # that is, the days of this test do; and the module resource
@pytest.mark.parametrize("workers", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_what_a_day_leaves_behind_reaches_no_other(jobs: Sequence[Job], workers: int) -> None:
    alone = [run([job], 1)[0] for job in jobs]
    assert len({answer for _, answer in alone}) == 1
    # One after the other in one run, so that much more than one day ran before the last ones.
    order = [index for each in permutations(range(len(jobs))) for index in each]
    assert run((jobs[index] for index in order), workers) == [alone[index] for index in order]


def test_the_random_numbers_of_two_workers_are_not_the_same(project: Project) -> None:
    draw = "import random\n\nimport numpy.random\n\ndef parse(text):\n    return text\n\n"
    draw += "def part1(text):\n    return f'{random.random()} {numpy.random.random()}'\n"
    for day in (1, 2):
        project.day(day, draw)
    source = (Input("file", "input", "x"),)
    both = run([Job(str(project.root), 2021, day, None, "days", source) for day in (1, 2)], 1)
    [(_, first), (_, second)] = both
    assert first
    assert second
    assert not {*first.split()} & {*second.split()}


def test_jobs_are_taken_when_there_is_room_and_not_before(project: Project) -> None:
    project.day(1, "def parse(text):\n    return text\n\npart1 = part2 = len\n")
    job = Job(str(project.root), 2021, 1, None, "days", (Input("file", "input", "x"),))
    taken = 0

    def endless() -> Iterable[Job]:
        nonlocal taken
        while True:
            taken += 1
            yield job

    executor = LocalExecutor(2, 20, Silent())
    try:
        done = 0
        for update in executor.run(endless()):
            done += update.outcome is None
            assert taken <= done + 2
            if done == 10:
                executor.cancel()
    finally:
        executor.close()
    assert done == 10
