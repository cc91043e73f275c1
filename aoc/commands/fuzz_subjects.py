"""The days to fuzz: their jobs, the solvers of others, and the inputs that were kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aoc.commands.live_run import memory_limit
from aoc.errors import UsageError
from aoc.examples import tests_path
from aoc.fuzzing.subject import Kept, Subject
from aoc.history.kept_inputs import kept_inputs
from aoc.job import Job
from aoc.project import Project, shown_path
from aoc.puzzles import Puzzle
from aoc.registry import OWN, Solver, find_solvers, title_of

__all__ = ["check_makers", "plugins_named", "subject_of"]


def plugins_named(names: Sequence[str]) -> list[Solver]:
    """Return the solvers of others with these names. Raises `UsageError`."""
    if OWN in names:
        raise UsageError(
            f"{OWN} is the project's own solver, which is fuzzed anyway: name somebody else's"
        )
    found = find_solvers(names)
    plugins = [solver for solver in found if solver.entry]
    if names and not plugins:
        raise UsageError("there is no solver to compare with: install one, or leave out --against")
    return plugins


def subject_of(project: Project, puzzle: Puzzle, plugins: Sequence[Solver]) -> Subject:
    """Return a day to fuzz."""
    title = title_of(project.root, puzzle)
    jobs = [
        Job(
            project.root,
            *puzzle,
            title,
            solver.name,
            (),
            entry=solver.entry,
            repeat=1,
            shares_process=True,
            memory=memory_limit(project),
        )
        for solver in (Solver(OWN), *plugins)
    ]
    kept = kept_inputs(project.root, puzzle)
    return Subject(jobs, [Kept(label, case) for label, case in kept.items()])


def check_makers(
    project: Project, subjects: Sequence[Subject], show: Callable[[str], None]
) -> None:
    """Show which days have no inputs: none is made or kept. Raises `UsageError` if that is all."""
    lacking = [one for one in subjects if not (one.kinds or one.problem or one.kept)]
    if not lacking:
        return
    paths = [shown_path(tests_path(project.root, *subject.puzzle)) for subject in lacking]
    verb = "has" if len(paths) == 1 else "have"
    text = (
        f"{', '.join(paths)} {verb} neither small(rng) nor sample(rng), which make up the inputs: "
        "write one of them"
    )
    if len(lacking) == len(subjects):
        raise UsageError(text)
    show(text)
