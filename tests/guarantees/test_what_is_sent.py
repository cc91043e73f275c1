"""What may be submitted: every way to submit, with everything that speaks against an answer.

Day 21 is a table of answers here, so that a run takes no time. Each refusal is asked for by the
one sentence with its reason, by the exit code, and by what the emulated site got: no answer.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from tests.emulator import faults
from tests.marks import WINDOWS
from tests.program import AOC
from tests.submitting.conftest import alice
from tests.submitting.consent import consent
from tests.submitting.player import DAY, MINE, RIGHT, Player
from tests.terminal import Terminal
from tests.watching.watcher import CONTROLLED, HINT, Typed

__all__ = ["alice"]

DICE = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"
EXAMPLE_1, EXAMPLE_2 = "739785", "444356092776315"
RIGHT_2 = MINE.answer2 or ""
TESTS = f"from aoc import Example\n\nEXAMPLES = [Example({DICE!r}, {EXAMPLE_1}, {EXAMPLE_2})]\n"
TESTS_OF_PART_1 = TESTS.replace(f", {EXAMPLE_2}", "")
LINES = 60_000
"""Lines of a file that is larger than the system lets a file be, where it cannot be written."""


def table(
    one: str | None = RIGHT,
    example_1: str | None = EXAMPLE_1,
    two: str | None = RIGHT_2,
    example_2: str | None = EXAMPLE_2,
    *,
    alone: str | None = None,
    more: str = "",
) -> str:
    """Return day 21 as a table of answers; part 2 has another one if it is called `alone`."""
    example, mine = DICE.rstrip("\n"), MINE.input.rstrip("\n")
    return f'''"""Day 21: Dirac Dice."""
{more}
SEEN = []

def parse(text):
    return text

def part1(text):
    SEEN.append(1)
    return {{{example!r}: {example_1!r}, {mine!r}: {one!r}}}[text]

def part2(text):
    other = {alone!r}
    if other and not SEEN and text != {example!r}:
        return other
    return {{{example!r}: {example_2!r}, {mine!r}: {two!r}}}[text]
'''


class Case(NamedTuple):
    """Something that speaks against the answer to a part, and the sentence about it."""

    reason: str
    day: str = table()
    tests: str | None = TESTS
    part: int = 1
    code: int = 1
    variants: bool = False
    prepare: Callable[[Player], None] = lambda alice: None
    watched: str = ""
    """What `aoc watch` says in its place: it runs no input before all examples pass."""


def solve_in_browser(alice: Player) -> None:
    """Solve part 1 where aoc does not see it."""
    alice.account.solve(2021, 21, 1)


def lose_page(alice: Player) -> None:
    """Let the site have trouble."""
    alice.site.fail(faults.status(503), "GET", DAY, times=9)


def try_number(tried: str) -> Callable[[Player], None]:
    """Return what lets a number have been wrong an hour ago."""

    def prepare(alice: Player) -> None:
        when = time.strftime("%Y-%m-%d %H:%M:%S+00:00", time.gmtime(time.time() - 3600))
        message = "That's not the right answer.  Please wait one minute before trying again."
        record = {"part": "a", "value": tried, "when": when, "message": message}
        (alice.files / "2021_21_post.json").write_text(json.dumps([record]))

    return prepare


def keep_token(alice: Player) -> None:
    """Put the token where aocd finds it in a worker."""
    (alice.cache / "token").write_text(alice.account.token or "")


OTHER = f"""

def part1_other(text):
    return {EXAMPLE_1} if text == {DICE.rstrip()!r} else 5
