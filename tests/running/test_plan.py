"""Which jobs a run consists of, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest

from aoc.model import Input, Job, Outcome, Puzzle
from aoc.project import OWN, Solver, shown_path
from aoc.project import Project as Found
from aoc.running.plan import JobOptions, half_of_memory, make_jobs, pair_up
from tests.program import Project

EXAMPLES = Input("examples")
ALICE, BOB, CAROL = (Input("file", label, "x\n") for label in ("alice", "bob", "carol"))
DAYS = Solver(OWN)
PLUGIN = Solver("plugin", "plugin:solve")


def jobs_for(
    project: Project,
    *sources: Input,
    days: tuple[int, ...] = (1,),
    solvers: tuple[Solver, ...] = (DAYS,),
    options: JobOptions = JobOptions(),  # noqa: B008
) -> list[Job]:
    """Return the jobs of days that have the same sources; day 1 has a module, no other has."""
    project.day(1, '"""Day 1: Sonar Sweep."""\n')
    puzzles = [Puzzle(2021, day) for day in days]
    found = Found(str(project.root), {})
    pairs = pair_up(found, puzzles, solvers)
    return list(make_jobs(found, pairs, lambda puzzle: sources, options))


def test_the_examples_are_one_job_and_each_input_is_another(project: Project) -> None:
    jobs = jobs_for(project, EXAMPLES, ALICE, BOB)
    assert [job.inputs for job in jobs] == [(EXAMPLES,), (ALICE,), (BOB,)]


def test_jobs_are_ordered_by_puzzle_then_by_solver_then_by_input(project: Project) -> None:
    project.day(2, "")
    jobs = jobs_for(project, ALICE, BOB, days=(2, 1), solvers=(DAYS, PLUGIN))
    assert [(job.day, job.solver, job.inputs[0].label) for job in jobs] == [
        (day, solver, label)
        for day in (2, 1)
        for solver in ("days", "plugin")
        for label in ("alice", "bob")
    ]


def test_each_puzzle_has_its_own_sources(project: Project) -> None:
    sources = {Puzzle(2021, 1): [ALICE], Puzzle(2020, 2): [EXAMPLES, BOB]}
    found = Found(str(project.root), {})
    pairs = pair_up(found, sources, [PLUGIN])
    jobs = make_jobs(found, pairs, sources.__getitem__, JobOptions())
    found_sources = [(job.puzzle, *job.inputs) for job in jobs]
    assert found_sources == [(puzzle, one) for puzzle in sources for one in sources[puzzle]]


def test_without_a_module_only_plugins_solve_a_puzzle(project: Project) -> None:
    jobs = jobs_for(project, ALICE, days=(1, 2), solvers=(DAYS, PLUGIN))
    assert [(job.day, job.solver) for job in jobs] == [(1, "days"), (1, "plugin"), (2, "plugin")]


def test_a_job_has_all_that_a_worker_has_to_know(project: Project) -> None:
    options = JobOptions((2,), ("memo",), 3, "quick", 10, True, (("n", "5"),))
    both = jobs_for(project, ALICE, solvers=(DAYS, PLUGIN), options=options)
    assert [job[:6] for job in both] == [
        (str(project.root), 2021, 1, "Sonar Sweep", solver, (ALICE,))
        for solver in ("days", "plugin")
    ]
    assert [job.entry for job in both] == ["", PLUGIN.entry]
    for job in both:
        assert job == job._replace(**options._asdict())


def test_both_parts_run_without_variants_unless_something_else_is_asked_for(
    project: Project,
) -> None:
    [job] = jobs_for(project, ALICE)
    about = (str(project.root), 2021, 1, "Sonar Sweep", "days", (ALICE,))
    assert job == Job(*about, seen_as=shown_path(str(project.root)))
    assert (job.parts, job.variants, job.repeat, job.memory) == ((1, 2), (), None, None)
    assert job.effort == "steady"
    assert not job.verbose


def test_an_input_is_read_when_its_job_is_asked_for(project: Project) -> None:
    read: list[str] = []

    def sources(puzzle: Puzzle) -> Iterator[Input]:
        for source in (EXAMPLES, ALICE, BOB, CAROL):
            read.append(source.label)
            yield source

    found = Found(str(project.root), {})
    jobs = make_jobs(found, [(Puzzle(2021, 1), PLUGIN)], sources, JobOptions())
    assert read == []
    assert [next(jobs).inputs, next(jobs).inputs] == [(EXAMPLES,), (ALICE,)]
    assert read == ["", "alice"]


def test_a_result_has_the_digest_of_its_input(project: Project) -> None:
    job = jobs_for(project, ALICE)[0]
    kinds = ("file", "alice"), ("example", "alice"), (None, None)
    found = [job.digest_of(Outcome(input=label, input_kind=kind)) for kind, label in kinds]
    assert found == [sha256(b"x\n").hexdigest(), None, None]


@pytest.mark.parametrize(("memory", "half"), [(2001, 1000), (None, None)])
def test_a_solver_may_take_half_of_the_memory_where_that_is_known(
    monkeypatch: pytest.MonkeyPatch, memory: int | None, half: int | None
) -> None:
    monkeypatch.setattr("aoc.running.plan.machine_memory", lambda: memory)
    assert half_of_memory() == half
