"""What a worker reports of a job: in which order, what it leaves out, and what it expects."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib.machinery import PathFinder

import pytest

from aoc.model import BENCH, Input, Job, Kind
from aoc.worker.job_run import JobRun
from aoc.worker.reports import Answer, Output, Planned, Started, Timed
from tests.program import Project
from tests.unit.job_reports import (
    DAY,
    EXAMPLES,
    TEXT,
    answers,
    do_job,
    failures,
    planned,
    results,
    told,
)


@pytest.fixture(autouse=True)
def frozen() -> Iterator[None]:
    """What was there before the job is not looked at, as in a worker, which is also faster."""
    gc.freeze()
    yield
    gc.unfreeze()


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


def calls_of(project: Project) -> list[str]:
    """Return the calls that were noted."""
    return (project.root / "days" / "year2021" / "calls").read_text().split()


def test_answers_are_those_of_a_script_and_come_before_any_repeat(project: Project) -> None:
    reports = do_job(project, TEXT, source=NOTED, output=Output(), until_answered=True)
    assert calls_of(project) == ["parse", "part1", "parse", "part2"]
    assert [type(report) for report in reports] == [Started, Planned, *[Answer] * 3]
    firsts = [report for report in reports if isinstance(report, Answer)]
    assert [(result.answer, result.first_call) for result in firsts] == [
        (None, True),
        ("2", True),
        ("2", True),
    ]


def test_every_repeated_call_is_made_on_a_fresh_value_and_its_time_follows(
    project: Project,
) -> None:
    reports = do_job(project, TEXT, source=NOTED, output=Output(), repeat=3)
    calls = calls_of(project)
    assert calls[4:] == ["parse"] * 2 + ["parse", "part1"] * 2 + ["parse", "part2"] * 2
    assert [type(report) for report in reports] == [
        *(Started, Planned, *[Answer] * 3, *[Timed] * 3)
    ]
    assert [(result.part, result.answer, result.first_call) for result in told(reports)] == [
        (None, None, False),
        (1, "2", False),
        (2, "2", False),
    ]


def test_what_was_printed_before_a_call_keeps_nothing_from_being_repeated(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    class Captured(Output):
        printed = 0

        @property
        def size(self) -> int:  # type: ignore[override]
            self.printed += len(capsys.readouterr().out)
            return self.printed

    source = DAY.replace("    return text", "    print('parsed')\n    return text")
    reports = do_job(project, TEXT, source=source, output=Captured(), repeat=2)
    assert [(one.part, one.first_call) for one in told(reports)] == [
        (None, True),
        (1, False),
        (2, False),
    ]


KEPT_BY_PARSE = """\
import time
from functools import cache, cached_property

class Map:
    @cached_property
    def size(self):
        time.sleep(0.005)
        return 3

@cache
def parse(text):
    return Map()

def part1(map):
    return map.size

def part2(map):
    return 0
