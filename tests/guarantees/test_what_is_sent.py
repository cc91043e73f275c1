"""What may be submitted: every way to submit, with everything that speaks against an answer.

Day 21 is a table of answers here, so that a run takes no time. Each refusal is asked for by the
one sentence with its reason, by the exit code, and by what the emulated site got: no answer.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Thread
from typing import NamedTuple

import pytest

from tests.emulator import Account, Puzzle, Sheet, Site, faults
from tests.support.aoc import Aoc
from tests.support.day21 import (
    DICE,
    EXAMPLE_1,
    EXAMPLE_2,
    LOOK,
    MINE,
    PAGE,
    RIGHT,
    RIGHT_2,
    TESTS,
    TESTS_OF_PART_1,
    consent,
    post,
    table,
)
from tests.support.marks import needs_pty
from tests.support.program import Project
from tests.support.small_disk import needs_limits, small_disk
from tests.support.watcher import HINT, Typed

LINES = 60_000
"""Lines of a file that is larger than the system lets a file be, where it cannot be written."""


class Submitter(NamedTuple):
    """Somebody who submits day 21."""

    aoc: Aoc
    project: Project
    site: Site
    account: Account

    def submit(self, command: str, source: str, tests: str | None = TESTS) -> tuple[int, str]:
        """Write day 21 and its tests, submit, and return the exit code and all that was said."""
        self.project.day(21, source, tests)
        code, out, err = self.aoc(*command.split())
        return code, " ".join((out + err).split())


@pytest.fixture
def submitter(aoc: Aoc, project: Project, site: Site, account: Account) -> Submitter:
    site.expect(LOOK)
    consent(project)
    return Submitter(aoc, project, site, account)


class Case(NamedTuple):
    """Something that speaks against the answer to a part, and the sentence about it."""

    reason: str
    day: str = table()
    tests: str | None = TESTS
    prepare: Callable[[Submitter], None] = lambda submitter: None
    options: str = " --part=1"
    code: int = 1


def solve_in_browser(submitter: Submitter) -> None:
    """Solve part 1 where aoc does not see it."""
    submitter.account.solve(2021, 21, 1)


def lose_page(submitter: Submitter) -> None:
    """Let the site have trouble."""
    submitter.site.fail(faults.status(503), "GET", PAGE, times=9)


def try_7(submitter: Submitter) -> None:
    """Let 7 have been wrong an hour ago."""
    when = time.strftime("%Y-%m-%d %H:%M:%S+00:00", time.gmtime(time.time() - 3600))
    message = "That's not the right answer.  Please wait one minute before trying again."
    record = {"part": "a", "value": "7", "when": when, "message": message}
    path = submitter.project.account_files(submitter.account.id) / "2021_21_post.json"
    path.write_text(json.dumps([record]))


OTHER = f"""

def part1_other(text):
    return {EXAMPLE_1} if text == {DICE.rstrip()!r} else 5
