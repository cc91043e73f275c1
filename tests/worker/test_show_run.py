"""The frames that a worker makes: which, how many, and what becomes of a show that goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from aoc.frames import Frame
from aoc.model import Input, Job, Kind, Outcome
from aoc.running.local_executor import LocalExecutor
from aoc.worker.reports import Cut, Planned, Refused, Report, Shown, Started
from tests.marks import WINDOWS, not_on_wine
from tests.program import Project
from tests.running.executions import Silent
from tests.worker.job_reports import do_job, failures, results

DAY = """\
import os, sys
from itertools import count

def parse(text):
    if text == "bad":
        raise ValueError("line 1: expected good, found 'bad'")
    return [text]

def part1(texts):
    raise AssertionError("no part runs")

def show1(texts, *, first=1):
    texts.append("seen")
    for number in range(first, 6):
        yield [texts[0] * number], f"frame {number} of {len(texts)}"

def show2(texts):
    yield [*texts]
"""
TEXT = Input("file", "input", "#\n")


def show(project: Project, source: str, *sources: Input, **fields: Any) -> list[Report]:
    """Write a day, and make the frames of its shows."""
    fields = {"showing": (600, None)} | fields
    return do_job(project, *(sources or (TEXT,)), source=source, **fields)


def day(body: str) -> str:
    """Return a day whose show has this body."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    start = "import os, sys, time\ndef parse(text):\n    return text\ndef part1(text): ...\n"
    return f"{start}def show1(text):\n{lines}\n"


def shown(reports: list[Report]) -> Iterator[tuple[list[str], str]]:
    """Yield the lines and the caption of all frames."""
    for report in reports:
        if isinstance(report, Shown):
            frame = Frame(*report.frame)
            yield frame.lines, frame.caption


def texts(reports: list[Report]) -> list[str]:
    """Return all frames as texts."""
    return ["\n".join(lines) for lines, _ in shown(reports)]


def cuts(reports: list[Report]) -> list[str]:
    """Return why shows were cut off."""
    return [report.message for report in reports if isinstance(report, Cut)]


def test_the_frames_of_each_show_come_between_its_beginning_and_its_result(
    project: Project,
) -> None:
    reports = show(project, DAY)
    kinds = [type(report) for report in reports]
    assert kinds == [Started, Planned, *[Shown] * 5, Outcome, Shown, Outcome]
    assert reports[1] == Planned([("input", "file")], [(0, 1, None, ()), (0, 2, None, ())], [0, 1])
    assert next(shown(reports)) == (["#"], "frame 1 of 2")
    assert [*shown(reports)][-1] == (["#"], ""), "it is parsed afresh for each show"
    first, second = results(reports)
    assert (first.part, first.error, first.answer) == (1, None, None)
    assert (second.part, second.seconds) == (2, None)


def test_parameters_are_those_of_the_shows(project: Project) -> None:
    reports = show(project, DAY, params=(("first", "5"),))
    assert texts(reports) == ["#####", "#"]
    [_, refused] = show(project, DAY, params=(("other", "5"),))
    assert isinstance(refused, Refused)
    assert refused.message == "no part of 2021/07 takes 'other': choose from first"


@pytest.mark.parametrize(("count", "is_cut"), [(4, True), (5, False), (6, False)])
def test_a_show_with_just_as_many_frames_as_it_may_have_is_not_cut_off(
    project: Project, count: int, is_cut: bool
) -> None:
    reports = show(project, DAY, parts=(1,), showing=(count, None))
    assert len(texts(reports)) == min(count, 5)
    assert bool(cuts(reports)) is is_cut


def test_a_slow_show_is_cut_off_after_so_many_seconds(project: Project) -> None:
    slow = day("while True:\n    time.sleep(0.02)\n    yield '#'")
    reports = show(project, slow, showing=(600, 0.1))
    assert 1 <= len(texts(reports)) < 6
    assert cuts(reports)[0].endswith(" frames, which took 0.1 s: --timeout changes this")


