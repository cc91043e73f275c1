"""The examples of a puzzle that the parser does not know yet: what is certain, what is a guess."""

from __future__ import annotations

import os
import runpy
from collections.abc import Callable
from typing import NamedTuple

import pytest

from aoc import Example
from tests.emulator import Account, Clock, Puzzle, Sheet, Site, unlock_time
from tests.support.aoc import Aoc
from tests.support.program import Project, write_day
from tests.support.pytest_session import run_pytest

YEAR = 2030
"""An event that aocd-example-parser does not know."""
DAY = f"{YEAR}/5"
TESTS = os.path.join("tests", f"year{YEAR}", "test_day05.py")
A, B, C = "1\n2\n", "7\n8\n9\n", "4\n"
BLOCK_A, BLOCK_B, BLOCK_C = (f"<pre><code>{text}</code></pre>" for text in (A, B, C))
FIRST = f"<p>For example:</p>{BLOCK_A}"
SEVEN, NINE = ("<p>It is <code><em>7</em></code>.</p>", "<p>So: <em><code>9</code></em>!</p>")
MINE = Sheet("3\n4\n", "17", "34")
TO_DO = "  # compare the text and these answers with the page, then delete this line\n"


class Kind(NamedTuple):
    """A kind of page: what it prints in part 1, and what `aoc new` makes of it."""

    html: str
    examples: list[Example]
    guesses: int = 0


GUESS = (1,)
KINDS = {
    "one answer": Kind(FIRST + SEVEN, [Example(A, 7)]),
    "one answer, printed twice": Kind(FIRST + SEVEN + SEVEN, [Example(A, 7)]),
    "several answers": Kind(
        f"{FIRST}{NINE}{SEVEN}{NINE}<p><em><code>a,b</code></em></p>{SEVEN}",
        [Example(A, 7, guessed=GUESS)],
        1,
    ),
    "bold without code": Kind(f"{FIRST}<p>It is <em>7</em>.</p>", []),
    "code that is not bold": Kind(f"{FIRST}<p>It is <code>7</code>.</p>", []),
    "bold in the block alone": Kind(f"{FIRST}<pre><code><em>7</em></code></pre>", []),
    "an answer before the block": Kind(NINE + FIRST + SEVEN, [Example(A, 7)]),
    "a map after the answer": Kind(
        f"{FIRST}{SEVEN}<p>In this example, the map is:</p>{BLOCK_B}", [Example(A, 7)]
    ),
    "a legend before the input": Kind(
        f"<p>Signs are:</p>{BLOCK_B}<p>Suppose you have this:</p>{BLOCK_A}{SEVEN}",
        [Example(A, 7, guessed=GUESS)],
        1,
    ),
    "nothing introduced": Kind(
        f"<p>A map:</p>{BLOCK_A}<p>A map:</p>{BLOCK_B}{SEVEN}", [Example(A, 7, guessed=GUESS)], 1
    ),
    "inline examples": Kind(
        f"<p>For example:</p><ul><li><code>12</code>: <code><em>3</em></code></li></ul>{SEVEN}", []
    ),
    "two examples with an answer each": Kind(
        f"{FIRST}{SEVEN}<p>Consider a larger one:</p>{BLOCK_B}{NINE}",
        [Example(A, 9, guessed=GUESS)],
        1,
    ),
}


@pytest.fixture(autouse=True)
def begun(project: Project, account: Account, clock: Clock) -> None:
    """The day of the event that nobody has solved yet."""
    clock.set(unlock_time(YEAR, 6))
    account.give(YEAR, 5, MINE)
    project.variables["AOC_YEAR"] = str(YEAR)


@pytest.fixture
def page(site: Site) -> Callable[..., None]:
    """Set the HTML of the parts of the page; all that is asked for is expected."""
    site.expect("* *")

    def put(first: str, second: str = "") -> None:
        site.put(Puzzle(YEAR, 5, "New", A, "7", "8", prose1=first, prose2=second))

    return put


def examples(project: Project, tests: str = TESTS) -> list[Example]:
    """Run the tests of a day, and return their examples."""
    found: list[Example] = runpy.run_path(str(project.root / tests))["EXAMPLES"]
    return found


