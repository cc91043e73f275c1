"""The objections to sending an answer: by the results of its run, and by checks.

A check is a run for the sending alone: on an example of the puzzle page where the tests have none
for the part, and of part 2 without part 1 before it. `checks_of` says which an answer needs. Those
that are known early run beside the day itself; `Precheck.objection` runs what is missing then. It
is called only where the answer would otherwise be sent. What earlier verdicts of the site say of
an answer is in `aoc.submitting.ledger`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from aoc.files import shown_path
from aoc.model.answers import is_drawing, is_usual
from aoc.model.inputs import Input, InputKind
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
ON_EXAMPLES = (InputKind.EXAMPLE, InputKind.PUBLISHED)


RunChecks = Callable[[Puzzle, Sequence[Input]], Sequence[Result]]
"""Runs a puzzle on these inputs, each in a process of its own, as the run did."""


class AnswerCandidate(NamedTuple):
    """An answer that can be sent, with the objection to it if any; or why there is no answer."""

    answer: str | None
    objection: Objection | None = None


class Precheck:
    """The objections to the answers to a puzzle for the account `user`.

    `results` are all of that puzzle, of the project at `root`, also those of checks; `run_checks`
    adds others. `notify` is called with sentences. `candidates` has the answers by part, with
    objections by the results. Of the parts in `guesses_shown`, people have seen that no guess came
    out, and want to send them all the same. `files` are the results on a file of the project,
    which may be the input of another account.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        results: Sequence[Result],
        user: str,
        run_checks: RunChecks,
        notify: Callable[[str], None],
        root: str = "",
        *,
        guesses_shown: Collection[int] = (),
    ) -> None:
        self.puzzle = puzzle
        self.guesses_shown = guesses_shown
        self.user = user
        self.run_checks = run_checks
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
            if result.error and result.error.kind is ErrorKind.TESTS:
                self.has_broken_tests = True
            elif result.variant is None:
                self.results.append(result)
            elif kind == InputKind.PERSONAL:
                self.variants.append(result)
        self.files = [r for r in results if r.outcome.input_kind == InputKind.FILE]
        self.candidates = {part: self.candidate(part) for part in (1, 2)}

    def of(self, part: int, *kinds: InputKind | None) -> list[Result]:
        """Return the results of a part on these kinds of inputs, and those that are of no part."""
        return [
            result
            for result in self.results
            if result.part in (part, None) and result.outcome.input_kind in kinds
        ]

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
        """Return the objection to an answer by the results so far, if there is one."""
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
        expected = {
            result.input: result.expected
            for result in self.of(part, *ON_EXAMPLES)
            if result.expected is not None
        }
        objection = doubt_by_examples(answer, expected)
        if objection:
            return objection
        for result in self.variants:
            # A variant is expected to answer what its part does.
            if result.part == part and result.verdict is Verdict.FAIL:
                other = f"part{part}_{result.variant} answers {result.answer}"
                reason = f"its variant disagrees: {other}"
                return Objection(AnswerStatus.DISAGREES, reason)
        return None

    def example_objection(self, part: int) -> Objection | None:
        """Return the objection by the examples that a part has missed, if there is one.

        An example whose answer is not known says nothing, unless the part fails on it. Guesses say
        nothing where another example has passed.
        """
        missed = []
        for result in self.of(part, *ON_EXAMPLES):
            has_passed = result.expected is None or result.verdict is Verdict.PASS
            if has_passed and not result.bad:
                continue
            text = f"{result.input} {returned(result)}"
            if result.expected is not None:
                text += f", expected {result.expected}"
            if not result.outcome.is_guess:
                reason = f"an example of part {part} fails: {text}"
                return Objection(AnswerStatus.EXAMPLES, reason)
            missed.append(text)
        if self.has_broken_tests:
            reason = f"its examples in {self.tests} cannot be read"
            return Objection(AnswerStatus.EXAMPLES, reason)
        if not missed or self.passes(part):
            return None
        reason = (
            f"its examples are guesses, and none came out ({'; '.join(missed)}): "
            f"correct them in {self.tests}"
        )
        return Objection(AnswerStatus.ONLY_GUESSES, reason)

    def has_passed(self, part: int, *kinds: InputKind) -> bool:
        """Return whether a part has passed on an example of these kinds."""
        results = self.of(part, *kinds)
        return any(r.part == part and r.verdict is Verdict.PASS for r in results)

    def passes(self, part: int) -> bool:
        """Return whether a part has passed on an example, or need not, as people have said."""
        return part in self.guesses_shown or self.has_passed(part, *ON_EXAMPLES)

    def objection(self, part: int, page: str) -> Objection | None:
        """Return the objection by the checks to an answer without one by the results.

        `page` is the HTML of the puzzle page. The checks that are missing run at the same time.
        """
        answer = self.candidates[part].answer or ""
        examples: list[Input] | None = []
        if not self.has_passed(part, InputKind.EXAMPLE):
            examples = examples_of(page, part)
            # Also by those that cannot be run, with parameters of their own.
            objection = doubt_by_inputs(answer, examples or ())
            if objection:
                return objection
        needs_lone = self.needs_lone(part)
        checks = checks_of(self.user, self.puzzle, examples, needs_lone=needs_lone)
        missing = [check for check in checks if not self.has_run(check)]
        if missing:
            self.results += self.run_checks(self.puzzle, missing)
        objection = self.known_objection(part, answer)
        if not objection and not self.passes(part):
            objection = self.no_example_objection(part, examples)
        if not objection and needs_lone:
            objection = self.lone_objection(answer)
        return objection

    def has_run(self, check: Input) -> bool:
        """Return whether there are results of a check, with the text and answer that it has now."""
        for result in self.results:
            ran = result.job.input_of(result.outcome.step)
            # Where it was ended early, it may have come as far as its `parse`.
            if ran is None or result.outcome.is_of_parse:
                continue
            if ran._replace(first_example=check.first_example) == check:
                return True
        return False

    def no_example_objection(self, part: int, examples: Sequence[Input] | None) -> Objection | None:
        """Return the objection to a part that has passed on no example, if there is one.

        `examples` are those of the puzzle page, `None` where they cannot be read.
        """
        if examples is None or examples:
            what = f"the examples of part {part} on its page cannot be run"
            reason = f"{what}: add them to {self.tests}"
            return Objection(AnswerStatus.NO_EXAMPLES, reason)
        nothing = "its page has no example to check it with"
        # Any number may have been printed, so it takes an example to know that it is the answer.
        if any(result.reason == PRINTED for result in self.of(part, *OWN_INPUT)):
            reason = f"it was read from print, and {nothing}: add one to {self.tests}"
            return Objection(AnswerStatus.NO_EXAMPLES, reason)
        self.notify(f"{self.puzzle} part {part}: {nothing}")
        return None

    def needs_lone(self, part: int) -> bool:
        """Return whether an answer is one of part 2 that was called after part 1.

        A plugin answers both parts in one call, so it has no part 2 alone.
        """
        own = [result for result in self.of(part, *OWN_INPUT) if result.solver == OWN]
        return part == 2 and any(1 in result.job.parts for result in own)

    def lone_objection(self, answer: str) -> Objection | None:
        """Return an objection if part 2 has another answer without part 1 before it."""
        alone = "did not run"
        for result in self.of(2, InputKind.ALONE):
            if result.solver != OWN or result.outcome.is_of_parse:
                continue
            if result.answer == answer:
                return None
            alone = returned(result)
        reason = f"part 2 returned {answer} after part 1, but alone it {alone}"
        return Objection(AnswerStatus.DISAGREES, reason)


