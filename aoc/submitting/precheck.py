"""The objections to sending an answer: by the results of its run, and of runs made for it.

Every way to submit an answer of a run goes through `Precheck`. The objections by its results cost
nothing, so they come first, with the `Candidate`. `Precheck.objection` then judges the checks: the
examples of the puzzle page, and part 2 alone. It is called only where the answer would otherwise
be sent, and makes those that are not among the results yet.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from reprlib import repr as shortened
from typing import TYPE_CHECKING, NamedTuple

from aoc.files import shown_path
from aoc.model.answers import is_drawing, is_same, is_usual
from aoc.model.inputs import Input, InputKind
from aoc.model.jobs import Job
from aoc.model.puzzles import Puzzle
from aoc.model.results import PRINTED, ErrorKind, Result, Verdict
from aoc.project.day_tests import tests_path
from aoc.project.solvers import OWN
from aoc.site.cache import Cache
from aoc.submitting.replies import OPTION_HINTS as OF_OPTIONS
from aoc.submitting.replies import AnswerStatus as Status
from aoc.submitting.replies import Hints

if TYPE_CHECKING:
    from aoc.running.inputs import Inputs
    from aoc.site.examples import PageExample

Objection = tuple[Status, str]
"""The status of an answer that is not sent, and the reason."""
OWN_INPUT = (InputKind.PERSONAL, InputKind.FILE, None)
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
    called with sentences. `candidates` has the answers by part, with objections by the results. A
    run that `has_ended` early has no answers, as an example has failed.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        results: Sequence[Result],
        user: str,
        rerun: Rerun,
        notify: Callable[[str], None],
        root: str = "",
        *,
        has_ended: bool = False,
        hints: Hints = OF_OPTIONS,
    ) -> None:
        self.puzzle = puzzle
        self.hints = hints
        self.has_ended = has_ended
        self.user = user
        self.rerun = rerun
        self.notify = notify
        self.tests = shown_path(tests_path(root, *puzzle))
        own = [
            r
            for r in results
            if r.outcome.input_kind not in (InputKind.PERSONAL, InputKind.ALONE)
            or r.input == user
        ]
        read = [r for r in own if not (r.error and r.error.kind is ErrorKind.TESTS)]
        self.has_broken_tests = len(read) < len(own)
        self.results = [r for r in read if r.variant is None]
        self.variants = [
            r for r in read if r.variant and r.outcome.input_kind == InputKind.PERSONAL
        ]
        self.files = [r for r in self.results if r.outcome.input_kind == InputKind.FILE]
        """The answers to a file of the project, which may be the input of another account."""
        self.candidates = {part: self.candidate(part) for part in (1, 2)}

    def candidate(self, part: int) -> Candidate:
        """Return the answer to one part, with the objection by the results."""
        results = self.of(part, *OWN_INPUT)
        answers = list(dict.fromkeys(r.answer for r in results if r.answer is not None))
        if any(result.error for result in results):
            why = f"part {part} fails"
        elif not answers:
            return Candidate(
                None, self.example_objection(part) if self.has_ended else None
            )
        elif len(answers) > 1:
            why = f"the solvers disagree: {', '.join(answers)}"
        elif is_drawing(answers[0]):
            remedy = self.hints.letters.format(puzzle=self.puzzle)
            why = f"its letters cannot be read: {remedy}"
        else:
            return Candidate(answers[0], self.known_objection(part, answers[0]))
        return Candidate(None, (Status.NO_ANSWER, why))

    def known_objection(self, part: int, answer: str) -> Objection | None:
        """Return the objection to an answer by the results, if there is one."""
        if self.files:
            name = (self.files[0].input or "").removeprefix("file ")
            whose = f"{name} may be the input of another account"
            return (
                Status.OTHER_INPUT,
                f"{whose}: fetch yours with `aoc fetch {self.puzzle}`",
            )
        found = self.example_objection(part) or unlikely(answer)
        if found:
            return found
        for one in self.of(part, InputKind.EXAMPLE):
            if one.expected is not None and is_same(answer, one.expected):
                return example_again(one.input)
        for result in self.variants:
            if (
                result.part == part
                and result.answer
                and not is_same(result.answer, answer)
            ):
                other = f"part{part}_{result.variant} answers {result.answer}"
                return Status.DISAGREES, f"its variant disagrees: {other}"
        return None

    def example_objection(self, part: int) -> Objection | None:
        """Return the objection by the examples that have run."""
        in_tests = f"check it in {self.tests}"
        found = example_objection(self.of(part, InputKind.EXAMPLE), part, in_tests)
        if not found and self.has_broken_tests:
            return Status.EXAMPLES, f"its examples in {self.tests} cannot be read"
        return found or self.published_objection(
            self.of(part, InputKind.PUBLISHED), part
        )

    def published_objection(
        self, results: Sequence[Result], part: int
    ) -> Objection | None:
        """Return the objection by the examples of the puzzle page among some results."""
        on_page = [r for r in results if r.outcome.input_kind == InputKind.PUBLISHED]
        remedy = f"check it, and write the right example into {self.tests}"
        return example_objection(on_page, part, remedy)

    def of(self, part: int, *kinds: str | None) -> list[Result]:
        """Return the results of a part on these kinds of inputs, and those that are of no part."""
        return [
            r
            for r in self.results
            if r.part in (part, None) and r.outcome.input_kind in kinds
        ]

    def objection(self, part: int, page: str) -> Objection | None:
        """Return the objection by the checks to an answer without one by the results.

        `page` is the HTML of the puzzle page. The checks that are missing run at the same time.
        """
        published: Sequence[Input] = ()
        if not has_passed(self.of(part, InputKind.EXAMPLE), part):
            from aoc.site.examples import read_examples

            examples = read_examples(page, part)
            published = published_inputs(examples or (), part)
            found = self.page_objection(part, examples, can_run=bool(published))
            if found:
                return found
        owes_lone = part == 2 and self.owes_lone
        lone = self.lone_inputs() if owes_lone else ()
        results = self.results_on([*published, *lone], part)
        failed = self.published_objection(results, part)
        if failed:
            return failed
        if published and not has_passed(
            [r for r in results if r.outcome.input_kind == InputKind.PUBLISHED], part
        ):
            return Status.EXAMPLES, f"no example of part {part} was run"
        return self.lone_objection(results) if owes_lone else None

    def page_objection(
        self, part: int, examples: Sequence[PageExample] | None, *, can_run: bool
    ) -> Objection | None:
        """Return the objection by the examples of the puzzle page, since the tests have none.

        They are `None` where they cannot be read, and some `can_run` or none.
        """
        known = [
            example for example in examples or () if example.expected(part) is not None
        ]
        for number, example in enumerate(known, 1):
            if is_same(
                self.candidates[part].answer or "", example.expected(part) or ""
            ):
                return example_again(f"example {number} of its page")
        if examples is not None and not known:
            nothing = "its page has no example to check it with"
            if any(
                r.part == part and r.reason == PRINTED
                for r in self.of(part, *OWN_INPUT)
            ):
                why = f"it was read from print, and {nothing}: add one to {self.tests}"
                return Status.NO_EXAMPLES, why
            self.notify(f"{self.puzzle} part {part}: {nothing}")
        elif not can_run:
            why = f"the examples of part {part} on its page cannot be run: add them to {self.tests}"
            return Status.NO_EXAMPLES, why
        return None

    @property
    def owes_lone(self) -> bool:
        """Whether part 2 has to be called alone, since part 1 was called before it.

        A plugin answers both parts in one call, so it has no part 2 alone.
        """
        own = [
            r
            for r in self.results
            if r.outcome.input_kind in OWN_INPUT and r.solver == OWN
        ]
        return {1, 2} <= {r.part for r in own}

    def lone_inputs(self) -> Sequence[Input]:
        """Return the input on which part 2 is called alone, if it is there."""
        text = Cache().usable_input(self.user, self.puzzle)
        return [Input(InputKind.ALONE, self.user, text)] if text else ()

    def lone_objection(self, results: Sequence[Result]) -> Objection | None:
        """Return an objection if part 2 has another answer without part 1 before it."""
        answer = self.candidates[2].answer
        own = [
            r
            for r in results
            if r.solver == OWN and r.outcome.input_kind != InputKind.PUBLISHED
        ]
        answered = [r for r in own if r.part == 2 or r.error]
        if answered and answered[0].answer == answer:
            return None
        alone = returned(answered[0]) if answered else "did not run"
        return (
            Status.DISAGREES,
            f"part 2 returned {answer} after part 1, but alone it {alone}",
        )

    def results_on(self, inputs: Sequence[Input], part: int) -> list[Result]:
        """Return the results of a part on the inputs of checks; those that are missing are run."""
        found: list[Result] = []
        missing: list[Input] = []
        for one in inputs:
            same = (one.label, one.digest)
            results = [
                r for r in self.of(part, one.kind) if (r.input, r.digest) == same
            ]
            # A cached page may have had another answer.
            results = [
                r for r in results if r.expected in (None, one.expected[part - 1])
            ]
            found += results
            if not results:
                missing.append(one)
        return [*found, *self.rerun(self.puzzle, part, missing)] if missing else found


def owed_published(
    inputs: Inputs, parts: Sequence[int], puzzle: Puzzle
) -> Iterator[Input]:
    """Yield the examples of the cached page that a sending of one of the parts will need.

    That is known before a run on `inputs` where the day has no tests. Each is for its part alone.
    """
    if os.path.exists(tests_path(inputs.project.root, *puzzle)):
        return
    for user, part in owed_parts(inputs, parts, puzzle):
        if page := inputs.cache.read_page(user, puzzle, solved=part - 1):
            from aoc.site.examples import find_examples

            for one in published_inputs(find_examples(page, part), part):
                yield one._replace(parts=(part,))


def owed_lone(inputs: Inputs, parts: Sequence[int], puzzle: Puzzle) -> Iterator[Input]:
    """Yield the cached inputs on which part 2 has to be called alone, as part 1 runs before it."""
    for user, part in owed_parts(inputs, parts, puzzle):
        text = (
            inputs.cache.usable_input(user, puzzle)
            if part == 2 and 1 in parts
            else None
        )
        if text and not puzzle.is_last:
            yield Input(InputKind.ALONE, user, text, parts=(2,))


def owed_parts(
    inputs: Inputs, parts: Sequence[int], puzzle: Puzzle
) -> Iterator[tuple[str, int]]:
    """Yield the parts that an account of a run may submit, each with the id of the account."""
    for account in map(inputs.known_accounts.with_id, inputs.accounts()):
        if account.id and account.token:
            solved = inputs.cache.answers(account.id, puzzle)
            for part in parts:
                if solved[part - 1] is None:
                    yield account.id, part


def is_still_needed(results: Sequence[Result], job: Job) -> bool:
    """Return whether a job is needed, by the results so far.

    A check is not needed once its part, or part 1 before it, will not be sent.
    """
    source = job.inputs[0]
    if not source.kind.is_check:
        return True
    parts = source.parts
    if (
        source.kind == InputKind.ALONE
        and Cache().answers(source.label, job.puzzle)[0] is None
    ):
        parts = (1, 2)
    return may_pass([r for r in results if r.puzzle == job.puzzle], parts)


def published_inputs(examples: Sequence[PageExample], part: int) -> list[Input]:
    """Return the inputs of the examples of a puzzle page that a part can be checked with."""
    known = [example for example in examples if example.expected(part) is not None]
    inputs: list[Input] = []
    for number, example in enumerate(known, 1):
        if example.params:  # a solver has names of its own for what an example changes
            continue
        expected = example.expected(part)
        guess = example.guesses[part].kind if part in example.guesses else None
        source = Input(
            InputKind.PUBLISHED, f"example {number} of its page", example.text
        )
        inputs.append(
            source._replace(expected=(expected, expected), guesses=(guess, guess))
        )
    return inputs


def example_again(label: str | None) -> Objection:
    """Return the objection to an answer that is the expected one of an example."""
    why = f"it is the answer of {label}: check that the part reads your own input"
    return Status.EXAMPLE_AGAIN, why


def may_pass(results: Sequence[Result], parts: Sequence[int]) -> bool:
    """Return whether no example has failed so far of these parts, nor their tests."""
    if any(r.error and r.error.kind is ErrorKind.TESTS for r in results):
        return False
    for part in parts:
        of_part = [r for r in results if r.part in (part, None)]
        examples = [
            r
            for r in of_part
            if r.outcome.input_kind in (InputKind.EXAMPLE, InputKind.PUBLISHED)
        ]
        if example_objection(examples, part, ""):
            return False
    return True


def has_passed(results: Sequence[Result], part: int) -> bool:
    """Return whether a part has passed on an example."""
    return any(
        result.part == part and result.verdict is Verdict.PASS for result in results
    )


def example_objection(
    results: Sequence[Result], part: int, remedy: str
) -> Objection | None:
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
    return (
        f"failed ({result.error.message})"
        if result.error
        else f"returned {result.answer}"
    )