def test_a_fresh_page_gives_what_it_highlights(
    aoc: Aoc, site: Site, project: Project, clock: Clock
) -> None:
    site.expect("* *")
    clock.set(unlock_time(YEAR, 12))
    for day, (name, kind) in enumerate(KINDS.items(), 1):
        site.put(Puzzle(YEAR, day, "New", A, "7", "8", prose1=kind.html))
        done = aoc("new", f"{YEAR}/{day}")
        tests = os.path.join("tests", f"year{YEAR}", f"test_day{day:02}.py")
        said = f"{tests}: {len(kind.examples)} example{'s' * (not kind.examples)}"
        if kind.guesses:
            said += ", 1 answer guessed: compare with the page"
        assert (done.code, done.out.splitlines()[1]) == (0, said), name
        assert ("no example was found" in done.err) is (not kind.examples)
        assert examples(project, tests) == kind.examples, name
        source = (project.root / tests).read_text(encoding="utf-8")
        assert source.count(f"        guessed=(1,),{TO_DO}") == kind.guesses
        assert source.count("#") == (1 if kind.guesses or not kind.examples else 0)
        assert max(map(len, source.splitlines())) <= 100


SOLVED = "def part1(text):\n    return {}\n\n\ndef part2(text):\n    return {}\n"
SEVERAL = FIRST + NINE + SEVEN


def solve(project: Project, one: object, two: object = None) -> None:
    """Write the solver of the day, whose parts return these expressions."""
    (project.root / f"days/year{YEAR}/day05.py").write_text(SOLVED.format(one, two))


WRONG = {
    "5": ("5 (the tests guess 7)", None),
    "1 / 0": ("division by zero (the tests guess 7)", "exception"),
    "None if len(text) == 3 else 5": ("returned None, the tests guess 7", None),
    "__import__('os').abort()": ("(the tests guess this example)", "crash"),
}
"""What part 1 returns for the example, and what is shown of it: words, and the kind of error."""


