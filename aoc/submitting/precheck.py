"""The objections to sending an answer: by the results of its run, and of runs made for it.

Every way to submit an answer of a run goes through `Precheck`. The objections by its results cost
nothing, so they come first, with the `AnswerCandidate`. `Precheck.objection` then judges by checks:
the examples of the puzzle page, and part 2 alone. It is called only where the answer would
otherwise be sent, and makes the checks that are not among the results yet. What earlier verdicts of
the site say of an answer is in `aoc.submitting.ledger`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from reprlib import repr as shortened
from typing import TYPE_CHECKING, NamedTuple

from aoc.files import shown_path
from aoc.model.answers import is_drawing, is_same, is_usual
from aoc.model.inputs import Example, Input, InputKind
from aoc.model.jobs import Job
from aoc.model.puzzles import Puzzle
from aoc.model.results import PRINTED, ErrorKind, Result, Verdict
from aoc.project.day_tests import tests_path
from aoc.project.project import OWN
from aoc.site.cache import Cache
from aoc.submitting.ledger import is_alike, read_number
from aoc.submitting.replies import AnswerStatus, Objection

if TYPE_CHECKING:
    from aoc.running.inputs import Inputs

OWN_INPUT = (InputKind.PERSONAL, InputKind.FILE, None)
"""The kinds of the input of the account; a result of no input is one that has none yet."""


Rerun = Callable[[Puzzle, int, Sequence[Input]], Sequence[Result]]
"""Runs one part of a puzzle on these inputs, each in a process of its own, as the run did."""


class AnswerCandidate(NamedTuple):
    """An answer that can be sent, with the objection to it if any; or why there is no answer."""

    answer: str | None
    objection: Objection | None = None


class Precheck:
    """The objections to the answers to a puzzle for the account `user`.

    `results` are all of that puzzle, of the project at `root`; `rerun` runs it again. `notify` is
    called with sentences. `candidates` has the answers by part, with objections by the results. Of
    the parts in `guesses_shown`, people have seen that no guess came out, and want to send them all
    the same. `files` are the results on a file of the project, which may be the input of another
    account.
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
        guesses_shown: Collection[int] = (),
    ) -> None:
        self.puzzle = puzzle
        self.guesses_shown = guesses_shown
        self.user = user
        self.rerun = rerun
        self.notify = notify
        self.tests = shown_path(tests_path(root, *puzzle))
        self.has_broken_tests = False
        self.results: list[Result] = []
        self.variants: list[Result] = []
        for result in results:
            kind = result.outcome.input_kind
            # What fails on the input of another account says nothing about this one.
            if kind in (InputKind.PERSONAL, InputKind.ALONE) and result.input != user:
                continue
            if is_of_broken_tests(result):
                self.has_broken_tests = True
            elif result.variant is None:
                self.results.append(result)
            elif kind == InputKind.PERSONAL:
                self.variants.append(result)
        self.files = of_kinds(self.results, InputKind.FILE)
        self.candidates = {part: self.candidate(part) for part in (1, 2)}

    def candidate(self, part: int) -> AnswerCandidate:
        """Return the answer to one part, with the objection by the results."""
        results = self.of(part, *OWN_INPUT)
        if any(result.error for result in results):
            return without_answer(f"part {part} fails")
        answers = list(dict.fromkeys(r.answer for r in results if r.answer is not None))
        if not answers:
            return AnswerCandidate(None)
        if len(answers) > 1:
            return without_answer(f"the solvers disagree: {', '.join(answers)}")
        answer = answers[0]
        if is_drawing(answer):
            remedy = f"send them with `aoc submit {self.puzzle} --answer LETTERS`"
            return without_answer(f"its letters cannot be read: {remedy}")
        return AnswerCandidate(answer, self.known_objection(part, answer))

    def known_objection(self, part: int, answer: str) -> Objection | None:
        """Return the objection to an answer by the results, if there is one."""
        if self.files:
            name = (self.files[0].input or "").removeprefix("file ")
            reason = (
                f"{name} may be the input of another account: fetch yours with "
                f"`aoc fetch {self.puzzle}`"
            )
            return Objection(AnswerStatus.OTHER_INPUT, reason)
        objection = self.example_objection(part) or unlikely(answer)
        if objection:
            return objection
        examples = {
            result.input: result.expected
            for result in self.of(part, InputKind.EXAMPLE)
            if result.expected is not None
        }
        objection = doubt_by_examples(answer, examples)
        if objection:
            return objection
        for result in self.variants:
            if result.part != part or not result.answer:
                continue
            if not is_same(result.answer, answer):
                other = f"part{part}_{result.variant} answers {result.answer}"
                reason = f"its variant disagrees: {other}"
                return Objection(AnswerStatus.DISAGREES, reason)
        return None

    def example_objection(self, part: int) -> Objection | None:
        """Return the objection by the examples that have run."""
        in_tests = self.of(part, InputKind.EXAMPLE)
        failed = failed_example(in_tests, part)
        if failed:
            return failed
        if self.has_broken_tests:
            reason = f"its examples in {self.tests} cannot be read"
            return Objection(AnswerStatus.EXAMPLES, reason)
        on_page = self.of(part, InputKind.PUBLISHED)
        return failed_example(on_page, part) or self.guess_objection(in_tests, part)

    def guess_objection(self, results: Sequence[Result], part: int) -> Objection | None:
        """Return the objection by examples that are guesses, if a part has passed on none."""
        if has_passed(results, part) or part in self.guesses_shown:
            return None
        missed = []
        for result in results:
            if not result.outcome.is_guess or result.outcome.is_of_parse:
                continue
            text = f"{result.input} {returned(result)}"
            if result.expected is not None:
                text += f", guessed {result.expected}"
            missed.append(text)
        if not missed:
            return None
        reason = (
            f"its examples are guesses, and none came out ({'; '.join(missed)}): "
            f"correct them in {self.tests}"
        )
        return Objection(AnswerStatus.ONLY_GUESSES, reason)

    def of(self, part: int, *kinds: InputKind | None) -> list[Result]:
        """Return the results of a part on these kinds of inputs, and those that are of no part."""
        results = of_kinds(self.results, *kinds)
        return [result for result in results if result.part in (part, None)]

    def objection(self, part: int, page: str) -> Objection | None:
        """Return the objection by the checks to an answer without one by the results.

        `page` is the HTML of the puzzle page. The checks that are missing run at the same time.
        """
        published: list[Input] = []
        # The examples of the page are those of the tests, unless the tests have none for the part.
        if not has_passed(self.of(part, InputKind.EXAMPLE), part):
            from aoc.site.examples import read_examples

            examples = read_examples(page, part)
            published = runnable(published_inputs(examples or (), part))
            objection = self.page_objection(part, examples, can_run=bool(published))
            if objection:
                return objection
        owes_lone = part == 2 and self.owes_lone
        lone = self.lone_inputs() if owes_lone else []
        results = self.results_on(published + lone, part)
        on_page = of_kinds(results, InputKind.PUBLISHED)
        objection = failed_example(on_page, part) or self.guess_objection(on_page, part)
        if objection:
            return objection
        # An example without a result is no pass.
        if published and not has_passed(on_page, part):
            reason = f"no example of part {part} was run"
            return Objection(AnswerStatus.EXAMPLES, reason)
        return self.lone_objection(results) if owes_lone else None

    def page_objection(
        self, part: int, examples: Sequence[Example] | None, *, can_run: bool
    ) -> Objection | None:
        """Return the objection by the examples of the puzzle page, since the tests have none.

        They are `None` where they cannot be read, and some `can_run` or none.
        """
        answers = answers_on_page(examples or (), part)
        objection = doubt_by_examples(self.candidates[part].answer or "", answers)
        if objection or can_run:
            return objection
        if answers or examples is None:
            what = f"the examples of part {part} on its page cannot be run"
            reason = f"{what}: add them to {self.tests}"
            return Objection(AnswerStatus.NO_EXAMPLES, reason)
        nothing = "its page has no example to check it with"
        results = self.of(part, *OWN_INPUT)
        # Any number may have been printed, so it takes an example to know that it is the answer.
        if any(r.part == part and r.reason == PRINTED for r in results):
            reason = f"it was read from print, and {nothing}: add one to {self.tests}"
            return Objection(AnswerStatus.NO_EXAMPLES, reason)
        self.notify(f"{self.puzzle} part {part}: {nothing}")
        return None

    @property
    def owes_lone(self) -> bool:
        """Whether part 2 has to be called alone, since part 1 was called before it.

        A plugin answers both parts in one call, so it has no part 2 alone.
        """
        results = of_kinds(self.results, *OWN_INPUT)
        parts = {result.part for result in results if result.solver == OWN}
        return {1, 2} <= parts

    def lone_inputs(self) -> list[Input]:
        """Return the input on which part 2 is called alone, if it is there."""
        text = Cache().usable_input(self.user, self.puzzle)
        return [Input(InputKind.ALONE, self.user, text)] if text else []

    def lone_objection(self, results: Sequence[Result]) -> Objection | None:
        """Return an objection if part 2 has another answer without part 1 before it."""
        answer = self.candidates[2].answer
        alone = "did not run"
        for result in results:
            is_lone = result.outcome.input_kind != InputKind.PUBLISHED
            if is_lone and result.solver == OWN and (result.part == 2 or result.error):
                if result.answer == answer:
                    return None
                alone = returned(result)
                break
        reason = f"part 2 returned {answer} after part 1, but alone it {alone}"
        return Objection(AnswerStatus.DISAGREES, reason)

    def results_on(self, checks: Sequence[Input], part: int) -> list[Result]:
        """Return the results of a part on the inputs of checks; those that are missing are run."""
        results: list[Result] = []
        missing: list[Input] = []
        for check in checks:
            known = [
                result
                for result in self.of(part, check.kind)
                if is_result_of(result, check, part)
            ]
            results += known
            # A check that was ended early may have come as far as its `parse`.
            if not any(result.part or result.error for result in known):
                missing.append(check)
        if missing:
            results += self.rerun(self.puzzle, part, missing)
        return results


