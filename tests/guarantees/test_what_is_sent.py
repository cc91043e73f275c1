"""What may be submitted: every way to submit, with everything that speaks against an answer.

Day 21 is a table of answers here, so that a run takes no time. Each refusal is asked for by the
one sentence with its reason, by the exit code, and by what the emulated site got: no answer.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from tests.aoc import Aoc
from tests.emulator import Account, Site, faults
from tests.guarantees.day21 import (
    DICE,
    EXAMPLE_1,
    EXAMPLE_2,
    LOOK,
    PAGE,
    RIGHT,
    RIGHT_2,
    TESTS,
    TESTS_OF_PART_1,
    consent,
    post,
    table,
)
from tests.marks import WINDOWS, needs_linux
from tests.program import Project
from tests.watching.watcher import HINT, Typed

LINES = 60_000
"""Lines of a file that is larger than the system lets a file be, where it cannot be written."""


class Player(NamedTuple):
    """Somebody who submits day 21."""

    aoc: Aoc
    project: Project
    site: Site
    account: Account

    def write(self, source: str, tests: str | None) -> None:
        """Write day 21 and its tests."""
        self.project.day(21, source, tests)


@pytest.fixture
def alice(aoc: Aoc, project: Project, site: Site, account: Account) -> Player:
    site.expect(LOOK)
    return Player(aoc, project, site, account)


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
    alice.site.fail(faults.status(503), "GET", PAGE, times=9)


def try_number(tried: str) -> Callable[[Player], None]:
    """Return what lets a number have been wrong an hour ago."""

    def prepare(alice: Player) -> None:
        when = time.strftime("%Y-%m-%d %H:%M:%S+00:00", time.gmtime(time.time() - 3600))
        message = "That's not the right answer.  Please wait one minute before trying again."
        record = {"part": "a", "value": tried, "when": when, "message": message}
        files = alice.project.account_files(alice.account.id)
        (files / "2021_21_post.json").write_text(json.dumps([record]))

    return prepare


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


class Way:
    """A way to submit: `send` runs the program, and returns its exit code and all that it said."""

    sends_both = True
    has_code = True

    def command(self) -> list[str]:
        """Return the words that submit day 21."""
        return ["run", "21", "--submit"]

    def send(self, alice: Player, *options: str, until: str = "") -> tuple[int, str]:
        """Submit with more options; a way that does not end by itself waits `until` a text."""
        code, out, err = alice.aoc(*self.command(), *options)
        return code, " ".join((out + err).split())


class Setting(Way):
    """`submit = true`, with the user's consent."""

    def command(self) -> list[str]:
        return ["run", "21"]

    def send(self, alice: Player, *options: str, until: str = "") -> tuple[int, str]:
        consent(alice.project)
        return super().send(alice, *options)


class Submit(Way):
    """`aoc submit`, which sends one answer, and runs no variants."""

    sends_both = False

    def command(self) -> list[str]:
        return ["submit", "21"]


class Watch(Way):
    """The key `s` of `aoc watch`."""

    has_code = False

    def send(self, alice: Player, *options: str, until: str = "") -> tuple[int, str]:
        watcher = Typed(alice.aoc.terminal("watch", "21", *options, columns=1000))
        watcher.until(HINT)
        watcher.press("s")
        said = watcher.until(until)
        return watcher.quit(), said


WAYS = ["run --submit", "submit", "submit = true", "watch"]
OTHER_WAYS = {
    "submit": ["2: there are no tests", "2: the tests cannot be imported", "5: 007 after 7"],
    "submit = true": ["1: None on the example"],
    "watch": ["1: a wrong answer on the example", "3: part 2 alone"],
}
"""The cases of the ways that end in the same checks as `run --submit`, which has all."""


@pytest.fixture
def way(request: pytest.FixtureRequest) -> Way:
    """The way with a name."""
    if request.param == "watch" and WINDOWS:
        pytest.skip("a pseudo-terminal is needed")
    made = {"run --submit": Way, "submit": Submit, "submit = true": Setting, "watch": Watch}
    return made[request.param]()


