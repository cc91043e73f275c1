"""What speaks against sending an answer, by the run that it comes from and by runs made for it.

Every way to submit goes through `Precheck`. What the results say costs nothing, so it comes first,
as `Offers`. `Precheck.objection` then runs what is still missing: the examples of the puzzle page,
and part 2 alone. It is asked only where the answer would otherwise be sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from aoc.answers import SHAPES, is_drawing, is_same, is_usual, lacking, shortened
from aoc.errors import SiteError
from aoc.examples import tests_path
from aoc.input_check import RefusedTextError
from aoc.job import Source
from aoc.project import shown_path
from aoc.project_inputs import LABEL
from aoc.puzzles import Puzzle
from aoc.registry import OWN
from aoc.results import Kind, Result, Verdict
from aoc.site.cache import Cache
from aoc.submitting.outcome import Status

__all__ = ["Offer", "Offers", "Precheck", "Rerun", "offer_of"]


class Offer(NamedTuple):
    """An answer that can be submitted.

    `problem` is a reason not to submit it, or the reason why there is no answer. `doubt` is the
    status of an answer that is not submitted for that reason.
    """

    answer: str | None
    problem: str = ""
    doubt: Status = Status.EXAMPLES


Offers = Mapping[int, Offer]
"""The offers for a puzzle by part."""
Rerun = Callable[[Puzzle, int, Sequence[Source]], Sequence[Result]]
"""Runs one part of a puzzle on these inputs, each in a process of its own, as the run did."""
Objection = tuple[Status, str]
"""The status of an answer that is not sent, and the reason."""


def offer_of(answer: str) -> Offer:
    """Return the offer of an answer, with a doubt if no known one has such characters."""
    if is_usual(answer):
        return Offer(answer)
    unlike = "known answers have only digits, letters, `,`, `=` and `-`"
    return Offer(answer, f"{shortened(answer)} looks like no answer: {unlike}", Status.UNLIKELY)


class Precheck:
    """What speaks against the answers to a puzzle for the account `user`.

    `results` are all of that puzzle, of the project at `root`; `rerun` runs it again. `notify` is
    called with sentences.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        results: Sequence[Result],
        user: str,
        rerun: Rerun,
        notify: Callable[[str], None],
        root: str = "",
    ) -> None:
        self.puzzle = puzzle
        self.user = user
        self.rerun = rerun
        self.notify = notify
        self.tests = shown_path(tests_path(root, *puzzle))
        self.passed: set[int] = set()
        """The parts that have no objection; so what is sent again is not checked again."""
        self.results = [r for r in results if r.error is None or r.error.kind is not Kind.TESTS]
        self.has_broken_tests = len(self.results) < len(results)
        self.files = [r for r in self.results if r.input_kind == "file" and r.variant is None]
        """The answers to a file of the project, which may be the input of another account."""

    @property
    def offers(self) -> Offers:
        """The answers by part, with what the results say against them."""
        return {part: self.offer(part) for part in (1, 2)}

    def offer(self, part: int) -> Offer:
        """Return the answer to one part, with what the results say against it."""
        own = [r for r in self.own(part) if r.variant is None]
        answers = list(dict.fromkeys(r.answer for r in own if r.answer is not None))
        if any(result.error for result in own):
            return Offer(None, f"part {part} fails")
        if not answers:
            return Offer(None)
        if len(answers) > 1:
            return Offer(None, f"the solvers disagree: {', '.join(answers)}")
        if is_drawing(answers[0]):
            return Offer(None, "its letters cannot be read: send them with `aoc submit --answer`")
        needed = lacking(answers[0])
        if needed:  # a solver can change what its worker reports
            return Offer(None, f"part {part} has to return {needed}")
        answer = answers[0].strip()
        if self.files:
            name = (self.files[0].input or "").removeprefix(LABEL)
            whose = f"{name} may be the input of another account"
            doubt = f"{whose}: fetch yours with `aoc fetch {self.puzzle}`"
            return Offer(answer, doubt, Status.OTHER_INPUT)
        fault = example_fault(self.examples(part), part)
        if fault or not is_usual(answer):
            return Offer(answer, fault) if fault else offer_of(answer)
        if self.has_broken_tests:
            return Offer(answer, f"its examples in {self.tests} cannot be read")
        for result in self.own(part):
            if result.variant and result.answer and not is_same(result.answer, answer):
                other = f"part{part}_{result.variant} answers {result.answer}"
                return Offer(answer, f"its variant disagrees: {other}", Status.DISAGREES)
        return Offer(answer)

    def own(self, part: int) -> list[Result]:
        """Return the results of a part on the input of the account, and those of no input."""
        whole = ("file", None) if self.files else ("personal", None)
        return [
            result
            for result in self.results
            if result.part in (part, None)
            and result.input_kind in whole
            and (result.input_kind != "personal" or result.input == self.user)
        ]

    def examples(self, part: int) -> list[Result]:
        """Return the results of a part on the examples of the tests."""
        return [
            result
            for result in self.results
            if result.part in (part, None)
            and result.input_kind == "example"
            and result.variant is None
        ]

    def objection(self, part: int, page: Callable[[], str]) -> Objection | None:
        """Return what still speaks against an answer that the results do not speak against.

        `page` returns the HTML of the puzzle page, and raises `SiteError` if it cannot be had.
        """
        if part in self.passed:
            return None
        found = None
        if not has_passed(self.examples(part), part):
            found = self.page_objection(part, page)
        if not found and part == 2:
            found = self.lone_objection()
        if not found:
            self.passed.add(part)
        return found

    def page_objection(self, part: int, page: Callable[[], str]) -> Objection | None:
        """Return what the examples of the puzzle page say, since the tests have none."""
        from aoc.site.published_examples import read_examples

        try:
            found = read_examples(page(), part)
        except SiteError as error:
            why = f"no example of part {part} was run, and its page cannot be fetched ({error})"
            return Status.NO_EXAMPLES, why
        remedy = f"add them to {self.tests}"
        if found is None:
            why = f"the examples of part {part} on its page cannot be read: {remedy}"
            return Status.NO_EXAMPLES, why
        known = [example for example in found if example.expected(part) is not None]
        if not known:
            self.notify(f"{self.puzzle} part {part}: its page has no example to check it with")
            return None
        # A solver has names of its own for what an example changes.
        plain = [example for example in known if not example.params]
        if not plain:
            why = f"the examples of part {part} on its page need other parameters: {remedy}"
            return Status.NO_EXAMPLES, why
        drawings = {name: drawing for drawing, name in SHAPES.items()}
        sources = []
        for number, example in enumerate(plain, 1):
            first, second = (drawings.get(a or "", a) for a in map(example.expected, (1, 2)))
            label = f"example {number} of its page"
            sources.append(Source("example", label, example.text, (first, second)))
        results = self.rerun(self.puzzle, part, sources)
        fault = example_fault(results, part)
        if not fault and not has_passed(results, part):
            fault = f"no example of part {part} was run"
        return (Status.EXAMPLES, fault) if fault else None

    def lone_objection(self) -> Objection | None:
        """Return how part 2 differs where part 1 has not run, if it does.

        A plugin answers both parts in one call, so it has no part 2 alone.
        """
        answer = self.offer(2).answer
        ran = {result.part for result in self.own(1) + self.own(2) if result.solver == OWN}
        if not {1, 2} <= ran:
            return None
        try:
            text = Cache().read_input(self.user, self.puzzle)
        except (OSError, RefusedTextError):
            text = None
        results = self.rerun(self.puzzle, 2, [Source("personal", self.user, text)]) if text else ()
        own = [r for r in results if r.solver == OWN and (r.part == 2 or r.error)]
        if own and (own[0].answer or "").strip() == answer:
            return None
        alone = outcome_of(own[0]) if own else "did not run"
        return Status.DISAGREES, f"part 2 returned {answer} after part 1, but alone it {alone}"


def has_passed(results: Sequence[Result], part: int) -> bool:
    """Return whether a part has passed on an example."""
    return any(result.part == part and result.verdict is Verdict.PASS for result in results)


def example_fault(results: Sequence[Result], part: int) -> str:
    """Return the first example that a part has not passed, as a sentence; empty if there is none.

    An example whose answer is not known says nothing, unless the part fails on it.
    """
    for result in results:
        if result.bad or (result.expected is not None and result.verdict is not Verdict.PASS):
            expected = f", expected {result.expected}" if result.expected is not None else ""
            return f"an example of part {part} fails: {result.input} {outcome_of(result)}{expected}"
    return ""


def outcome_of(result: Result) -> str:
    """Return what a part came to, as the end of a sentence."""
    if result.error:
        return f"failed ({result.error.message})"
    return f"returned {result.answer}"
