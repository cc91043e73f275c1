"""The profiles that `aoc run --profile` makes after a run, of the parts that have an answer."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from aoc.errors import SiteError, UsageError
from aoc.history.log import keep_file
from aoc.model import Job, Puzzle, Result, Verdict
from aoc.program import install_hint
from aoc.project import OWN
from aoc.render.format import as_shown, part_name
from aoc.render.screen import Screen
from aoc.render.table import JsonLines
from aoc.render.terminal import painted, write
from aoc.session import TIMEOUT, Session

SLOWER = 10
"""How many times longer a call may take under the profiler than without."""
REPEATING = 10.0
"""Seconds beyond that, in which a short call is repeated."""


def check_profiler() -> None:
    """Raise `UsageError` if this Python has no pyinstrument."""
    from importlib.util import find_spec

    if find_spec("pyinstrument") is None:
        hint = install_hint("pyinstrument") or (
            f": `{sys.executable} -m pip install --upgrade pyinstrument`"
        )
        raise UsageError(f"--profile needs pyinstrument in the Python that runs your days{hint}")


def profile_parts(
    session: Session, jobs: Iterable[Job], results: Sequence[Result], *, as_json: bool
) -> None:
    """Profile the parts that have answers, in jobs of their own; show and keep the profiles.

    `results` are those of the `jobs`; with `as_json`, they are shown now, with the profiles in
    them. Where only examples ran, these are profiled. A run does not fail because of a profile.
    """
    screen = session.screen
    profiles = Profiles(session.project.root, screen, shows=not as_json)
    profiling = profiling_jobs(jobs, results, examples=session.inputs.examples)
    if not profiling:
        screen.note("there is nothing to profile: no part has an answer to a whole input")
    try:
        if profiling:
            longest = max(result.seconds or 0 for result in results)
            seconds = max(session.timeout or TIMEOUT, SLOWER * longest + REPEATING)
            silent = Screen(screen.err, quiet=screen.quiet, shows_output=False)
            again = Session(session.project, silent, timeout=seconds, workers=session.workers)
            again.run(profiling, [profiles], len(profiling))
    finally:
        for result in results if as_json else ():
            JsonLines(sys.stdout).show(result._replace(profile=profiles.found.get(key_of(result))))


def profiling_jobs(jobs: Iterable[Job], results: Sequence[Result], *, examples: bool) -> list[Job]:
    """Return the jobs that profile the parts with an answer, of some jobs with their results."""
    has_answer = {
        (result.year, result.day, result.solver, result.part)
        for result in results
        if result.verdict not in (Verdict.ERROR, Verdict.SKIPPED) and (examples or result.whole)
    }
    found = []
    for job in jobs:
        about = (job.year, job.day, job.solver)
        parts = tuple(part for part in job.parts if (*about, part) in has_answer)
        inputs = tuple(
            one for one in job.inputs if not one.problem and (examples or one.kind != "examples")
        )
        if parts and inputs:
            job = job._replace(parts=parts, inputs=inputs, repeat=None, verbose=False)
            found.append(job._replace(profiles=True))
    return found


class Profiles:
    """The view of jobs that profile: keeps profiles in files, and shows it if it `shows`."""

    def __init__(self, root: str, screen: Screen, *, shows: bool) -> None:
        self.root = root
        self.screen = screen
        self.shows = shows
        self.titles: Counter[str] = Counter()
        self.found: dict[tuple[object, ...], dict[str, Any]] = {}

    def show(self, result: Result) -> None:
        """Keep and show the profile in a result, or say why there is none.

        The second of a title has a number; the files replace those of an older run.
        """
        profile, part = result.profile, part_of(result)
        solver = "" if result.solver == OWN else f"by {result.solver}"
        on = f"on {result.input}" if result.input else ""
        words = (str(Puzzle(result.year, result.day)), part, solver, on)
        name = " ".join(filter(None, words))
        problem = result.error.message if result.error else profile and profile["problem"]
        if problem:
            self.screen.problem(f"{name} could not be profiled: {problem}")
        if not profile:
            return
        self.found[key_of(result)] = profile
        if profile["problem"]:
            return
        own = "" if result.solver == OWN else f"{result.solver} "
        title = f"{result.year}-{result.day:02d}-{own}{part.replace('part ', 'part')}"
        self.titles[title] += 1
        file = re.sub(r"[^\w.-]+", "-", title, flags=re.ASCII)
        number = f"-{self.titles[title]}" if self.titles[title] > 1 else ""
        try:
            page = profile.pop("page")
            profile["file"] = keep_file(self.root, "profile", f"{file}{number}.html", page)
        except SiteError as error:
            self.screen.problem(str(error))
        if self.shows:
            lines = [*profile["text"].split("\n"), "", profile.get("file", "")]
            text = "".join(f"{as_shown(line, sys.stdout)}\n" for line in lines)
            write(sys.stdout, "\n", painted(name, "1"), f", {text}")

    def end(self) -> None:
        """Show nothing more."""


def part_of(result: Result) -> str:
    """Return the name of the part that a result is about; an error may be about none."""
    if result.part is None and not result.profile:
        return ""
    if result.solver != OWN:
        return "both parts"
    return part_name(result.part, result.variant)


def key_of(result: Result) -> tuple[object, ...]:
    """Return the facts that tell a result from the others of a run."""
    about = (result.year, result.day, result.solver, result.input)
    return *about, result.part, result.variant