"""
FAILS = "an example of part {} fails: {} returned {}, expected {}"
NAMED = TESTS.replace(EXAMPLE_2, f"{EXAMPLE_2}, name='github.alice.1001'")
ON_PAGE = FAILS.format(1, "example 1 of its page", 5, EXAMPLE_1)
ON_PAGE_2 = FAILS.format(2, "example 1 of its page", 5, EXAMPLE_2)
WRONG = table(example_1="5")
NOT_POSITIVE = "it is not positive, as the answers of its examples are; `aoc submit --force` sends"
CASES: Mapping[str, Case] = {
    "None on the example": Case(
        FAILS.format(1, "example 1", None, EXAMPLE_1), table(example_1=None)
    ),
    "wrong on an example with the name of the account": Case(
        FAILS.format(1, "github.alice.1001", 5, EXAMPLE_1), WRONG, NAMED
    ),
    "part 1 solved in the browser": Case(
        ON_PAGE_2, table(example_2="5"), TESTS_OF_PART_1, solve_in_browser, ""
    ),
    "there are no tests": Case(ON_PAGE, WRONG, None),
    "the page cannot be had": Case("answered 503", table(), None, lose_page, code=3),
    "the tests cannot be imported": Case("test_day21.py cannot be read", tests="import nothing"),
    "a variant disagrees": Case(
        "its variant disagrees: part1_other answers 5", table() + OTHER, options=" --variant=all"
    ),
    "part 2 alone": Case(
        f"part 2 returned {RIGHT_2} after part 1, but alone it returned 5",
        table(alone="5"),
        prepare=solve_in_browser,
        options="",
    ),
    "007 after 7": Case("it is the number 7, which was wrong already", table("007"), prepare=try_7),
    "zero": Case(NOT_POSITIVE, table("0")),
    "a negative number, with the example of the page": Case(NOT_POSITIVE, table("-5"), None),
    "zeros before the answer of an example": Case(
        "it is the answer of example 1:", table(f"+00{EXAMPLE_1}")
    ),
    "a zero before the answer of part 1": Case(
        "it is the answer of part 1",
        table(two=f"0{RIGHT}"),
        prepare=solve_in_browser,
        options=" --part=2",
        code=3,
    ),
}


@pytest.mark.parametrize(
    ("way", "case"),
    [
        *(("run 21 --submit", case) for case in CASES),
        ("run 21", "None on the example"),
        *(("submit 21", case) for case in ("there are no tests", "part 2 alone", "007 after 7")),
    ],
)
def test_it_is_not_sent_and_one_sentence_says_why(
    submitter: Submitter, way: str, case: str
) -> None:
    found = CASES[case]
    found.prepare(submitter)
    code, said = submitter.submit(way + found.options, found.day, found.tests)
    assert found.reason in said
    assert (code, submitter.site.count("POST")) == (found.code, 0)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [(f"0{EXAMPLE_1}", "it is the answer of example 1 of its page"), ("0", NOT_POSITIVE)],
)
def test_an_answer_that_was_typed_is_compared_with_the_examples_of_the_page(
    submitter: Submitter, answer: str, reason: str
) -> None:
    code, said = submitter.submit(f"submit 21 --answer {answer}", table())
    assert reason in said
    assert (code, submitter.site.count("POST")) == (1, 0)


def test_an_answer_whose_example_fails_is_sent_by_force(submitter: Submitter) -> None:
    _, said = submitter.submit("submit 21 --part 1 --force", WRONG)
    assert "is right!" in said
    assert submitter.site.asked() == [LOOK, post(), LOOK]


@pytest.mark.slow
@needs_pty
def test_a_watched_day_is_checked_as_well(submitter: Submitter) -> None:
    solve_in_browser(submitter)
    submitter.project.day(21, table(alone="5"), TESTS)
    watcher = Typed(submitter.aoc.terminal("watch", "21", columns=1000))
    watcher.until(HINT)
    watcher.press("s")
    watcher.until(CASES["part 2 alone"].reason)
    assert submitter.site.count("POST") == 0
    submitter.project.day(21, table(), TESTS)
    watcher.until(HINT)
    watcher.press("s")
    watcher.until("is right!")
    watcher.quit()
    assert submitter.site.asked()[-1:] == [post(RIGHT_2, part=2)]


@contextmanager
def trouble_after_the_star(submitter: Submitter) -> Iterator[None]:
    """Let the site answer 503 to whatever comes after part 1 was right."""
    with submitter.site.hold("POST", judged=True) as hold:

        def fail_later() -> None:
            hold.wait(60)
            submitter.site.fail(faults.status(503), "GET", PAGE, times=99)
            hold.release()

        thread = Thread(target=fail_later)
        thread.start()
        yield
        thread.join()


SECOND_HALVES: Mapping[str, tuple[str, Callable[[Submitter], AbstractContextManager[None]]]] = {
    "the page answers 503": (TESTS_OF_PART_1, trouble_after_the_star),
    "the examples are a comprehension": (
        f"from aoc import Example\n\nEXAMPLES = [Example(t, {EXAMPLE_1}) for t in [{DICE!r}]]\n",
        lambda submitter: nullcontext(),
    ),
    "the tests cannot be written": (
        TESTS_OF_PART_1 + "#\n" * LINES,
        lambda submitter: small_disk(2 * LINES - 1),
    ),
}
"""What keeps the example of part 2 out of the tests, after part 1 was sent and was right."""


@needs_limits
@pytest.mark.parametrize("half", SECOND_HALVES)
def test_part_2_is_not_sent_without_its_example(submitter: Submitter, half: str) -> None:
    tests, around = SECOND_HALVES[half]
    submitter.project.day(21, table(example_2="5"), tests)
    with around(submitter):
        code, _, said = submitter.aoc("run", "21", "--submit")
    assert ("answered 503" if around is trouble_after_the_star else ON_PAGE_2) in said
    assert "#" not in tests or "test_day21.py cannot be written (File too large)" in said
    assert (submitter.site.count("POST"), submitter.account.solved(2021, 21)) == (1, 1)
    assert code in (1, 3)


def test_what_cannot_be_checked_is_sent_with_a_word_about_it(submitter: Submitter) -> None:
    page = faults.changed(lambda body: body.replace(EXAMPLE_1.encode(), b""))
    submitter.site.fail(page, "GET", PAGE)
    code, said = submitter.submit("submit 21 --part=1", table(), None)
    assert "its page has no example to check it with" in said
    assert (code, submitter.site.asked()) == (0, [LOOK, post(), LOOK])


SCRIPT = f"""\
answers = {{True: {RIGHT!r}, False: {EXAMPLE_1!r}}}
answer = answers[open("input.txt").read() == {MINE.input!r}]
"""
LABELLED = SCRIPT + 'print("Part 1:", answer)\n'
BARE = SCRIPT + "print(answer)\nprint(2)\n"


@pytest.mark.parametrize(("way", "script"), [("run 21 --submit", LABELLED), ("submit 21", BARE)])
def test_what_was_read_from_print_is_sent_only_if_it_passed_an_example(
    submitter: Submitter, way: str, script: str
) -> None:
    project, site = submitter.project, submitter.site
    project.configure("layouts = [{ days = '{year}/day{day:02}.py', run = 'script' }]")
    (project.root / "2021").mkdir()
    (project.root / "2021" / "day21.py").write_text(script)
    page = faults.changed(lambda body: body.replace(EXAMPLE_1.encode(), b""))
    site.fail(page, "GET", PAGE)
    code, _, said = submitter.aoc(*way.split(), "--part", "1")
    assert said == (
        f"aoc: 2021/21 part 1: {RIGHT} was not sent: it was read from print, and its page has no "
        "example to check it with: add one to tests/year2021/test_day21.py; `aoc submit "
        "--force` sends it anyway\n"
    )
    assert (code, site.asked()) == (3, [LOOK])
    (project.root / "tests" / "year2021" / "test_day21.py").write_text(TESTS_OF_PART_1)
    assert submitter.aoc(*way.split(), "--part", "1").code == 0
    assert site.asked() == [LOOK, post(), LOOK]


def test_a_run_sends_only_what_can_be_an_answer(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    values = ["921585 ", "None", " ", "5\0", "1\n2", "\ud800", "5" * 999, "\x1b[2J"]
    for day, value in enumerate(values, 1):
        site.put(Puzzle(2021, day, "Made up", "x", "5", "z"))
        account.give(2021, day, Sheet("mine\n", "921585", "6"))
        project.day(day, f"def part1(text): return 5 if text == 'x' else {value!a}\n")
        project.remember("mine\n", day=day, user=account.id)
    done = aoc("run", f"1-{len(values)}", "--part", "1", "--submit", "--json")
    answers = [(r["answer"], r["error"] and r["error"]["kind"]) for r in done.results if r["part"]]
    assert answers == [("921585", None), *[(None, "answer")] * (len(values) - 1)]
    look = "GET /2021/day/1"
    assert site.asked() == [look, f"POST {look[4:]}/answer level=1 answer=921585", look]