def is_result_of(result: Result, check: Input, part: int) -> bool:
    """Return whether a result is of a check, with the text and the answer that it has now."""
    if (result.input, result.digest) != (check.label, check.digest):
        return False
    # A cached page may have had another answer.
    return result.expected in (None, check.expected[part - 1])


def owed_published(
    inputs: Inputs, parts: Sequence[int], puzzle: Puzzle
) -> Iterator[Input]:
    """Yield the examples of the cached page that a sending of one of the parts will need.

    That is known before a run on `inputs` where the day has no tests. Each is for its part alone.
    """
    if os.path.exists(tests_path(inputs.project.root, *puzzle)):
        return
    for user, part in owed_parts(inputs, parts, puzzle):
        # The example of part 2 stands only on a page that shows part 1 as solved.
        page = inputs.cache.read_page(user, puzzle, solved=part - 1)
        if page is not None:
            from aoc.site.examples import find_examples

            for check in runnable(published_inputs(find_examples(page, part), part)):
                yield check._replace(parts=(part,))


def owed_lone(inputs: Inputs, parts: Sequence[int], puzzle: Puzzle) -> Iterator[Input]:
    """Yield the cached inputs on which part 2 has to be called alone, as part 1 runs before it."""
    if puzzle.is_last or not {1, 2} <= {*parts}:
        return
    for user, part in owed_parts(inputs, (2,), puzzle):
        text = inputs.cache.usable_input(user, puzzle)
        if text is not None:
            yield Input(InputKind.ALONE, user, text, parts=(part,))


