"""What a worker reports of a job: in which order, what it leaves out, and what it expects."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.machinery import PathFinder
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest

from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Timing, Unit
from aoc.model.results import Outcome
from aoc.worker.interpreter import RUN_FOLDER
from aoc.worker.job_run import JobRun
from aoc.worker.reports import Answered, Output, Planned, Report, Started, Timed
from tests.support.program import Project
from tests.support.results import made_job

DAY = """\
def parse(text):
    return text

def part1(text, *, factor=1):
    return len(text) * factor

def part1_slow(text):
    return sum(1 for _ in text)

def part2(text):
    return 2
"""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("ab", part1=2), Example("abc", part1=6, params={"factor": 2}, name="twice")]
"""
NOTED = """\
from pathlib import Path

def note(name):
    with Path(__file__).with_name("calls").open("a") as calls:
        calls.write(f"{name} ")

def parse(text):
    note("parse")
    return [text]

def part1(values):
    note("part1")
    values.append(1)
    return len(values)

def part2(values):
    note("part2")
    values.append(2)
    return len(values)
"""
TEXT = Input(InputKind.FILE, "input", "text\n", ("4", None))


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What was there before the job is not looked at, as in a worker, which is also faster."""
    monkeypatch.setenv(RUN_FOLDER, str(tmp_path))
    gc.freeze()
    yield
    gc.unfreeze()


class AnsweredError(Exception):
    """All answers are there, and no call shall be repeated."""


def stop() -> NoReturn:
    """End a job where it waits for others. Raises `AnsweredError`."""
    raise AnsweredError


class Loud(Output):
    """An output on which something is printed all the time."""

    def __init__(self) -> None:
        self.sizes = count()

    @property
    def size(self) -> int:  # type: ignore[override]
        """Another size each time."""
        return next(self.sizes)


def do_job(
    project: Project,
    *sources: Input,
    source: str = DAY,
    output: Output | None = None,
    wait: Callable[[], Any] = bool,
    **fields: Any,
) -> list[Report]:
    """Write day 7, do a job of it, and return the reports.

    No call is repeated unless the output is a quiet one.
    """
    project.day(7, source, TESTS)
    job = made_job(str(project.root), 2021, 7, inputs=sources, **fields)
    job_run = JobRun(job, output or Loud(), wait=wait)
    reports: list[Report] = []
    try:
        with suppress(AnsweredError):
            reports.extend(job_run.reports())
    finally:
        job_run.project.leave()
    return reports


def planned(reports: list[Report]) -> tuple[Unit, ...]:
    """Return what a job owes."""
    [plan] = [report for report in reports if isinstance(report, Planned)]
    return tuple(plan.units)


def answers(reports: list[Report]) -> list[tuple[str | None, int | None, str | None]]:
    """Return the input, the part, and the answer or the error of all results."""
    return [
        (
            outcome.input,
            outcome.part,
            outcome.error.message if outcome.error else outcome.answer,
        )
        for outcome in outcomes_in(reports)
    ]


def outcomes_in(reports: list[Report]) -> list[Outcome]:
    """Return the outcomes that were reported."""
    return [report.outcome for report in reports if isinstance(report, Answered)]


def calls_of(project: Project) -> list[str]:
    """Return the calls that were noted."""
    return (project.root / "days" / "year2021" / "calls").read_text().split()


def test_answers_are_those_of_a_script_and_come_before_any_repeat(
    project: Project,
) -> None:
    reports = do_job(project, TEXT, source=NOTED, output=Output(), wait=stop)
    assert calls_of(project) == ["parse", "part1", "parse", "part2"]
    assert [type(report) for report in reports] == [Started, Planned, *[Answered] * 3]
    assert answers(reports) == [
        ("input", None, None),
        ("input", 1, "2"),
        ("input", 2, "2"),
    ]


def test_every_repeated_call_is_made_on_a_fresh_value_and_its_time_follows(
    project: Project,
) -> None:
    timing = Timing(seconds=0.0, long=1.0, fewest=3)
    reports = do_job(project, TEXT, source=NOTED, output=Output(), timing=timing)
    calls = calls_of(project)
    assert calls[4:] == ["parse"] * 2 + ["parse", "part1"] * 2 + ["parse", "part2"] * 2
    assert [type(report) for report in reports] == [
        *(Started, Planned, *[Answered] * 3, *[Timed] * 3)
    ]
    assert all(report.seconds for report in reports if isinstance(report, Timed))


@pytest.mark.parametrize("done", [0, 3, 8])
def test_another_worker_runs_only_what_is_owed(project: Project, done: int) -> None:
    sources = (
        Input(InputKind.EXAMPLES),
        Input(InputKind.FILE, "bad", problem="why not"),
        TEXT,
    )
    everything = do_job(project, *sources)
    owed = planned(everything)[done:]
    rest = do_job(project, *sources, owed=owed)
    assert planned(rest) == planned(everything)
    assert answers(rest) == answers(everything)[done if owed else 0 :]


def test_an_input_of_which_nothing_is_owed_is_not_parsed(project: Project) -> None:
    do_job(
        project, TEXT, TEXT._replace(label="again"), source=NOTED, owed=(Unit(1, 2),)
    )
    assert calls_of(project) == ["parse", "part2"]


def test_a_part_whose_input_cannot_be_parsed_again_spares_those_after_it(
    project: Project,
) -> None:
    times = "Path(__file__).with_name('calls').read_text().count('parse')"
    source = NOTED.replace('note("parse")', f'note("parse"); assert {times} != 2')
    source += "\ndef part1_other(values):\n    return 3\n"
    reports = do_job(
        project, TEXT, source=source, variants=("all",), shares_process=True
    )
    assert [answer for _, part, answer in answers(reports) if part] == [
        "2",
        "AssertionError",
        "2",
    ]


def test_a_file_that_comes_while_folders_are_looked_at_is_found(
    project: Project,
) -> None:
    folder = project.root / "days" / "year2021"
    PathFinder.find_spec("nothing", [str(folder)])
    about = folder.stat()
    project.day(7, "import late\n" + DAY)
    (project.root / "late.py").touch()
    os.utime(folder, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert PathFinder.find_spec("day07", [str(folder)]) is None
    assert answers(do_job(project, TEXT, keeps_bytecode=False))[1] == ("input", 1, "4")
