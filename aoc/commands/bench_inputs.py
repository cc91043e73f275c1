"""What a bench measures: each puzzle on one text, which is the same for all its sides."""

from __future__ import annotations

import os
from collections.abc import Sequence

from aoc.bench.timing import Contest, Side
from aoc.commands.bench_sides import sides_of
from aoc.commands.live_run import Collected, run_and_show
from aoc.digest import digest_of
from aoc.inputs import Inputs
from aoc.job import Job, Source
from aoc.project import Project
from aoc.puzzles import Puzzle
from aoc.registry import OWN, title_of
from aoc.render.screen import Screen
from aoc.results import Result

__all__ = ["find_contests"]

Texts = dict[Puzzle, Source]


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
    """Return the contests of a bench, one for each puzzle with an input, and what failed.

    `limits` are those of a part: seconds, and bytes of memory.
    """
    timeout, memory = limits
    texts, failures = find_texts(project, puzzles, inputs, screen, memory=memory, timeout=timeout)
    contests = [
        Contest(
            puzzle,
            title_of(project.root, puzzle),
            source,
            digest_of(source.text or ""),
            tuple(sides_of(project, puzzle, parts, variants, rivals)),
            parts,
            memory,
        )
        for puzzle, source in texts.items()
    ]
    return contests, failures


def find_texts(
    project: Project,
    puzzles: Sequence[Puzzle],
    inputs: Inputs,
    screen: Screen,
    *,
    memory: int | None,
    timeout: float | None,
) -> tuple[Texts, list[Result]]:
    """Return the text of each puzzle's input, as a source, and the failures.

    It is the first input that is no example. Workers make up samples and tell their texts. A puzzle
    without an input is left out.
    """
    found: Texts = {}
    jobs = []
    for puzzle in puzzles:
        sources = [source for source in inputs.sources(puzzle) if source.kind != "examples"]
        for source in sources[:1]:
            found[puzzle] = source
            if source.text is None:
                about = (project.root, *puzzle, title_of(project.root, puzzle), OWN)
                jobs.append(Job(*about, (source,), parts=(), memory=memory, tells_text=True))
    if not jobs:
        return found, []
    run_and_show(
        project,
        jobs,
        [view := Collected()],
        screen,
        size=len(jobs),
        workers=os.cpu_count() or 1,
        timeout=timeout,
        keeps_history=False,
    )
    results = view.results
    for job in jobs:
        del found[job.puzzle]
    for result in results:
        if result.text is not None:
            made = Source(result.input_kind or "", result.input or "", result.text)
            found[Puzzle(result.year, result.day)] = made
    return {p: found[p] for p in puzzles if p in found}, [r for r in results if r.bad]