@pytest.mark.parametrize(
    ("way", "case"),
    [*(("run --submit", case) for case in CASES)]
    + [(way, case) for way, cases in OTHER_WAYS.items() for case in cases],
    indirect=["way"],
)
def test_it_is_not_sent_and_one_sentence_says_why(alice: Player, way: Way, case: str) -> None:
    found = CASES[case]
    alice.write(found.day, found.tests)
    found.prepare(alice)
    options = [f"--part={found.part}"] if found.part == 1 else []
    options += ["--variant=all"] if found.variants else []
    reason = found.watched if isinstance(way, Watch) and found.watched else found.reason
    code, said = way.send(alice, *options, until=reason)
    assert reason in said
    assert alice.site.count("POST") == 0
    assert not way.has_code or code == found.code


@pytest.mark.parametrize("way", WAYS, indirect=True)
def test_a_good_answer_is_sent_once(alice: Player, way: Way) -> None:
    alice.write(table(), TESTS)
    code, said = way.send(alice, "--part=1", until="is right!")
    assert f"part 1: {RIGHT} is right!" in said
    assert (code, alice.site.count("POST")) == (0, 1)
    code, said = way.send(alice, "--part=1", until="the part is solved already")
    assert (code, alice.site.count("POST")) == (0, 1)


@needs_linux
def test_part_2_runs_alone_in_a_cluster_before_it_is_sent(alice: Player, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from tests.cluster.programs import open_cluster

    solve_in_browser(alice)
    folder = tmp_path / "cluster"
    folder.mkdir()
    with open_cluster(folder, workers=1) as cluster:
        command = ("run", "21", "--submit", "--cluster", cluster.address)
        alice.write(table(alone="5"), TESTS)
        assert CASES["3: part 2 alone"].reason in alice.aoc(*command).err
        assert alice.site.count("POST") == 0
        alice.write(table(), TESTS)
        assert alice.aoc(*command).code == 0
    assert alice.site.asked()[-1:] == [post(RIGHT_2, part=2)]


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
            alice.site.fail(faults.status(503), "GET", PAGE, times=99)
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


@pytest.mark.parametrize(
    ("way", "half"),
    [*(("run --submit", half) for half in SECOND_HALVES), ("submit", "the page answers 503")],
    indirect=["way"],
)
def test_part_2_is_not_sent_without_its_example(alice: Player, way: Way, half: str) -> None:
    tests, around = SECOND_HALVES[half]
    alice.write(table(example_2="5"), tests)
    with around(alice):
        code, said = way.send(alice)
        if not way.sends_both:
            code, said = way.send(alice)
    assert ("answered 503" if around is trouble_after_the_star else ON_PAGE_2) in said
    assert (alice.site.count("POST"), alice.account.solved(2021, 21)) == (1, 1)
    assert code in (1, 3)
    is_written = half != "the tests cannot be written"
    assert is_written or "test_day21.py cannot be written (File too large)" in said


def test_aocd_in_a_day_sends_nothing(alice: Player) -> None:
    (alice.project.cache / "token").write_text(alice.account.token or "")  # where aocd finds it
    more = "import aocd\naocd.submit(5, part='a', day=21, year=2021)\n"
    alice.write(table(None, two=None, more=more), TESTS)
    alice.aoc("run", "21", "--submit")
    assert alice.site.asked() == []


@pytest.mark.parametrize("way", WAYS[:2], indirect=True)
def test_what_cannot_be_checked_is_sent_with_a_word_about_it(alice: Player, way: Way) -> None:
    alice.write(table(), None)
    page = faults.changed(lambda body: body.replace(EXAMPLE_1.encode(), b""))
    alice.site.fail(page, "GET", PAGE)
    code, said = way.send(alice, "--part=1")
    assert "its page has no example to check it with" in said
    assert (code, alice.site.asked()) == (0, [LOOK, post(), LOOK])
