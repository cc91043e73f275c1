"""From a disagreement to a finding: showing it again in a fresh process, and making it smaller."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aoc.fuzzing.finding import Finding
from aoc.fuzzing.passes import BATCH
from aoc.fuzzing.shrinker import Shrinker
from aoc.fuzzing.trials import Case, Trials, Tried
from aoc.fuzzing.ways import Way, manner_of
from aoc.results import Kind

__all__ = ["PATIENCE", "Investigation"]

SECONDS = 30.0
"""How long a text is made smaller, at most."""
PATIENCE = 4
"""How many times the time that it may take a way gets alone, after it took longer among others."""
LEAST_TIMEOUT = 5.0
"""Seconds that a way may take on a smaller text, at least; the machine may be busy."""
SHORT_TIMEOUT = 1.0
"""The same where a text that takes too long is looked for."""
SLOWER = 20
"""How many times as long as on the first text a way may take on a smaller one."""
FEW = 4
"""Cases that are tried at once where each takes long; the same number on any machine."""
CHECKS = 4
"""How many of the smaller texts are checked at the end, at most, until one shows it again."""
REFUSAL = "parse "
"""How the manner begins in which parse raises an error; it may do so on any smaller text."""


class Investigation:
    """Shows a finding again on its texts, alone in a fresh process, and makes them smaller.

    `texts` are all that the process had run when the ways disagreed, in that order, and `every` are
    all ways that ran there. `finding` is what is known so far, also after Ctrl-C. `show` is called
    with each smaller case.
    """

    def __init__(
        self,
        finding: Finding,
        texts: Sequence[str],
        every: Sequence[Way],
        trials: Trials,
        timeout: float | None,
        show: Callable[[Case], None],
    ) -> None:
        self.finding = finding._replace(texts=tuple(texts[-1:]), length=len(texts[-1]))
        self.before = tuple(texts[:-1])
        self.ways: Sequence[Way] = finding.ways
        self.every = every
        self.trials = trials
        self.timeout = timeout
        self.show = show

    def run(self) -> None:
        """Investigate: on the text alone, or else after all that ran before it."""
        alone = self.finding.texts
        pair, every = self.ways, self.every
        if self.is_over_time:
            attempts = [(alone, pair)]
        else:
            cases = [alone, (*self.before, *alone)] if self.before else [alone]
            attempts = [(case, ways) for case in cases for ways in (pair, every)]
        for case, self.ways in attempts:
            if self.takes_over(self.try_case(case, PATIENCE if self.is_over_time else 1)):
                self.finding = self.finding._replace(needs_others=self.ways is not pair)
                self.shrink(case)
                return
            if self.finding.is_refused:
                return
        self.finding = self.finding._replace(repeats=False)

    @property
    def is_over_time(self) -> bool:
        """Whether a way has taken too long."""
        return self.finding.disagreement.manner == Kind.TIMEOUT

    def try_case(self, case: Case, patience: int = 1) -> Tried:
        """Try a case alone, with all the time that a way may take, or several times as much."""
        timeout = self.timeout and self.timeout * patience
        return self.trials.run([case], self.ways, timeout)[0]

    def takes_over(self, tried: Tried) -> bool:
        """Note how the ways disagreed when they were tried again, if they did."""
        if tried.refused is not None:
            note = "valid(text) in the tests does not allow this input: fix it, or what made it"
            self.finding = self.finding._replace(note=note, is_refused=True)
            return False
        way, other, _ = self.finding.disagreement
        manner = manner_of(tried.outcomes, way, other)
        if manner is None:
            return False
        disagreement = self.finding.disagreement._replace(manner=manner)
        outcomes = {one: tried.outcomes[one] for one in self.finding.ways}
        self.finding = self.finding._replace(disagreement=disagreement, outcomes=outcomes)
        return True

    def shrink(self, case: Case) -> None:
        """Make a case smaller, and note the smallest one that shows it again, alone."""
        self.finding = self.finding._replace(texts=case)
        manner = self.finding.disagreement.manner
        if self.finding.is_kept:
            return
        if manner.startswith(REFUSAL):
            note = "parse may rightly refuse a smaller text, so this one was left as it is"
            self.finding = self.finding._replace(note=note)
            return
        batch = FEW if self.is_over_time or len(case) > 1 else BATCH
        shrinker = Shrinker(case, self.shows, self.show, SECONDS, batch)
        self.limit = self.limit_of_candidates()
        try:
            shrinker.run()
        finally:
            self.finding = self.finding._replace(texts=shrinker.found[-1])
        for smaller in checked(shrinker.found):
            if smaller == case or self.shows_again(smaller):
                self.finding = self.finding._replace(texts=smaller)
                return

    def limit_of_candidates(self) -> float | None:
        """Return the seconds that a way may take on a smaller text."""
        seconds = [outcome.seconds or 0.0 for outcome in self.finding.outcomes.values()]
        least = SHORT_TIMEOUT if self.is_over_time else LEAST_TIMEOUT
        limit = max(least, SLOWER * max(seconds))
        return limit if self.timeout is None else min(limit, self.timeout)

    def shows(self, cases: Sequence[Case]) -> list[bool]:
        """Return on which cases the ways disagree in the same manner."""
        tried = self.trials.run(cases, self.ways, self.limit)
        return [self.is_same(one) for one in tried]

    def is_same(self, tried: Tried) -> bool:
        """Return whether the ways have disagreed in the same manner."""
        way, other, manner = self.finding.disagreement
        return tried.refused is None and manner_of(tried.outcomes, way, other) == manner

    def shows_again(self, case: Case) -> bool:
        """Return whether the ways disagree in the same manner on a case alone."""
        tried = self.try_case(case)
        return self.is_same(tried) and self.takes_over(tried)


def checked(found: Sequence[Case]) -> list[Case]:
    """Return some cases of many, from the smallest to the first."""
    last = len(found) - 1
    places = (last - last * number // CHECKS for number in range(CHECKS))
    return [*dict.fromkeys([*(found[place] for place in places), found[0]])]