def owed_parts(
    inputs: Inputs, parts: Sequence[int], puzzle: Puzzle
) -> Iterator[tuple[str, int]]:
    """Yield the parts that an account of a run may submit, each with the id of the account."""
    for account in map(inputs.known_accounts.with_id, inputs.accounts()):
        if account.id is None or account.token is None:
            continue
        answers = inputs.cache.answers(account.id, puzzle)
        for part in parts:
            if answers[part - 1] is None:
                yield account.id, part


def is_still_needed(results: Sequence[Result], job: Job) -> bool:
    """Return whether a job is needed, by the results so far.

    A check is not needed once its part, or part 1 before it, will not be sent.
    """
    check = job.inputs[0]
    if not check.kind.is_check:
        return True
    parts = check.parts
    if check.kind == InputKind.ALONE:
        answer_1, _ = Cache().answers(check.label, job.puzzle)
        # Part 1 is sent first, and if an example of it fails, neither part is sent.
        if answer_1 is None:
            parts = (1, 2)
    return may_pass([r for r in results if r.puzzle == job.puzzle], parts)


def published_inputs(examples: Sequence[Example], part: int) -> list[Input]:
    """Return the inputs of the examples of a puzzle page that have an answer to a part."""
    inputs: list[Input] = []
    for example in examples:
        expected = example.expected(part)
        if expected is None:
            continue
        published = Input(
            InputKind.PUBLISHED,
            f"example {len(inputs) + 1} of its page",
            example.text,
            expected=(expected, expected),
            params=tuple(example.params.items()),
            guessed=(1, 2) if part in example.guessed else (),
        )
        inputs.append(published)
    return inputs