def test_a_guess_that_does_not_come_out_fails_nothing(
    aoc: Aoc, project: Project, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    aoc("new", DAY)
    for part, (shown, kind) in WRONG.items():
        # The own input is two lines with another end.
        solve(project, f"17 if text == '3\\n4' else {part}")
        done = aoc("run", DAY)
        assert done.code == 0
        assert "✘" not in done.out
        assert shown in done.out
        assert "17" in done.out
        results = aoc("run", DAY, "-p", "1", "--json").results
        [row] = [row for row in results if row["input"] == "example 1" and row["part"]]
        assert row["verdict"] == "unknown"
        assert "the tests guess" in row["reason"]
        assert (row["error"] or {}).get("kind") == kind
    with (project.root / f"days/year{YEAR}/day05.py").open("a") as file:
        file.write("\n\ndef parse(text):\n    return text[text.index('3') :]\n")
    done = aoc("run", DAY)
    assert "parse: substring not found (the tests guess this example)" in done.out
    assert done.code == 0


def test_a_guess_that_came_out_or_was_checked_counts(
    aoc: Aoc, project: Project, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    aoc("new", DAY)
    solve(project, 7)
    done = aoc("run", DAY, "--example")
    assert (done.code, "✔" in done.out, "guess" in done.out) == (0, True, False)
    with (project.root / f"days/year{YEAR}/day05.py").open("a") as file:
        file.write("\n\ndef part1_slow(text):\n    return 5\n")
    done = aoc("run", DAY, "--example", "--variant", "all")
    assert (done.code, "5, expected 7" in done.out) == (1, True)
    solve(project, 5)
    path = project.root / TESTS
    path.write_text(path.read_text().replace(f"        guessed=(1,),{TO_DO}", ""))
    done = aoc("run", DAY, "--example")
    assert (done.code, "5, expected 7\n" in done.out) == (1, True)


@pytest.mark.slow
def test_pytest_skips_a_guess_that_does_not_come_out(
    aoc: Aoc, project: Project, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    aoc("new", DAY)
    solve(project, 5)
    with (project.root / f"days/year{YEAR}/day05.py").open("a") as file:
        file.write("\n\ndef part1_raises(text):\n    return 1 / 0\n")
    done = run_pytest(project.root, "-rs")
    assert done.code == 0
    assert "the tests guess 7: Failed: got 5, expected 7" in done.out
    assert "the tests guess 7: ZeroDivisionError: division by zero" in done.out


class Part2(NamedTuple):
    """A kind of part 2: its HTML, what is said of it, and the examples after it."""

    html: str
    said: str
    examples: list[Example]


PART_2 = {
    "one answer": Part2(
        "<p>Now <code><em>8</em></code>.</p>", "part2=8 to example 1", [Example(A, 7, 8)]
    ),
    "several answers": Part2(
        "<p>Now <code><em>6</em></code>, then <code><em>8</em></code>.</p>",
        "part2=8 to example 1 (a guess)",
        [Example(A, 7, 8, guessed=(2,))],
    ),
    "an input of its own": Part2(
        "<p>It is <code><em>8</em></code>.</p>"
        f"<p>For example:</p>{BLOCK_C}<p>Or, for example:</p>{BLOCK_B}",
        "part2=8 to example 1 (a guess), example 2 (a guess)",
        [Example(A, 7, 8, guessed=(2,)), Example(B, part2=8, guessed=(2,))],
    ),
    "the same input again": Part2(
        f"<p>In the example:</p>{BLOCK_A}<p>That is <code><em>8</em></code>.</p>",
        "part2=8 to example 1 (a guess)",
        [Example(A, 7, 8, guessed=(2,))],
    ),
    "a drawing that is no example": Part2(
        f"<p>It looks so:</p>{BLOCK_B}<p>That is <code><em>8</em></code>.</p>",
        "part2=8 to example 1 (a guess)",
        [Example(A, 7, 8, guessed=(2,))],
    ),
}
ONE_LINE = "from aoc import Example\n\nEXAMPLES = [Example('1\\n2\\n', part1=7)]\n"


@pytest.mark.parametrize(
    ("name", "tests"), [*((name, None) for name in PART_2), ("several answers", ONE_LINE)]
)
def test_after_part_1_the_tests_get_part_2(
    aoc: Aoc, project: Project, page: Callable[..., None], name: str, tests: str | None
) -> None:
    kind = PART_2[name]
    page(FIRST + SEVEN, kind.html)
    aoc("new", DAY)
    if tests is not None:
        (project.root / TESTS).write_text(tests)
    done = aoc("submit", DAY, "--answer", "17")
    assert f"{TESTS}: added {kind.said}\n" in done.out
    assert examples(project) == kind.examples
    assert aoc("new", DAY, "--update").out == f"{TESTS}: nothing to add\n"
    # One of the guesses comes out, and that is enough.
    solve(project, "17 if text[0] == '3' else 7", "34 if text[0] == '3' else 8")
    sent = aoc("submit", DAY)
    assert (sent.code, "34 is right!" in sent.err) == (0, True)


def test_an_answer_that_an_example_refutes_or_no_guess_confirms_is_sent_only_by_force(
    aoc: Aoc, site: Site, project: Project, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    aoc("new", DAY)
    path = project.root / TESTS
    guesses = path.read_text()
    certain = guesses.rstrip().removesuffix("]") + "    Example('5\\n', 6),\n]\n"
    path.write_text(certain)
    # Of another size than below, as Python looks at the size and the second of a source.
    solve(project, "17 if text[0] == '3' else 7 * 1")
    done = aoc("submit", DAY)
    assert "an example of part 1 fails: example 2 returned 7, expected 6" in done.err
    assert (done.code, site.count("POST")) == (1, 0)
    path.write_text(guesses)
    solve(project, "17 if text[0] == '3' else 5")
    done = aoc("run", DAY, "--submit")
    said = " ".join(done.err.split())
    assert (
        "17 was not sent: its examples are guesses, and none came out (example 1 returned 5, "
        f"expected 7): correct them in {TESTS}; `aoc submit --force` sends it anyway"
    ) in said
    assert (done.code, site.count("POST")) == (1, 0)
    forced = aoc("run", DAY, "--submit", "--force")
    assert (forced.code, site.count("POST")) == (0, 1)


def test_the_guesses_of_the_page_count_where_the_tests_have_none(
    aoc: Aoc, site: Site, project: Project, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    write_day(project.root, 5, SOLVED.format(5, None), None, YEAR)
    done = aoc("submit", DAY)
    assert "none came out (example 1 of its page returned 5, expected 7)" in " ".join(
        done.err.split()
    )
    assert (done.code, site.count("POST")) == (1, 0)
    solve(project, "17 if text[0] == '3' else 7")
    assert aoc("submit", DAY).code == 0
