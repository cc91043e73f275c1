"""What a worker reports of a job: in which order, what it leaves out, and what it expects."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

import pytest

from aoc.digest import digest_of
from aoc.job import TESTS, Job, Source
from aoc.results import Kind, Verdict
from aoc.worker import job_run as room
from aoc.worker.job_run import JobRun, forget_folders
from aoc.worker.measure import BRIEF, QUICK, STEADY, Effort, Measured, measure
from aoc.worker.output import Output
from aoc.worker.reports import Refused, Started
from tests.marks import needs_pyinstrument
from tests.program import Project
from tests.worker.job_reports import DAY, EXAMPLES, TEXT, answers, do_job, failures, results


@pytest.fixture(autouse=True)
def frozen() -> Iterator[None]:
    """What was there before the job is not looked at, as in a worker, which is also faster."""
    gc.freeze()
    yield
    gc.unfreeze()


def test_a_worker_says_what_it_does_before_it_does_it(project: Project) -> None:
    reports = do_job(project, EXAMPLES, TEXT)
    stages = [report for report in reports if isinstance(report, Started)]
    assert stages == [
        Started(),
        Started(TESTS),
        Started("example 1", skip=1),
        Started("example 1", 1, None, 1),
        Started("twice", skip=2),
        Started("twice", 1, None, 2),
        Started("input", skip=4),
        Started("input", 1, None, 3),
        Started("input", 2, None, 4),
    ]
    assert [(result.input, result.part, result.answer) for result in results(reports)] == [
        ("example 1", 1, "2"),
        ("twice", 1, "6"),
        ("input", 1, "4"),
        ("input", 2, "2"),
    ]


@pytest.mark.parametrize("skip", range(6))
def test_another_worker_leaves_out_the_parts_that_have_run(project: Project, skip: int) -> None:
    refused = Source("refused", "bad", "why not")
    everything = do_job(project, EXAMPLES, refused, TEXT)
    rest = do_job(project, EXAMPLES, refused, TEXT, skip=skip)
    assert answers(rest) == answers(everything)[skip:]


def test_an_input_is_not_parsed_again_after_all_of_its_parts_have_run(project: Project) -> None:
    stages = [r for r in do_job(project, EXAMPLES, TEXT, skip=2) if isinstance(r, Started)]
    assert stages[2:] == [
        Started("input", skip=4),
        Started("input", 1, None, 3),
        Started("input", 2, None, 4),
    ]


def test_an_input_that_was_refused_is_not_refused_again(project: Project) -> None:
    refused = Source("refused", "bad", "why not")
    assert answers(do_job(project, refused, TEXT, skip=2)) == [(2, None, "2")]


def test_an_input_is_not_parsed_if_it_is_for_no_part_that_is_asked_for(project: Project) -> None:
    source = DAY.replace("return text\n", "raise ValueError(text)\n", 1)
    assert do_job(project, EXAMPLES, source=source, parts=(2,)) == [Started(), Started(TESTS)]


def test_tests_are_not_read_where_no_input_comes_from_them(project: Project) -> None:
    reports = do_job(project, TEXT, tests="raise SystemExit")
    assert [result.verdict for result in results(reports)] == [Verdict.PASS, Verdict.UNKNOWN]


def test_tests_that_cannot_be_imported_are_an_error_and_the_other_inputs_run(
    project: Project,
) -> None:
    reports = do_job(project, EXAMPLES, TEXT, tests="import nowhere")
    [(label, part, kind, message)] = failures(reports)
    assert (label, part, kind) == (None, None, Kind.TESTS)
    assert "cannot be imported: ModuleNotFoundError" in message
    assert len(results(reports)) == 3


def test_a_day_that_cannot_be_imported_is_one_error(project: Project) -> None:
    reports = do_job(project, EXAMPLES, TEXT, source="import nowhere")
    [(label, part, kind, message)] = failures(reports)
    assert (label, part, kind) == (None, None, Kind.EXCEPTION)
    assert message.startswith("days/year2021/day07.py cannot be imported: ModuleNotFoundError")
    assert len(reports) == 2


def test_an_input_that_is_refused_is_an_error_and_the_next_one_runs(project: Project) -> None:
    reports = do_job(project, Source("refused", "bad", "why not"), TEXT)
    assert [*failures(reports)] == [("bad", None, Kind.INPUT, "why not")]
    assert len(results(reports)) == 3


def test_an_input_that_cannot_be_parsed_is_one_error(project: Project) -> None:
    source = DAY.replace("return text\n", "raise ValueError('line 1: no')\n", 1)
    reports = do_job(project, TEXT, source=source)
    assert [*failures(reports)] == [("input", None, Kind.PARSE, "line 1: no")]


def test_a_part_that_raises_spares_the_other(project: Project) -> None:
    source = DAY.replace("return len(text) * factor", "raise KeyError('lost')")
    reports = do_job(project, TEXT, source=source)
    assert [*failures(reports)] == [("input", 1, Kind.EXCEPTION, "KeyError: 'lost'")]
    assert results(reports)[1].answer == "2"


def test_a_sample_is_made_up_from_its_seed(project: Project) -> None:
    first, second = (
        [result.answer for result in results(do_job(project, Source("sample", "s", seed=seed)))]
        for seed in (1, 3)
    )
    assert first != second


def test_a_sample_that_does_not_exist_is_an_error_unless_it_is_optional(project: Project) -> None:
    reports = do_job(project, Source("sample", "sample 0"), tests="")
    [(label, part, kind, message)] = failures(reports)
    assert (label, part, kind) == ("sample 0", None, Kind.INPUT)
    assert "has no sample(rng)" in message
    assert results(do_job(project, Source("sample", "sample 0", optional=True), tests="")) == []


def test_a_sample_that_raises_is_an_error_of_the_input(project: Project) -> None:
    reports = do_job(
        project, Source("sample", "sample 0"), tests="def sample(rng):\n    return 1 // 0\n"
    )
    [(label, part, kind, _)] = failures(reports)
    assert (label, part, kind) == ("sample 0", None, Kind.INPUT)


@pytest.mark.parametrize(
    ("variants", "parts"),
    [
        ((), [(1, None), (2, None)]),
        (("all",), [(1, None), (1, "slow"), (2, None), (2, "wrong")]),
        (("slow",), [(1, "slow")]),
        (("slow", "wrong"), [(1, "slow"), (2, "wrong")]),
    ],
)
def test_variants_run_if_they_are_asked_for(
    project: Project, variants: tuple[str, ...], parts: list[tuple[int, str | None]]
) -> None:
    found = [
        (result.part, result.variant)
        for result in results(do_job(project, TEXT, variants=variants))
    ]
    assert found == parts


def test_only_the_parts_that_are_asked_for_run(project: Project) -> None:
    assert [part for part, _, _ in answers(do_job(project, TEXT, parts=(2,)))] == [2]


def test_a_variant_is_compared_with_the_known_answer_or_else_with_the_part(
    project: Project,
) -> None:
    verdicts = [
        (result.part, result.variant, result.expected, result.verdict)
        for result in results(do_job(project, TEXT, variants=("all",)))
    ]
    assert verdicts == [
        (1, None, "4", Verdict.PASS),
        (1, "slow", "4", Verdict.PASS),
        (2, None, None, Verdict.UNKNOWN),
        (2, "wrong", "2", Verdict.FAIL),
    ]


def test_a_part_that_is_missing_is_not_solved_but_not_on_the_last_day(project: Project) -> None:
    source = DAY.partition("def part2")[0]
    assert [result.verdict for result in results(do_job(project, TEXT, source=source))] == [
        Verdict.PASS,
        Verdict.SKIPPED,
    ]
    assert [result.verdict for result in results(do_job(project, TEXT, source=source, day=25))] == [
        Verdict.PASS
    ]


def test_the_variants_of_a_part_that_is_missing_run(project: Project) -> None:
    source = DAY.replace("def part1(", "def helper(")
    assert answers(do_job(project, TEXT, source=source, variants=("all",))) == [
        (1, None, None),
        (1, "slow", "4"),
        (2, None, "2"),
        (2, "wrong", "3"),
    ]


def test_what_is_known_of_an_input_is_not_expected_with_other_parameters(project: Project) -> None:
    first, second = results(do_job(project, TEXT, params=(("factor", "3"),), variants=()))
    assert (first.answer, first.expected, first.verdict) == ("12", None, Verdict.UNKNOWN)
    assert second.verdict is Verdict.UNKNOWN
    known = TEXT._replace(expected=("4", "2"))
    assert results(do_job(project, known, params=(("factor", "3"),)))[1].verdict is Verdict.PASS


def test_a_parameter_that_no_part_takes_ends_the_job(project: Project) -> None:
    reports = do_job(project, TEXT, params=(("nothing", "3"),))
    assert isinstance(reports[-1], Refused)
    assert "no part of 2021/07 takes 'nothing'" in reports[-1].message


PARSED = """\
def parse(text):
    return {value}

