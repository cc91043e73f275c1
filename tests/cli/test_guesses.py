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

YEAR = 2030
"""An event that aocd-example-parser does not know."""
DAY = f"{YEAR}/5"
PAGE, INPUT = f"GET /{YEAR}/day/5", f"GET /{YEAR}/day/5/input"
TESTS = os.path.join("tests", f"year{YEAR}", "test_day05.py")
A, B = "1\n2\n", "7\n8\n9\n"
BLOCK_A, BLOCK_B = f"<pre><code>{A}</code></pre>", f"<pre>{B}</pre>"
FIRST = f"<p>For example:</p>{BLOCK_A}"
SEVEN, NINE = (
    "<p>It is <code><em>7</em></code>.</p>",
    "<p>So: <em><code>9</code></em>!</p>",
)
MINE = Sheet("3\n4\n", "17", "34")
SURE = "1 example\n"
ANSWER = "1 example; its answer is a guess: check it\n"
BOTH = "1 example; its input and its answer are guesses: check them\n"
NONE = "0 examples\n"


class Kind(NamedTuple):
    """A kind of page: what it prints in part 1, and what `aoc new` makes of it."""

    html: str
    said: str
    examples: list[Example]
    mark: str = ""


KINDS = {
    "one answer": Kind(FIRST + SEVEN, SURE, [Example(A, 7)]),
    "one answer, printed twice": Kind(FIRST + SEVEN + SEVEN, SURE, [Example(A, 7)]),
    "several answers": Kind(
        f"{FIRST}{NINE}{SEVEN}{NINE}<p><em><code>a,b</code></em></p>{SEVEN}",
        ANSWER,
        [Example(A, 7)],
        "        part1=7,  # guess of [9, 'a,b', 7]: check it\n",
    ),
    "bold without code": Kind(f"{FIRST}<p>It is <em>7</em>.</p>", NONE, []),
    "code that is not bold": Kind(f"{FIRST}<p>It is <code>7</code>.</p>", NONE, []),
    "bold in the block alone": Kind(
        f"{FIRST}<pre><code><em>7</em></code></pre>", NONE, []
    ),
    "an answer before the block": Kind(NINE + FIRST + SEVEN, SURE, [Example(A, 7)]),
    "a map after the answer": Kind(
        f"{FIRST}{SEVEN}<p>In this example, the map is:</p>{BLOCK_B}",
        SURE,
        [Example(A, 7)],
    ),
    "a legend before the input": Kind(
        f"<p>Signs are:</p>{BLOCK_B}<p>Suppose you have this:</p>{BLOCK_A}{SEVEN}",
        SURE,
        [Example(A, 7)],
    ),
    "nothing introduced": Kind(
        f"<p>A map:</p>{BLOCK_A}<p>A map:</p>{BLOCK_B}{SEVEN}", SURE, [Example(A, 7)]
    ),
    "inline examples": Kind(
        f"<p>For example:</p><ul><li><code>12</code>: <code><em>3</em></code></li></ul>{SEVEN}",
        NONE,
        [],
    ),
    "a second input before the answer": Kind(
        f"{FIRST}<p>In this example, it becomes:</p>{BLOCK_B}{SEVEN}",
        "1 example; its input is a guess: check it\n",
        [Example(A, 7)],
        "        part1=7,  # guess of [7], for 1 of 2 inputs: check it\n",
    ),
    "two examples with an answer each": Kind(
        f"{FIRST}{SEVEN}<p>Consider a larger one:</p>{BLOCK_B}{NINE}",
        BOTH,
        [Example(A, 9)],
        "        part1=9,  # guess of [7, 9], for 1 of 2 inputs: check it\n",
    ),
    "no answer": Kind(FIRST, NONE, []),
    "no block": Kind("<p>For example, nothing.</p>", NONE, []),
    "more answers than fit": Kind(
        FIRST + "".join(f"<p><code><em>{n:012}</em></code></p>" for n in range(9)),
        ANSWER,
        [Example(A, "000000000008")],
        '        part1="000000000008",  '
        "# guess of [..., '000000000007', '000000000008']: check it\n",
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


def examples(project: Project) -> list[Example]:
    """Run the tests of the day, and return their examples."""
    found: list[Example] = runpy.run_path(str(project.root / TESTS))["EXAMPLES"]
    return found


def edit(project: Project, old: str, new: str) -> None:
    """Replace a text that the tests have."""
    path = project.root / TESTS
    source = path.read_text(encoding="utf-8")
    assert old in source
    path.write_text(source.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_fresh_page_gives_what_it_highlights(
    aoc: Aoc, project: Project, page: Callable[..., None], kind: Kind
) -> None:
    page(kind.html)
    done = aoc("new", DAY)
    assert (done.code, done.out.splitlines(keepends=True)[1]) == (
        0,
        f"{TESTS}: {kind.said}",
    )
    assert ("no example was found" in done.err) is (not kind.examples)
    assert examples(project) == kind.examples
    source = (project.root / TESTS).read_text(encoding="utf-8")
    marks = [line for line in source.splitlines(keepends=True) if "# guess" in line]
    assert marks == ([kind.mark] if kind.mark else [])
    assert max(map(len, source.splitlines())) <= 100


SOLVED = "def part1(text):\n    return {}\n\n\ndef part2(text):\n    return {}\n"
GUESSED = "5, expected 7 (a guess: check it)"
SEVERAL = FIRST + NINE + SEVEN


def solve(project: Project, one: object = 5, two: object = None) -> None:
    """Write the solver of the day, which answers the same to any input."""
    (project.root / f"days/year{YEAR}/day05.py").write_text(SOLVED.format(one, two))


def test_a_wrong_answer_to_a_guess_says_so_until_its_line_is_edited(
    aoc: Aoc, project: Project, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    aoc("new", DAY)
    solve(project)
    done = aoc("run", DAY, "--example")
    assert done.code == 1
    assert "✘" in done.out
    assert GUESSED in done.out
    [result] = aoc("run", DAY, "--example", "--json").results
    assert (result["verdict"], result["expected"], result["guess"]) == (
        "fail",
        "7",
        "answer",
    )
    edit(project, "part1=7,", "part1=88,")
    assert "5, expected 88\n" in aoc("run", DAY, "--example").out
    edit(project, "part1=88,", "part1=7,")
    assert GUESSED in aoc("run", DAY, "--example").out
    edit(project, ": check it", "")
    assert "5, expected 7\n" in aoc("run", DAY, "--example").out


def test_a_right_answer_to_a_guess_is_like_any_other(
    aoc: Aoc, project: Project, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    aoc("new", DAY)
    solve(project, 7)
    done = aoc("run", DAY, "--example")
    assert (done.code, "guess" in done.out) == (0, False)


def test_a_guess_ends_when_its_part_is_solved(
    aoc: Aoc, project: Project, account: Account, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    aoc("new", DAY)
    solve(project, '"17" if text == "3\\n4" else 5')
    assert GUESSED in aoc("run", DAY).out
    assert aoc("submit", DAY, "--answer", "17").code == 0
    assert "5, expected 7\n" in aoc("run", DAY).out


def test_an_input_that_is_a_guess_may_be_why_it_cannot_be_parsed(
    aoc: Aoc, project: Project, page: Callable[..., None]
) -> None:
    page(FIRST + FIRST + SEVEN)
    aoc("new", DAY)
    solve(project)
    said = "(its input is a guess: check it)"
    assert f"5, expected 7 {said}" in aoc("run", DAY, "--example").out
    parse = "\n\ndef parse(text):\n    raise ValueError('line 1: expected a map')\n"
    with (project.root / f"days/year{YEAR}/day05.py").open("a") as file:
        file.write(parse)
    assert f"parse: line 1: expected a map {said}" in aoc("run", DAY, "--example").out
    edit(project, " of 2 inputs", " of 2 inputs, the right one")
    assert "parse: line 1: expected a map\n" in aoc("run", DAY, "--example").out


def test_an_error_has_nothing_to_do_with_an_answer_that_is_a_guess(
    aoc: Aoc, project: Project, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    aoc("new", DAY)
    solve(project, "1 / 0")
    done = aoc("run", DAY, "--example")
    assert (done.code, "guess" in done.out) == (1, False)


@pytest.mark.parametrize(
    ("html", "why"),
    [
        (SEVERAL, "expected 7, which is a guess: check it in"),
        (FIRST + FIRST + SEVEN, "expected 7, but its input is a guess: check it in"),
        (FIRST + SEVEN, "expected 7; --force"),
    ],
)
def test_the_refusal_to_submit_because_of_a_guess_says_so(
    aoc: Aoc,
    site: Site,
    project: Project,
    page: Callable[..., None],
    html: str,
    why: str,
) -> None:
    page(html)
    aoc("new", DAY)
    solve(project)
    done = aoc("submit", DAY)
    said = " ".join(done.err.split())
    assert f"an example of part 1 fails: example 1 returned 5, {why}" in said
    assert said.endswith("; --force sends it anyway")
    assert (done.code, site.count("POST")) == (1, 0)


def test_the_refusal_because_of_a_guess_of_the_page_says_so(
    aoc: Aoc, site: Site, project: Project, page: Callable[..., None]
) -> None:
    page(SEVERAL)
    write_day(project.root, 5, SOLVED.format(5, None), None, YEAR)
    done = aoc("submit", DAY)
    assert " ".join(done.err.split()).endswith(
        "example 1 of its page returned 5, expected 7, which is a guess: check it, and write the "
        f"right example into {TESTS}; --force sends it anyway"
    )
    assert (done.code, site.count("POST")) == (1, 0)


ONE_LINE = "from aoc import Example\n\nEXAMPLES = [Example('1\\n2\\n', part1=7)]\n"


class Part2(NamedTuple):
    """A kind of part 2: its HTML, the mark in the tests, and the row of another answer."""

    html: str
    mark: str
    row: str


PART_2 = {
    "one answer": Part2("<p>Now <code><em>8</em></code>.</p>", "", "5, expected 8\n"),
    "several answers": Part2(
        "<p>Now <code><em>6</em></code>, then <code><em>8</em></code>.</p>",
        "    part2=8,  # guess of [6, 8]: check it\n",
        "5, expected 8 (a guess: check it)\n",
    ),
    "an input of its own": Part2(
        f"<p>For example:</p>{BLOCK_B}<p>That is <code><em>8</em></code>.</p>",
        "    part2=8,  # guess of [8], for 1 of 2 inputs: check it\n",
        "5, expected 8 (its input is a guess: check it)\n",
    ),
}


@pytest.mark.parametrize("kind", PART_2.values(), ids=PART_2)
@pytest.mark.parametrize("tests", [None, ONE_LINE], ids=["generated", "on one line"])
def test_part_2_is_added_by_itself_where_it_is_certain_and_else_marked_by_update(
    aoc: Aoc,
    project: Project,
    page: Callable[..., None],
    kind: Part2,
    tests: str | None,
) -> None:
    page(FIRST + SEVEN, kind.html)
    aoc("new", DAY)
    if tests is not None:
        (project.root / TESTS).write_text(tests)
    solve(project, 7, 5)
    submitted = aoc("submit", DAY, "--answer", "17").out
    updated = aoc("new", DAY, "--update").out
    if kind.mark:
        assert "example 1, part 2: 8 (a guess)\n" in submitted
        assert "--update` adds the examples of part 2" in submitted
        assert updated == f"{TESTS}: added part2=8 to example 1 (a guess: check it)\n"
    else:
        assert "example 1, part 2: 8\n" in submitted
        assert f"{TESTS}: added part2=8 to example 1\n" in submitted
        assert updated == f"{TESTS}: nothing to add\n"
    assert examples(project) == [Example(A, 7, 8)]
    source = (project.root / TESTS).read_text()
    assert kind.mark in source
    assert source.count("guess") == (1 if kind.mark else 0)
    assert kind.row in aoc("run", DAY, "--example").out
    assert aoc("new", DAY, "--update").out == f"{TESTS}: nothing to add\n"


def test_an_empty_list_gets_both_parts_with_their_marks(
    aoc: Aoc, project: Project, account: Account, page: Callable[..., None]
) -> None:
    page(SEVERAL, PART_2["several answers"].html)
    account.solve(YEAR, 5, 1)
    write_day(project.root, 5, "", "from aoc import Example\n\nEXAMPLES = []\n", YEAR)
    done = aoc("new", DAY, "--update")
    assert done.out == f"{TESTS}: added example 1 (its answer is a guess: check it)\n"
    assert examples(project) == [Example(A, 7, 8)]
    source = (project.root / TESTS).read_text()
    assert "        part1=7,  # guess of [9, 7]: check it\n" in source
    assert "        part2=8,  # guess of [6, 8]: check it\n" in source


@pytest.mark.parametrize(
    "html", [PART_2["one answer"].html, PART_2["several answers"].html]
)
def test_update_adds_part_2_to_the_example_whose_input_was_corrected(
    aoc: Aoc, project: Project, account: Account, page: Callable[..., None], html: str
) -> None:
    page(SEVERAL, html)
    write_day(project.root, 5, "", ONE_LINE.replace("2\\n", "2\\n3\\n"), YEAR)
    account.solve(YEAR, 5, 1)
    done = aoc("new", DAY, "--update")
    assert done.out == f"{TESTS}: added part2=8 to example 1 (a guess: check it)\n"
    assert examples(project) == [Example("1\n2\n3\n", 7, 8)]
    assert "for 1 of 2 inputs: check it" in (project.root / TESTS).read_text()
    assert aoc("new", DAY, "--update").out == f"{TESTS}: nothing to add\n"
