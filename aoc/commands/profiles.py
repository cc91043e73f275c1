"""The profiles that `aoc run --profile` makes after a run, of the parts that have an answer."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from aoc.errors import SiteError, UsageError
from aoc.history.log import keep_file
from aoc.model.inputs import InputKind
from aoc.model.jobs import Job
from aoc.model.results import Result
from aoc.program import install_hint
from aoc.project.solvers import OWN
from aoc.render.format import part_name
from aoc.render.screen import Screen
from aoc.render.table import print_json
from aoc.render.terminal import painted, write
from aoc.session import TIMEOUT, RunLimits, Session

SLOWER = 10
"""How many times longer a call may take under the profiler than without."""
REPEATING = 10.0
"""Seconds beyond that, in which a short call is repeated."""


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
    them. Where only examples ran, these are profiled. `parse` has a profile if it is asked for
    `with_parse`. A run does not fail because of a profile.
    """
    screen, examples = session.screen, session.inputs.choice.examples
    answered = {
        (*result.puzzle, result.solver, result.part)
        for result in results
        if result.answer is not None and (examples or result.outcome.is_whole)
    }
    again = []
    for job in jobs:
        parts = tuple(
            part
            for part in job.parts
            if (*job.puzzle, job.solver.name, part) in answered
        )
        inputs = tuple(
            one for one in job.inputs if examples or one.kind != InputKind.EXAMPLES
        )
        if parts and inputs:
            timing = job.options.timing._replace(repeat=None)
            options = job.options._replace(parts=parts, timing=timing, profiles=True)
            again.append(job._replace(inputs=inputs, options=options))
    if not again:
        screen.note(
            "there is nothing to profile: no part has an answer to a whole input"
        )
    profiles = Profiles(
        session.project.root, screen, with_parse=with_parse, shows=not as_json
    )
    longest = max((result.seconds or 0 for result in results), default=0)
    seconds = max(session.timeout or TIMEOUT, SLOWER * longest + REPEATING)
    silent = Screen(screen.err, quiet=screen.quiet, shows_output=False)
    profiling = Session(
        session.project,
        silent,
        limits=RunLimits(timeout=seconds, workers=session.workers),
    )
    try:
        profiling.run(again, [profiles.show])
    finally:
        for result in results if as_json else ():
            profile = profiles.found.get(key_of(result))
            outcome = result.outcome._replace(profile=profile)
            print_json(result._replace(outcome=outcome))


class Profiles:
    """Keeps profiles in files, and shows them if it `shows`; that of `parse` only `with_parse`."""

    def __init__(
        self, root: str, screen: Screen, *, with_parse: bool, shows: bool
    ) -> None:
        self.root = root
        self.screen = screen
        self.with_parse = with_parse
        self.shows = shows
        self.found: dict[tuple[object, ...], dict[str, Any]] = {}

    def show(self, result: Result) -> None:
        """Keep and show the profile in a result, or say why there is none."""
        if result.part is None and not self.with_parse:
            return
        part, by = part_name(result.part, result.variant), ""
        if result.solver != OWN:
            part, by = "both parts", f" by {result.solver}"
        name = f"{result.puzzle} {part}{by} on {result.input}"
        profile = result.outcome.profile or {
            "problem": result.error and result.error.message
        }
        if profile["problem"]:
            self.screen.problem(f"{name} could not be profiled: {profile['problem']}")
        elif "page" in profile:
            file = re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII)
            page, lines = profile.pop("page"), [profile["text"]]
            try:
                profile["file"] = keep_file(self.root, "profile", f"{file}.html", page)
                lines += ("", profile["file"])
            except SiteError as error:
                self.screen.problem(
                    f"the profile of {name} is only shown here: {error}"
                )
            if self.shows:
                text = "\n".join(lines)
                write(sys.stdout, "\n", painted(name, "1"), f", {text}\n")
        if result.outcome.profile:
            self.found[key_of(result)] = profile


def key_of(result: Result) -> tuple[object, ...]:
    """Return the facts that tell a result from the others of a run."""
    about = (*result.puzzle, result.solver, result.input)
    return *about, result.part, result.variant