def checks_of(
    user: str, puzzle: Puzzle, examples: Sequence[Input] | None, *, needs_lone: bool
) -> list[Input]:
    """Return the inputs on which an answer is checked before it is sent.

    `examples` are those of the puzzle page, where the tests have none for the part. An answer to
    part 2 `needs_lone` if part 1 was called before it: it is called alone then.
    """
    # A solver has names of its own for what an example changes.
    checks = [example for example in examples or () if not example.params]
    text = Cache().usable_input(user, puzzle) if needs_lone else None
    if text is not None:
        checks.append(Input(InputKind.ALONE, user, text, parts=(2,)))
    return checks


def early_checks(inputs: Inputs, parts: Sequence[int], puzzle: Puzzle) -> Iterator[Input]:
    """Yield the checks of a run of `parts` that are known before it, by the cached pages."""
    for user, part in open_parts(inputs, parts, puzzle):
        examples = None
        # For which parts the tests have an example, only a worker knows.
        if not inputs.has_tests(puzzle):
            # The example of part 2 stands only on a page that shows part 1 as solved.
            page = inputs.cache.read_page(user, puzzle, solved=part - 1)
            examples = examples_of(page, part) if page else None
        needs_lone = part == 2 and 1 in parts
        yield from checks_of(user, puzzle, examples, needs_lone=needs_lone)