def runnable(published: Sequence[Input]) -> list[Input]:
    """Return the inputs of examples of a page that a solver can be checked with."""
    # A solver has names of its own for what an example changes.
    return [example for example in published if not example.params]


def without_answer(reason: str) -> AnswerCandidate:
    """Return that a part has no answer to send, and why."""
    return AnswerCandidate(None, Objection(AnswerStatus.NO_ANSWER, reason))


def unlikely(answer: str) -> Objection | None:
    """Return an objection to an answer with characters that no known answer has."""
    if is_usual(answer):
        return None
    unlike = "known answers have only digits, letters, `,`, `=` and `-`"
    reason = f"{shortened(answer)} looks like no answer: {unlike}"
    return Objection(AnswerStatus.UNLIKELY, reason)


def answers_on_page(examples: Sequence[Example], part: int) -> dict[str | None, str]:
    """Return the answers to a part of the examples of a puzzle page, by their labels."""
    published = published_inputs(examples, part)
    return {example.label: example.expected[part - 1] or "" for example in published}


def doubt_by_page(answer: str, part: int, page: str) -> Objection | None:
    """Return the objection to an answer by those of the examples on a page, given its HTML."""
    from aoc.site.examples import find_examples

    return doubt_by_examples(answer, answers_on_page(find_examples(page, part), part))


def doubt_by_examples(
    answer: str, examples: Mapping[str | None, str]
) -> Objection | None:
    """Return the objection to an answer by those of its part's examples, by their labels."""
    for label, expected in examples.items():
        if is_alike(answer, expected):
            # Then the part reads the example, and not the input.
            reason = (
                f"it is the answer of {label}: check that the part reads your own input"
            )
            return Objection(AnswerStatus.EXAMPLE_AGAIN, reason)
    number = read_number(answer)
    if number is None or number > 0 or not examples:
        return None
    # Of 1,048 accepted answers, none is.
    if all((read_number(expected) or 0) > 0 for expected in examples.values()):
        reason = "it is not positive, as the answers of its examples are"
        return Objection(AnswerStatus.UNLIKELY, reason)
    return None


def of_kinds(results: Sequence[Result], *kinds: InputKind | None) -> list[Result]:
    """Return the results on these kinds of inputs."""
    return [result for result in results if result.outcome.input_kind in kinds]


def is_of_broken_tests(result: Result) -> bool:
    """Return whether a result says that the tests of a day cannot be read."""
    return result.error is not None and result.error.kind is ErrorKind.TESTS


def may_pass(results: Sequence[Result], parts: Sequence[int]) -> bool:
    """Return whether no example has failed so far of these parts, nor their tests."""
    if any(map(is_of_broken_tests, results)):
        return False
    examples = of_kinds(results, InputKind.EXAMPLE, InputKind.PUBLISHED)
    for part in parts:
        of_part = [result for result in examples if result.part in (part, None)]
        if failed_example(of_part, part) is not None:
            return False
    return True


def has_passed(results: Sequence[Result], part: int) -> bool:
    """Return whether a part has passed on an example."""
    return any(r.part == part and r.verdict is Verdict.PASS for r in results)


def failed_example(results: Sequence[Result], part: int) -> Objection | None:
    """Return the objection by the first example that a part has not passed, if there is one.

    An example whose answer is not known says nothing, unless the part fails on it. One that is a
    guess says nothing either: the guess may be wrong.
    """
    for result in results:
        if result.outcome.is_guess:
            continue
        is_missed = result.expected is not None and result.verdict is not Verdict.PASS
        if not result.bad and not is_missed:
            continue
        reason = f"an example of part {part} fails: {result.input} {returned(result)}"
        if result.expected is not None:
            reason += f", expected {result.expected}"
        return Objection(AnswerStatus.EXAMPLES, reason)
    return None


def returned(result: Result) -> str:
    """Return the answer or the error of a part, as the end of a sentence."""
    if result.error is not None:
        return f"failed ({result.error.message})"
    return f"returned {result.answer}"