"""


@pytest.mark.parametrize("effort", ["steady", BENCH])
def test_what_a_cached_parse_returned_to_the_first_call_is_found_by_no_other(
    project: Project, effort: str
) -> None:
    source = KEPT_BY_PARSE
    [part1, _] = results(do_job(project, TEXT, source=source, output=Output(), effort=effort))
    assert part1.answer == "3"
    assert part1.seconds is not None
    assert part1.seconds >= 0.005


@pytest.mark.parametrize("effort", ["steady", BENCH])
def test_a_parse_that_fails_when_it_is_repeated_leaves_the_times_of_the_first_calls(
    project: Project, effort: str
) -> None:
    count = "Path(__file__).with_name('calls').read_text().count('parse')"
    source = NOTED.replace('note("parse")', f'note("parse"); assert {count} < 3')
    found = told(do_job(project, TEXT, source=source, output=Output(), effort=effort))
    assert [(r.part, r.answer, r.first_call) for r in found] == [
        (None, None, True),
        (1, "2", True),
        (2, "2", True),
    ]


@pytest.mark.parametrize(("effort", "waits"), [("steady", 1), ("quick", 0)])
def test_only_a_single_day_waits_before_it_repeats_a_call(
    project: Project, effort: str, waits: int
) -> None:
    project.day(7, NOTED)
    waited: list[list[str]] = []
    job = Job(str(project.root), 2021, 7, None, "days", (TEXT,), repeat=2, effort=effort)
    run = JobRun(job, Output(), wait=lambda: waited.append(calls_of(project)))
    list(run.reports())
    run.project.leave()
    assert waited == [["parse", "part1", "parse", "part2"]] * waits
    assert len(calls_of(project)) > 4


@pytest.mark.parametrize("done", range(9))
def test_another_worker_runs_only_what_is_owed(project: Project, done: int) -> None:
    refused = Input("file", "bad", problem="why not")
    everything = do_job(project, EXAMPLES, refused, TEXT)
    owed = planned(everything)[done:]
    rest = do_job(project, EXAMPLES, refused, TEXT, owed=owed)
    assert planned(rest) == planned(everything)
    seen = [(result.input, result.part, result.answer) for result in told(rest)]
    assert seen == [(r.input, r.part, r.answer) for r in told(everything)][done if owed else 0 :]


def test_an_input_of_which_nothing_is_owed_is_not_parsed(project: Project) -> None:
    do_job(project, TEXT, TEXT._replace(label="again"), source=NOTED, owed=((1, 2, None),))
    assert calls_of(project) == ["parse", "part2"]


def test_a_part_whose_input_cannot_be_parsed_again_spares_those_after_it(project: Project) -> None:
    count = "Path(__file__).with_name('calls').read_text().count('parse')"
    source = NOTED.replace('note("parse")', f'note("parse"); assert {count} != 2')
    source += "\ndef part1_other(values):\n    return 3\n"
    reports = do_job(project, TEXT, source=source, variants=("all",), shares_process=True)
    assert [*failures(reports)] == [("input", 1, Kind.PARSE, "AssertionError")]
    assert answers(reports) == [(1, None, "2"), (1, "other", None), (2, None, "2")]


def test_a_sample_that_does_not_exist_is_an_error_unless_it_is_optional(project: Project) -> None:
    reports = do_job(project, Input("sample", "sample 0"), tests="")
    [(label, part, kind, message)] = failures(reports)
    assert (label, part, kind) == ("sample 0", None, Kind.INPUT)
    assert "has no sample(rng)" in message
    assert results(do_job(project, Input("sample", "sample 0", optional=True), tests="")) == []


def test_a_part_that_is_missing_is_not_solved_but_not_on_the_last_day(project: Project) -> None:
    source = DAY.partition("def part2")[0]
    unsolved = [
        [result.is_unsolved for result in results(do_job(project, TEXT, source=source, day=day))]
        for day in (7, 25)
    ]
    assert unsolved == [[False, True], [False]]


def test_the_variants_of_a_part_that_is_missing_run(project: Project) -> None:
    source = DAY.replace("def part1(", "def helper(")
    reports = do_job(project, TEXT, source=source, variants=("all",), shares_process=True)
    assert answers(reports) == [
        (1, None, None),
        (1, "slow", "4"),
        (2, None, "2"),
        (2, "wrong", "3"),
    ]


def test_a_file_that_comes_while_folders_are_looked_at_is_found(project: Project) -> None:
    folder = project.root / "days" / "year2021"
    PathFinder.find_spec("nothing", [str(folder)])
    about = folder.stat()
    project.day(7, "import late\n" + DAY)
    (project.root / "late.py").touch()
    os.utime(folder, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert PathFinder.find_spec("day07", [str(folder)]) is None
    assert answers(do_job(project, TEXT, keeps_bytecode=False)) == [(1, None, "4"), (2, None, "2")]