def part1(value):
    {change}
    return repr(value)

part2 = part1
"""


def test_a_parsed_value_that_can_change_is_parsed_again_for_each_part(project: Project) -> None:
    source = PARSED.format(value="[1]", change="value.append(2)")
    assert [answer for _, _, answer in answers(do_job(project, TEXT, source=source))] == [
        "[1, 2]"
    ] * 2


def test_a_parsed_value_that_cannot_change_is_shared(project: Project) -> None:
    source = PARSED.format(value="calls.append(1) or (len(calls),)", change="pass")
    source = f"calls = []\n{source}"
    assert [answer for _, _, answer in answers(do_job(project, TEXT, source=source))] == [
        "(1,)"
    ] * 2


def test_a_parsed_value_that_can_change_is_parsed_once_for_each_part(project: Project) -> None:
    source = PARSED.format(value="calls.append(1) or [len(calls)]", change="pass")
    source = f"calls = []\n{source}"
    assert [answer for _, _, answer in answers(do_job(project, TEXT, source=source))] == [
        "[1]",
        "[2]",
    ]


DELETED = """\
deleted = []

class Text(str):
    def __del__(self):
        deleted.append(self)

def parse(text):
    return Text(text)

def part1(text):
    return Text("4")

def part2(text):
    return len(deleted)
