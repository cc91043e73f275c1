"""What is taken for an example on a puzzle page."""

from __future__ import annotations

from aoc import Example
from aoc.site import examples
from aoc.site.examples import answer_of
from tests.emulator.accounts import Accounts
from tests.emulator.pages import puzzle_page
from tests.emulator.puzzles import Puzzle, make_event

TEXT = "  #.#  \n a\\b\n"


def page(puzzle: Puzzle, solved: int = 0) -> str:
    account = Accounts().get("alice")
    account.solve(puzzle.year, puzzle.day, solved)
    return puzzle_page(make_event(puzzle.year).with_puzzle(puzzle), puzzle, account)


def find_examples(html: str, part: int = 2) -> list[Example]:
    """Return the examples of a page as the tests have them."""
    return [
        Example(one.text, one.part1, one.part2, one.name, one.params)
        for one in examples.find_examples(html, part)
    ]


def test_the_answer_of_part_2_comes_with_part_2() -> None:
    html = page(Puzzle(2030, 5, "Made Up", TEXT, "x7", "0"), solved=1)
    assert find_examples(html) == [Example(TEXT, "x7", 0)]
    assert find_examples(html, part=1) == [Example(TEXT, "x7")]


def test_the_last_day_has_one_answer() -> None:
    for year, day in ((2030, 12), (2021, 25)):
        puzzle = Puzzle(year, day, "The End", TEXT, "7", "0")
        examples = find_examples(page(puzzle, solved=1))
        assert not [example for example in examples if example.part2 is not None]


def test_an_example_of_one_line_has_no_line_end() -> None:
    puzzle = Puzzle(2030, 5, "Made Up", "ADVENT\n", "6", "0")
    assert find_examples(page(puzzle)) == [Example("ADVENT", 6)]


HEAD = "<title>Day 5 - Advent of Code 2030</title>"


ODD_PAGES = (
    "",
    "<html></html>",
    HEAD,
    f"{HEAD}<article></article>",
    HEAD + "<article><pre>1</pre></article>" * 3,
    f"{HEAD}<article><pre></pre><code></code></article>",
    "<title>Day 99 - Advent of Code 2030</title><article>\0<pre>\ud800</pre></article>",
)
ANSWERS = {"7": 7, "0": 0, "007": "007", "-7": "-7", "٣": "٣", " x ": "x", "": None}


def test_an_odd_page_has_none() -> None:
    assert [find_examples(html) for html in ODD_PAGES] == [[]] * len(ODD_PAGES)


def test_an_answer_is_a_number_if_it_is_written_like_one() -> None:
    assert {printed: answer_of(printed) for printed in ANSWERS} == ANSWERS
