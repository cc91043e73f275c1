"""The contests of a bench: each puzzle on one text, and the sides that are measured in turn."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from aoc.benches import Contest, Side, find_commit, worktree
from aoc.commands.live_run import Collected, run_and_show
from aoc.commands.variant_names import variants_of
from aoc.errors import UsageError
from aoc.inputs import Inputs
from aoc.model import Input, Job, Puzzle, Result
from aoc.project import OWN, Project, has_module, installed_plugins, title_of
from aoc.render.screen import Screen


def find_contests(
    project: Project,
    puzzles: Sequence[Puzzle],
    inputs: Inputs,
    screen: Screen,
    limits: tuple[float | None, int | None],
    parts: tuple[int, ...],
    variants: Sequence[str],
    rivals: Sequence[Side],
) -> tuple[list[Contest], list[Result]]:
    """Return the contests of a bench, and what failed where an input could not be made up.

    Each puzzle is measured on its first input that is no example; one without is left out. Workers
    make up samples and report their texts, so that all sides get the same one. `limits` are those
    of a part: seconds, and bytes of memory.
    """
    timeout, memory = limits
    found: dict[Puzzle, Input] = {}
    jobs = []
    for puzzle in puzzles:
        sources = [source for source in inputs.of(puzzle) if source.kind != "examples"]
        for source in sources[:1]:
            found[puzzle] = source
            if source.text is None:
                about = (project.root, *puzzle, title_of(project.root, puzzle), OWN)
                jobs.append(Job(*about, (source,), parts=(), memory=memory, tells_text=True))
    made = Collected()
    if jobs:
        run_and_show(
            project,
            jobs,
            [made],
            screen,
            size=len(jobs),
            workers=os.cpu_count() or 1,
            timeout=timeout,
            keeps_history=False,
        )
    for result in made.results:
        if result.text is not None:
            source = Input(result.input_kind or "", result.input or "", result.text)
            found[Puzzle(result.year, result.day)] = source
    contests = [
        Contest(
            puzzle,
            title_of(project.root, puzzle),
            source,
            tuple(sides_of(project, puzzle, parts, variants, rivals)),
            parts,
            memory,
        )
        for puzzle, source in found.items()
        if source.text is not None
    ]
    return contests, [result for result in made.results if result.bad]


def find_rivals(project: Project, names: Sequence[str], folders: ExitStack) -> list[Side]:
    """Return what the project's own days are to be compared with: solvers, or other commits.

    A name that is both is the solver. A commit is checked out into a folder, which is removed with
    `folders`. Raises `UsageError` for a name that is neither, and `AocError` where git fails.
    """
    if not names:
        return []
    known = {plugin.name: plugin for plugin in installed_plugins() if plugin.name != OWN}
    rivals = []
    for name in dict.fromkeys(names):
        if name in known:
            rivals.append(Side(project.root, known[name], name))
            continue
        commit = find_commit(project.root, name)
        if commit is None:
            raise UsageError(unknown_text(name, list(known)))
        root = folders.enter_context(worktree(project.root, commit))
        rivals.append(Side(root, name=name, commit=commit))
    return rivals


def unknown_text(name: str, solvers: Sequence[str]) -> str:
    """Return the sentence about a name that is neither a solver nor a commit."""
    if name == OWN:
        return f"--against {OWN}: {OWN} is what is measured; name another solver, or a commit"
    choice = f"choose from {', '.join(solvers)}" if solvers else "no other solver is installed"
    return (
        f"--against {name}: there is no such solver ({choice}), and git knows no such commit "
        "in this project"
    )


def sides_of(
    project: Project,
    puzzle: Puzzle,
    parts: tuple[int, ...],
    variants: Sequence[str],
    rivals: Sequence[Side],
) -> Iterator[Side]:
    """Yield the sides of a puzzle: the project's day, its variants, and each rival that solves it.

    A rival that is another commit runs the same variants as the project, as far as it has them.
    """
    own = Side(project.root)
    yield own
    for variant in chosen_variants(project.root, puzzle, parts, variants):
        yield own._replace(variant=variant)
    if any(rival.solver.entry for rival in rivals):
        yield own._replace(is_first_call=True)
    for rival in rivals:
        if rival.solver.entry:
            yield rival
        elif has_module(rival.root, puzzle):
            yield rival
            for variant in chosen_variants(rival.root, puzzle, parts, variants):
                yield rival._replace(variant=variant)


def chosen_variants(
    root: str, puzzle: Puzzle, parts: tuple[int, ...], names: Sequence[str]
) -> list[str]:
    """Return the variants of a day of the project at `root` that were asked for."""
    if not names:
        return []
    found = variants_of(root, puzzle, parts)
    return [name for name in found if "all" in names or name in names]