"""


def test_nothing_that_a_solver_returned_is_deleted_while_the_job_is_done(project: Project) -> None:
    reports = do_job(project, TEXT, TEXT._replace(label="again"), source=DELETED)
    assert [answer for _, _, answer in answers(reports)] == ["4", "0", "4", "0"]


def test_each_part_has_the_time_of_parsing_and_its_own(project: Project) -> None:
    first, second = results(do_job(project, TEXT))
    assert first.seconds is not None
    assert first.parse_seconds is not None
    assert second.parse_seconds == first.parse_seconds


def test_too_little_memory_is_said_with_the_limit(project: Project) -> None:
    source = DAY.replace("return len(text) * factor", "raise MemoryError")
    reports = do_job(project, TEXT, source=source, memory=5 * 10**12)
    [(_, _, kind, message)] = failures(reports)
    assert kind is Kind.MEMORY
    assert message == "out of memory, with a limit of 5e+03 GB: --memory changes it"


def shown_to_the_debugger(project: Project, source: str, tests: str = "") -> list[BaseException]:
    """Do a job of day 7, and return what it shows to the debugger."""
    shown: list[BaseException] = []
    project.day(7, source, tests)
    job = Job(str(project.root), 2021, 7, None, "days", (Source("sample"), TEXT))
    job_run = JobRun(job, Output(), shown.append)
    try:
        list(job_run.reports())
    finally:
        job_run.project.leave()
    return shown


SAMPLE = "def sample(rng):\n    return 'x'\n"


@pytest.mark.parametrize(
    ("source", "tests", "messages"),
    [
        (DAY, SAMPLE, []),
        ("raise ValueError('day')", SAMPLE, ["day"]),
        (DAY, "raise ValueError('tests')", ["tests"]),
        (DAY, SAMPLE.replace("return 'x'", "raise ValueError('sample')"), ["sample"]),
        (DAY.replace("return text", "raise ValueError(text)"), SAMPLE, ["x", "text"]),
        (DAY.replace("return 2", "raise ValueError(text)"), SAMPLE, ["x", "text"]),
    ],
    ids=["nothing", "day", "tests", "sample", "parse", "part"],
)
def test_whatever_a_solver_raises_is_shown_to_the_debugger(
    project: Project, source: str, tests: str, messages: list[str]
) -> None:
    shown = shown_to_the_debugger(project, source, tests)
    assert [str(error) for error in shown] == messages
    assert all(error.__traceback__ for error in shown)


def test_a_sample_that_does_not_exist_is_not_shown_to_the_debugger(project: Project) -> None:
    assert shown_to_the_debugger(project, DAY) == []


@contextmanager
def only_handler() -> Iterator[logging.Handler]:
    """Give the root logger a handler of its own, until the `with` block ends."""
    root, handler = logging.getLogger(), logging.NullHandler()
    before, level = root.handlers, root.level
    root.handlers = [handler]
    try:
        yield handler
    finally:
        root.handlers = before
        root.setLevel(level)


LOGGED = DAY.replace("return 2", "import logging; logging.info('at %d', 2); return 2")


def test_with_verbose_a_solver_logs_to_stderr_whatever_was_set_up_before(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    with only_handler() as handler:
        do_job(project, TEXT, source=LOGGED, verbose=True)
        assert handler not in logging.getLogger().handlers
    assert capsys.readouterr() == ("", "at 2\n")


def test_without_verbose_logging_is_left_as_it_is(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    with only_handler() as handler:
        do_job(project, TEXT, source=LOGGED)
        assert logging.getLogger().handlers == [handler]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("source", "name", "effort"),
    [
        (TEXT, "steady", STEADY),
        (TEXT, "quick", QUICK),
        (TEXT, "brief", BRIEF),
        (Source("sample"), "steady", STEADY),
        (EXAMPLES, "steady", QUICK),
        (EXAMPLES, "quick", QUICK),
    ],
)
def test_only_inputs_of_full_size_are_timed_for_long_and_only_if_times_are_to_be_steady(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    source: Source,
    name: str,
    effort: Effort,
) -> None:
    efforts = []

    def noted(prepare: Callable[[], Any], call: Callable[[Any], Any], **options: Any) -> Measured:
        efforts.append(options["effort"])
        return measure(lambda: call(prepare()))

    monkeypatch.setattr(room, "measure_fastest", noted)
    do_job(project, source, effort=name)
    assert set(efforts) == {effort}


CANDIDATE = Source("candidate", "first", "x")
MAKERS = (
    "def sample(rng):\n    return f'{rng.randint(10, 99)}\\n'\n"
    "def small(rng):\n    return f'{rng.randint(0, 9)}\\r\\n'\n"
)


@pytest.mark.parametrize("kind", ["sample", "small"])
def test_the_text_of_a_made_up_input_is_told_where_it_is_asked_for(
    project: Project, kind: str
) -> None:
    [told] = results(
        do_job(project, Source(kind, "made", seed=3), tests=MAKERS, parts=(), tells_text=True)
    )
    assert (told.part, told.input) == (None, "made")
    assert told.text is not None
    assert told.text.isdigit()
    assert told.digest == digest_of(told.text)
    made = results(do_job(project, Source(kind, "made", seed=3), tests=MAKERS))
    assert [(one.text, one.digest) for one in made] == [(None, told.digest)] * 2


def test_every_result_of_an_input_has_its_text(project: Project) -> None:
    reports = do_job(project, TEXT, tells_text=True)
    assert [result.text for result in results(reports)] == ["text"] * 2


@pytest.mark.parametrize(
    ("valid", "answered"), [("True", 2), ("text == 'x'", 2), ("text == 'y'", 0), ("1 / 0", 0)]
)
def test_what_the_tests_do_not_allow_is_not_run(
    project: Project, valid: str, answered: int
) -> None:
    reports = do_job(project, CANDIDATE, tests=f"def valid(text):\n    return {valid}\n")
    assert len([*answers(reports)]) == (answered or 1)
    assert [kind for _, _, kind, _ in failures(reports)] == [Kind.INPUT] * (not answered)


def test_any_text_is_allowed_where_the_tests_do_not_say(project: Project) -> None:
    assert len([*answers(do_job(project, CANDIDATE, tests=""))]) == 2


@needs_pyinstrument
def test_the_profile_of_parse_is_in_the_first_result_of_an_input_alone(project: Project) -> None:
    reports = do_job(project, TEXT, TEXT._replace(label="again"), profiles=True)
    found = [(r.part, bool(r.profile), bool(r.parse_profile)) for r in results(reports)]
    assert found == [(1, True, True), (2, True, False)] * 2


def test_a_file_that_comes_while_folders_are_looked_at_is_found(tmp_path: Path) -> None:
    PathFinder.find_spec("nothing", [str(tmp_path)])
    about = tmp_path.stat()
    (tmp_path / "late.py").touch()
    os.utime(tmp_path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert PathFinder.find_spec("late", [str(tmp_path)]) is None
    forget_folders()
    assert PathFinder.find_spec("late", [str(tmp_path)])