def open_parts(inputs: Inputs, parts: Sequence[int], puzzle: Puzzle) -> Iterator[tuple[str, int]]:
    """Yield the parts that an account of a run may submit, each with the id of the account."""
    for account in map(inputs.known_accounts.with_id, inputs.accounts()):
        if account.id is None:
            continue
        answers = inputs.cache.answers(account.id, puzzle)
        for part in parts:
            # The last star of a year needs no answer.
            if answers[part - 1] is None and not (part == 2 and puzzle.is_last):
                yield account.id, part


def examples_of(page: str, part: int) -> list[Input] | None:
    """Return the examples of a puzzle page, given its HTML, that have an answer to a part.

    `None` stands for a page that cannot be read.
    """
    from aoc.site.examples import read_examples

    examples = read_examples(page, part)
    if examples is None:
        return None
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
            parts=(part,),
            params=tuple(example.params.items()),
            guessed=tuple(example.guessed),
        )
        inputs.append(published)
    return inputs


def without_answer(reason: str) -> AnswerCandidate:
    """Return that a part has no answer to send, and why."""
    return AnswerCandidate(None, Objection(AnswerStatus.NO_ANSWER, reason))


def unlikely(answer: str) -> Objection | None:
    """Return an objection to an answer with characters that no known answer has."""
    if is_usual(answer):
        return None
    reason = "it looks like no answer: known ones have only digits, letters, `,`, `=` and `-`"
    return Objection(AnswerStatus.UNLIKELY, reason)


def doubt_by_page(answer: str, part: int, page: str) -> Objection | None:
    """Return the objection to an answer by those of the examples on a page, given its HTML."""
    return doubt_by_inputs(answer, examples_of(page, part) or ())


def doubt_by_inputs(answer: str, examples: Iterable[Input]) -> Objection | None:
    """Return the objection to an answer by those of the examples of a page."""
    expected: dict[str | None, str] = {}
    for example in examples:
        expected[example.label] = example.expected[0] or ""
    return doubt_by_examples(answer, expected)


def doubt_by_examples(answer: str, examples: Mapping[str | None, str]) -> Objection | None:
    """Return the objection to an answer by those of its part's examples, by their labels."""
    for label, expected in examples.items():
        if is_alike(answer, expected):
            # Then the part reads the example, and not the input.
            reason = f"it is the answer of {label}: check that the part reads your own input"
            return Objection(AnswerStatus.EXAMPLE_AGAIN, reason)
    number = read_number(answer)
    if number is None or number > 0 or not examples:
        return None
    # Of 1,048 accepted answers, none is.
    if all((read_number(expected) or 0) > 0 for expected in examples.values()):
        reason = "it is not positive, as the answers of its examples are"
        return Objection(AnswerStatus.UNLIKELY, reason)
    return None


def returned(result: Result) -> str:
    """Return the answer or the error of a part, as the end of a sentence."""
    if result.error is not None:
        return f"failed ({result.error.message})"
    return f"returned {result.answer}"