"""
UNRUN = "no answer to submit"
FAILS = "an example of part {} fails: {} returned {}, expected {}"
NAMED = TESTS.replace(EXAMPLE_2, f"{EXAMPLE_2}, name='github.alice.1001'")
ON_PAGE = FAILS.format(1, "example 1 of its page", 5, EXAMPLE_1)
ON_PAGE_2 = FAILS.format(2, "example 1 of its page", 5, EXAMPLE_2)
CASES: Mapping[str, Case] = {
    "1: None on the example": Case(
        FAILS.format(1, "example 1", None, EXAMPLE_1), table(example_1=None)
    ),
    "1: None on the example, part 2": Case(
        FAILS.format(2, "example 1", None, EXAMPLE_2),
        table(example_2=None),
        part=2,
        prepare=solve_in_browser,
    ),
    "1: a wrong answer on the example": Case(
        FAILS.format(1, "example 1", 5, EXAMPLE_1), table(example_1="5"), watched=UNRUN
    ),
    "2: part 1 solved in the browser": Case(
        ON_PAGE_2, table(example_2="5"), TESTS_OF_PART_1, part=2, prepare=solve_in_browser
    ),
    "2: None on the example of the page": Case(
        FAILS.format(2, "example 1 of its page", None, EXAMPLE_2),
        table(example_2=None),
        TESTS_OF_PART_1,
        part=2,
        prepare=solve_in_browser,
    ),
    "2: the examples are misspelt": Case(
        ON_PAGE, table(example_1="5"), TESTS.replace("EXAMPLES", "EXAMPLE")
    ),
    "2: there are no tests": Case(ON_PAGE, table(example_1="5"), None),
    "2: the page cannot be had": Case("answered 503", table(), None, code=3, prepare=lose_page),
    "2: the tests cannot be imported": Case(
        "test_day21.py cannot be read", tests="import nothing", watched=UNRUN
    ),
    "3: a variant disagrees": Case(
        "its variant disagrees: part1_other answers 5",
        table() + OTHER,
        variants=True,
    ),
    "3: part 2 alone": Case(
        f"part 2 returned {RIGHT_2} after part 1, but alone it returned 5",
        table(alone="5"),
        part=2,
        prepare=solve_in_browser,
    ),
    "4: the text None": Case("part 1 fails", table(one="None"), watched=UNRUN),
    **{
        f"4: {text}": Case("part 1 fails", table(one=text), prepare=try_number("7"), watched=UNRUN)
        for text in ("TODO", "7.0", "0_7")
    },
    **{
        f"4: {text}": Case("looks like no answer", table(one=text), prepare=try_number("7"))
        for text in ("7_", "[1, 2]", "<object object at 0x7f0>", "Answer: 5")
    },
    **{
        f"5: {text} after 7": Case(
            "it is the number 7, which was wrong already",
            table(one=text),
            prepare=try_number("7"),
        )
        for text in ("007", "+7")
    },
    "5: 7 after 7": Case(
        "it was submitted before, and is wrong", table("7"), prepare=try_number("7")
    ),
    "7: an example with the name of the account": Case(
        FAILS.format(1, "github.alice.1001", 5, EXAMPLE_1),
        table(example_1="5"),
        NAMED,
        watched=UNRUN,
    ),
}
NOW = {"1: None on the example", "3: part 2 alone", "2: there are no tests", "5: 007 after 7"}
"""The cases that the quick tests have, in the quick ways."""


class Way:
    """A way to submit: `send` runs the program, and returns its exit code and all that it said."""

    sends_both = True
    has_variants = True
    has_code = True

    def command(self) -> list[str]:
        """Return the words that submit day 21."""
        return ["run", "21", "--submit"]

    def send(self, alice: Player, *options: str, until: str = "") -> tuple[int, str]:
        """Submit with more options; a way that does not end by itself waits `until` a text."""
        out = alice.run(*self.command(), *options)
        return alice.code, " ".join((out + alice.said).split())


class Setting(Way):
    """`submit = true`, with the user's consent."""

    def command(self) -> list[str]:
        return ["run", "21"]

    def send(self, alice: Player, *options: str, until: str = "") -> tuple[int, str]:
        settings = alice.project / "pyproject.toml"
        settings.write_text("[tool.aoc]\nsubmit = true\n", encoding="utf-8")
        consent(alice.project, alice.cache)
        return super().send(alice, *options)


class Submit(Way):
    """`aoc submit`, which sends one answer."""

    sends_both = False
    has_variants = False

    def command(self) -> list[str]:
        return ["submit", "21"]


class Watch(Way):
    """The key `s` of `aoc watch`."""

    has_code = False

    def send(self, alice: Player, *options: str, until: str = "") -> tuple[int, str]:
        env = {"TERM": "xterm", **alice.site.environment(alice.cache, alice.account.token)}
        command = [sys.executable, "-c", CONTROLLED, *AOC, "watch", "21", *options]
        watcher = Typed(Terminal(command, alice.project, env, columns=1000))
        watcher.until(HINT)
        watcher.press("s")
        said = watcher.until(until)
        return watcher.quit(), said


