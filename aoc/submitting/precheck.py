"""The objections to sending an answer: by the results of its run, and of runs made for it.

Every way to submit an answer of a run goes through `Precheck`. The objections by its results cost
nothing, so they come first, with the `Candidate`. `Precheck.objection` then makes the missing runs:
the examples of the puzzle page, and part 2 alone. It is called only where the answer would
otherwise be sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from reprlib import repr as shortened
from typing import NamedTuple

from aoc.answers import SHAPES, is_drawing, is_same, is_usual
from aoc.model import Input, Kind, Puzzle, Result, Verdict, tests_path
from aoc.project import OWN, shown_path
from aoc.site.cache import Cache
from aoc.submitting.replies import Status

Objection = tuple[Status, str]
"""The status of an answer that is not sent, and the reason."""
OWN_INPUT = ("personal", "file", None)
"""The kinds of the input of the account; a result of no input is one that has none yet."""
Rerun = Callable[[Puzzle, int, Sequence[Input]], Sequence[Result]]
"""Runs one part of a puzzle on these inputs, each in a process of its own, as the run did."""


class Candidate(NamedTuple):
    """An answer that can be sent, with the objection to it if any; or why there is no answer."""

    answer: str | None
    objection: Objection | None = None


def unlikely(answer: str) -> Objection | None:
    """Return an objection to an answer with characters that no known answer has."""
    if is_usual(answer):
        return None
    unlike = "known answers have only digits, letters, `,`, `=` and `-`"
    return Status.UNLIKELY, f"{shortened(answer)} looks like no answer: {unlike}"


class Precheck:
    """The objections to the answers to a puzzle for the account `user`.

    `results` are all of that puzzle, of the project at `root`; `rerun` runs it again. `notify` is
    called with sentences. `candidates` has the answers by part, with objections by the results.
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
        own = [r for r in results if r.input_kind != "personal" or r.input == user]
        read = [r for r in own if not (r.error and r.error.kind is Kind.TESTS)]
        self.has_broken_tests = len(read) < len(own)
        self.results = [r for r in read if r.variant is None]
        self.variants = [r for r in read if r.variant and r.input_kind == "personal"]
        self.files = [r for r in self.results if r.input_kind == "file"]
        """The answers to a file of the project, which may be the input of another account."""
        self.candidates = {part: self.candidate(part) for part in (1, 2)}

    def candidate(self, part: int) -> Candidate:
        """Return the answer to one part, with the objection by the results."""
        results = self.of(part, *OWN_INPUT)
        answers = list(dict.fromkeys(r.answer for r in results if r.answer is not None))
        if any(result.error for result in results):
            why = f"part {part} fails"
        elif not answers:
            return Candidate(None)
        elif len(answers) > 1:
            why = f"the solvers disagree: {', '.join(answers)}"
        elif is_drawing(answers[0]):
            why = "its letters cannot be read: send them with `aoc submit --answer`"
        else:
            return Candidate(answers[0], self.known_objection(part, answers[0]))
        return Candidate(None, (Status.NO_ANSWER, why))

    def known_objection(self, part: int, answer: str) -> Objection | None:
        """Return the objection to an answer by the results, if there is one."""
        if self.files:
            name = (self.files[0].input or "").removeprefix("file ")
            whose = f"{name} may be the input of another account"
            return Status.OTHER_INPUT, f"{whose}: fetch yours with `aoc fetch {self.puzzle}`"
        remedy = f"check it in {self.tests}"
        found = example_objection(self.of(part, "example"), part, remedy) or unlikely(answer)
        if found:
            return found
        if self.has_broken_tests:
            return Status.EXAMPLES, f"its examples in {self.tests} cannot be read"
        for result in self.variants:
            if result.part == part and result.answer and not is_same(result.answer, answer):
                other = f"part{part}_{result.variant} answers {result.answer}"
                return Status.DISAGREES, f"its variant disagrees: {other}"
        return None

    def of(self, part: int, *kinds: str | None) -> list[Result]:
        """Return the results of a part on these kinds of inputs, and those that are of no part."""
        return [r for r in self.results if r.part in (part, None) and r.input_kind in kinds]

    def objection(self, part: int, page: str) -> Objection | None:
        """Return the objection by further runs to an answer without one by the results.

        `page` is the HTML of the puzzle page.
        """
        is_checked = has_passed(self.of(part, "example"), part)
        found = None if is_checked else self.page_objection(part, page)
        return found or (self.lone_objection() if part == 2 else None)

    def page_objection(self, part: int, page: str) -> Objection | None:
        """Return the objection by the examples of the puzzle page, since the tests have none."""
        from aoc.site.examples import read_examples

        found = read_examples(page, part)
        known = [example for example in found or () if example.expected(part) is not None]
        if found is not None and not known:
            self.notify(f"{self.puzzle} part {part}: its page has no example to check it with")
            return None
        # A solver has names of its own for what an example changes.
        plain = [example for example in known if not example.params]
        if not plain:
            why = f"the examples of part {part} on its page cannot be run: add them to {self.tests}"
            return Status.NO_EXAMPLES, why
        drawings = {name: drawing for drawing, name in SHAPES.items()}
        inputs = []
        for number, example in enumerate(plain, 1):
            label, answer = f"example {number} of its page", example.expected(part) or ""
            expected = drawings.get(answer, answer)
            guess = example.guesses[part].kind if part in example.guesses else None
            about = Input("example", label, example.text, (expected, expected))
            inputs.append(about._replace(guesses=(guess, guess)))
        results = self.rerun(self.puzzle, part, inputs)
        remedy = f"check it, and write the right example into {self.tests}"
        failed = example_objection(results, part, remedy)
        if failed or has_passed(results, part):
            return failed
        return Status.EXAMPLES, f"no example of part {part} was run"

    def lone_objection(self) -> Objection | None:
        """Return an objection if part 2 has another answer without part 1 before it.

        A plugin answers both parts in one call, so it has no part 2 alone.
        """
        answer = self.candidates[2].answer
        ran = {r.part for r in self.results if r.input_kind in OWN_INPUT and r.solver == OWN}
        if not {1, 2} <= ran:
            return None
        text = Cache().usable_input(self.user, self.puzzle)
        results = self.rerun(self.puzzle, 2, [Input("personal", self.user, text)]) if text else ()
        own = [r for r in results if r.solver == OWN and (r.part == 2 or r.error)]
        if own and own[0].answer == answer:
            return None
        alone = returned(own[0]) if own else "did not run"
        return Status.DISAGREES, f"part 2 returned {answer} after part 1, but alone it {alone}"


def has_passed(results: Sequence[Result], part: int) -> bool:
    """Return whether a part has passed on an example."""
    return any(result.part == part and result.verdict is Verdict.PASS for result in results)


def example_objection(results: Sequence[Result], part: int, remedy: str) -> Objection | None:
    """Return the objection by the first example that a part has not passed, if there is one.

    An example whose answer is not known says nothing, unless the part fails on it. `remedy` says
    what to do if it is a guess.
    """
    for one in results:
        if one.bad or (one.expected is not None and one.verdict is not Verdict.PASS):
            expected = f", expected {one.expected}" if one.expected is not None else ""
            why = f"an example of part {part} fails: {one.input} {returned(one)}{expected}"
            if one.guess == "input":
                why += f", but its input is a guess: {remedy}"
            elif one.guess:
                why += f", which is a guess: {remedy}"
            return Status.EXAMPLES, why
    return None


def returned(result: Result) -> str:
    """Return the answer or the error of a part, as the end of a sentence."""
    return f"failed ({result.error.message})" if result.error else f"returned {result.answer}"
