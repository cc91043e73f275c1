"""The profiles that `aoc run --profile` makes after a run, of the parts that have an answer."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from aoc.errors import SiteError, UsageError
from aoc.log import keep_file
from aoc.model.inputs import InputKind
from aoc.model.jobs import Job
from aoc.model.puzzles import Puzzle
from aoc.model.results import Result
from aoc.program import install_hint
from aoc.project.project import OWN
from aoc.render.format import part_name
from aoc.render.screen import Screen
from aoc.render.table import print_json
from aoc.render.terminal import painted, write
from aoc.session import TIMEOUT, RunLimits, Session

SLOWER = 10
"""How many times longer a call may take under the profiler than without."""
REPEATING = 10.0
"""Seconds beyond that, in which a short call is repeated."""
PartKey = tuple[Puzzle, str, str | None, int | None, str | None]
"""A puzzle, the name of a solver, the label of an input, a part and a variant."""


def check_profiler() -> None:
    """Raise `UsageError` if this Python has no pyinstrument."""
    from importlib.util import find_spec

    if find_spec("pyinstrument") is None:
        hint = install_hint("pyinstrument")
        raise UsageError(
            f"--profile needs pyinstrument in the Python that runs your days{hint}"
        )


def profile_parts(
    session: Session,
    jobs: Iterable[Job],
    results: Sequence[Result],
    *,
    with_parse: bool,
    as_json: bool,
) -> None:
    """Profile the parts that have answers, in jobs of their own; show and keep the profiles.

    `results` are those of the `jobs`; with `as_json`, they are shown now, with the profiles in
    them. `parse` has a profile if it is asked for `with_parse`. A run does not fail because of a
    profile.
    """
    screen = session.screen
    profiled_jobs = jobs_to_profile(
        jobs, results, on_examples=session.inputs.choice.examples, with_parse=with_parse
    )
    if not profiled_jobs:
        screen.note(
            "there is nothing to profile: no part has an answer to a whole input"
        )
    profiles = Profiles(session.project.root, screen, shows=not as_json)
    # A part that ended in time has to do so under the profiler, too.
    longest = max((result.seconds or 0 for result in results), default=0)
    seconds = max(session.timeout or TIMEOUT, SLOWER * longest + REPEATING)
    # What the parts print was shown in the run.
    silent = Screen(screen.err, quiet=screen.quiet, shows_output=False)
    limits = RunLimits(timeout=seconds, workers=session.workers)
    profiling = Session(session.project, silent, limits=limits)
    try:
        profiling.run(profiled_jobs, [profiles.take])
    finally:
        # Also after Ctrl-C, the run has all its results.
        if as_json:
            for result in results:
                profile = profiles.by_part.get(part_key(result))
                outcome = result.outcome._replace(profile=profile)
                print_json(result._replace(outcome=outcome))


def jobs_to_profile(
    jobs: Iterable[Job],
    results: Iterable[Result],
    *,
    on_examples: bool,
    with_parse: bool,
) -> list[Job]:
    """Return the jobs that profile the parts with an answer to a whole input.

    Where only examples ran, these are profiled `on_examples`.
    """
    answered = set()
    for result in results:
        if result.answer is not None and (on_examples or result.outcome.is_whole):
            answered.add((result.puzzle, result.solver, result.part))
    profiled_jobs = []
    for job in jobs:
        whose = (job.puzzle, job.solver.name)
        parts = [part for part in job.parts if (*whose, part) in answered]
        inputs = list(job.inputs)
        if not on_examples:
            inputs = [each for each in inputs if each.kind != InputKind.EXAMPLES]
        if parts and inputs:
            options = job.options._replace(
                parts=tuple(parts),
                # The profiler repeats a call itself.
                timing=job.options.timing._replace(repeat=None),
                reports_parse=with_parse,
                profiles=True,
            )
            profiled_jobs.append(job._replace(inputs=tuple(inputs), options=options))
    return profiled_jobs


class Profiles:
    """Keeps profiles in files, and shows them if it `shows`; `by_part` has what JSON tells."""

    def __init__(self, root: str, screen: Screen, *, shows: bool) -> None:
        self.root = root
        self.screen = screen
        self.shows = shows
        self.by_part: dict[PartKey, dict[str, Any]] = {}

    def take(self, result: Result) -> None:
        """Keep and show the profile in a result, or say why there is none."""
        name = name_of(result)
        if result.error:
            self.screen.problem(f"{name} could not be profiled: {result.error.message}")
            return
        if result.outcome.profile is None:
            return
        profile = dict(result.outcome.profile)
        page = profile.pop("page", None)
        self.by_part[part_key(result)] = profile
        if page is None:
            self.screen.problem(f"{name} could not be profiled: {profile['problem']}")
            return
        lines = [profile["text"]]
        # The name of a solver or an input may have any characters.
        file = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII)
        try:
            profile["file"] = keep_file(self.root, "profile", f"{file}.html", page)
            lines += ["", profile["file"]]
        except SiteError as error:
            self.screen.problem(f"the profile of {name} is only shown here: {error}")
        if self.shows:
            text = "\n".join(lines)
            write(sys.stdout, "\n", painted(name, "1"), f", {text}\n")


def name_of(result: Result) -> str:
    """Return what was profiled, for people: `2021/21 part 2 on sample 0`."""
    if result.solver == OWN:
        part = part_name(result.part, result.variant)
    else:
        part = f"both parts by {result.solver}"
    return f"{result.puzzle} {part} on {result.input}"


def part_key(result: Result) -> PartKey:
    """Return the facts that tell a result from the others of a run."""
    where = (result.puzzle, result.solver, result.input)
    return (*where, result.part, result.variant)