class InCluster(Way):
    """`--cluster`, on a scheduler and workers of Dask."""

    def __init__(self, address: str) -> None:
        self.address = address

    def command(self) -> list[str]:
        return [*super().command(), "--cluster", self.address]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster."""
    pytest.importorskip("distributed")
    from tests.clusters import open_cluster

    with open_cluster(tmp_path_factory.mktemp("cluster"), workers=1) as cluster:
        yield cluster.address


WAYS = ["run --submit", "submit", "submit = true", "watch", "--cluster"]


@pytest.fixture
def way(request: pytest.FixtureRequest) -> Way:
    """The way with a name."""
    if request.param == "--cluster":
        return InCluster(request.getfixturevalue("address"))
    if request.param == "watch" and WINDOWS:
        pytest.skip("a pseudo-terminal is needed")
    made = {"run --submit": Way, "submit": Submit, "submit = true": Setting, "watch": Watch}
    return made[request.param]()


def rows() -> list[ParameterSet]:
    """Return each way with each case; all but a few are slow."""
    found = []
    for name in WAYS:
        for case in CASES:
            is_quick = name in WAYS[:2] and case in NOW
            if name == "submit" and CASES[case].variants:
                continue  # it runs none
            marks = () if is_quick else (pytest.mark.slow,)
            found.append(pytest.param(name, CASES[case], marks=marks, id=f"{name}: {case}"))
    return found


@pytest.mark.parametrize(("way", "case"), rows(), indirect=["way"])
def test_it_is_not_sent_and_one_sentence_says_why(alice: Player, way: Way, case: Case) -> None:
    write(alice, case.day, case.tests)
    case.prepare(alice)
    options = [f"--part={case.part}"] if case.part == 1 else []
    options += ["--variant=all"] if case.variants else []
    reason = case.watched if isinstance(way, Watch) and case.watched else case.reason
    code, said = way.send(alice, *options, until=reason)
    assert reason in said
    assert alice.posts == 0
    assert not way.has_code or code == case.code


@pytest.mark.parametrize(
    "way",
    [pytest.param(name, marks=() if name in WAYS[:2] else (pytest.mark.slow,)) for name in WAYS],
    indirect=True,
)
def test_a_good_answer_is_sent_once(alice: Player, way: Way) -> None:
    write(alice, table(), TESTS)
    code, said = way.send(alice, "--part=1", until="is right!")
    assert f"part 1: {RIGHT} is right!" in said
    assert (code, alice.posts) == (0, 1)
    code, said = way.send(alice, "--part=1", until="the part is solved already")
    assert (code, alice.posts) == (0, 1)


class SecondHalf(NamedTuple):
    """What keeps the example of part 2 out of the tests, after part 1 was sent and was right."""

    tests: str
    around: Callable[[Player], AbstractContextManager[None]] = lambda alice: nullcontext()


@contextmanager
def trouble_after_the_star(alice: Player) -> Iterator[None]:
    """Let the site answer 503 to whatever comes after part 1 was right."""
    with alice.site.hold("POST", judged=True) as hold:

        def fail_later() -> None:
            hold.wait(60)
            alice.site.fail(faults.status(503), "GET", DAY, times=99)
            hold.release()

        thread = Thread(target=fail_later)
        thread.start()
        yield
        thread.join()


@contextmanager
def small_files(alice: Player) -> Iterator[None]:
    """Let no program write the tests."""
    resource = pytest.importorskip("resource", reason="a limit of POSIX stands for the full disk")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 * LINES - 1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


SECOND_HALVES = {
    "the page answers 503": SecondHalf(TESTS_OF_PART_1, trouble_after_the_star),
    "the examples are a comprehension": SecondHalf(
        f"from aoc import Example\n\nEXAMPLES = [Example(t, {EXAMPLE_1}) for t in [{DICE!r}]]\n"
    ),
    "the tests cannot be written": SecondHalf(TESTS_OF_PART_1 + "#\n" * LINES, small_files),
}


@pytest.mark.slow
@pytest.mark.parametrize("half", SECOND_HALVES.values(), ids=SECOND_HALVES)
@pytest.mark.parametrize("way", WAYS, indirect=True)
def test_part_2_is_not_sent_without_its_example(alice: Player, way: Way, half: SecondHalf) -> None:
    write(alice, table(example_2="5"), half.tests)
    reason = "503" if half.around is trouble_after_the_star else ON_PAGE_2
    with half.around(alice):
        until = "\naoc: adventofcode.com answered " if reason == "503" else "not sent: "
        code, said = way.send(alice, until=f"{until}{reason}")
        if not way.sends_both:
            code, said = way.send(alice)
    assert reason in said
    assert alice.posts == 1
    assert alice.account.solved(2021, 21) == 1
    assert not way.has_code or code in (1, 3)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, indirect=True)
def test_aocd_in_a_day_sends_nothing(alice: Player, way: Way) -> None:
    keep_token(alice)
    more = "import aocd\naocd.submit(5, part='a', day=21, year=2021)\n"
    write(alice, table(None, two=None, more=more), TESTS)
    code, _ = way.send(alice, until="no answer to submit")
    assert (alice.posts, alice.asked) == (0, [f"GET {DAY}"] * (code > 1))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, indirect=True)
def test_what_cannot_be_checked_is_sent_with_a_word_about_it(alice: Player, way: Way) -> None:
    write(alice, table(), None)
    page = faults.changed(lambda body: body.replace(EXAMPLE_1.encode(), b""))
    alice.site.fail(page, "GET", DAY)
    code, said = way.send(alice, "--part=1", until="is right!")
    assert "its page has no example to check it with" in said
    assert (code, alice.posts) == (0, 1)


def write(alice: Player, source: str, tests: str | None) -> None:
    """Write day 21 and its tests."""
    (alice.project / "days" / "year2021" / "day21.py").write_text(source, encoding="utf-8")
    path: Path = alice.project / "tests" / "year2021" / "test_day21.py"
    if tests is None:
        os.unlink(path)
    else:
        path.write_text(tests, encoding="utf-8")