@pytest.mark.parametrize(
    ("body", "kind", "message"),
    [
        ("yield '#'\nraise KeyError(1)", Kind.EXCEPTION, "KeyError: 1"),
        ("yield '#'\nyield 5", Kind.FRAME, "frame 2 of show1 is of type int: yield a str of"),
        ("yield '#'\nyield '#' * 1_000_000", Kind.FRAME, "frame 2 of show1 has 1000000 times 1"),
        ("return [1]", Kind.FRAME, "frame 1 of show1 is of type int: "),
        ("pass", Kind.FRAME, "show1 returned NoneType: write `yield frame` in it, not "),
        ("if False:\n    yield", Kind.FRAME, "show1 yielded no frame: write `yield frame` in it"),
        ("return '#'", Kind.FRAME, "show1 returned str: write `yield frame` in it, not `return`"),
        (
            "class A:\n    shape = (1, 1)\n    @property\n    def dtype(self): raise KeyError(3)\n"
            "yield A()",
            Kind.EXCEPTION,
            "KeyError: 3",
        ),
    ],
)
def test_what_goes_wrong_is_an_error_after_the_frames_before_it(
    project: Project, body: str, kind: Kind, message: str
) -> None:
    reports = show(project, day(body))
    assert texts(reports) == (["#"] if body.startswith("yield '#'") else [])
    [(label, part, found, said)] = failures(reports)
    assert (label, part, found) == ("input", 1, kind)
    assert message in said


def run_worker(
    project: Project, source: str, *, timeout: float = 30, **fields: Any
) -> tuple[list[Report], list[Outcome], list[str]]:
    """Make the frames of a day in a worker of its own; return what it printed as well."""
    project.day(7, source)
    fields = {"showing": (600, None)} | fields
    job = Job(str(project.root), 2021, 7, None, "days", (TEXT,))._replace(**fields)
    taken: list[Report] = []
    executor = LocalExecutor(
        1, timeout, Silent(), take_shown=lambda stage, report: taken.append(report)
    )
    try:
        found = [update.outcome for update in executor.run([job]) if update.outcome]
    finally:
        executor.close()
    return taken, found, [result.output for result in found]


def test_a_worker_makes_many_large_frames(project: Project) -> None:
    body = "import random\nfor _ in range(300):\n    yield [random.randbytes(240).hex()] * 200"
    reports, [result], _ = run_worker(project, day(body))
    assert len(texts(reports)) == 300
    assert not result.error


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("os.abort()", Kind.EXIT if WINDOWS else Kind.CRASH),
        ("os._exit(4)", Kind.EXIT),
        ("while True: pass", Kind.TIMEOUT),
    ],
)
def test_the_frames_before_the_end_of_a_worker_are_there(
    project: Project, body: str, kind: Kind
) -> None:
    source = day(f"yield '#'\nyield '.'\n{body}") + "def show2(text):\n    yield 'two'\n"
    reports, found, _ = run_worker(project, source, timeout=1)
    assert texts(reports) == ["#", ".", "two"]
    assert [(result.part, result.error and result.error.kind) for result in found] == [
        (1, kind),
        (2, None),
    ]


@not_on_wine("does not enforce the memory limit of a Job Object")
def test_the_memory_of_all_frames_together_is_limited(project: Project) -> None:
    body = "kept = []\nwhile True:\n    kept.append(bytes(10**7))\n    yield [str(len(kept))]"
    reports, [result], _ = run_worker(project, day(body), memory=200_000_000)
    assert result.error
    assert result.error.kind is Kind.MEMORY
    assert result.error.message.endswith("with a limit of 0.2 GB: --memory changes it")
    assert 3 < len(texts(reports)) < 25


def test_what_a_show_prints_without_end_is_cut(project: Project) -> None:
    body = "for number in range(50):\n    print('x' * 50_000)\n    yield '#'"
    _, _, [printed] = run_worker(project, day(body))
    assert len(printed) <= 2 << 16
