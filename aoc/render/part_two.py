"""What a puzzle page says once part 1 is solved: part 2's examples, or how to get the last star."""

from __future__ import annotations

import re

from aoc.puzzle import Puzzle, days_in

__all__ = ["part_two_text"]

SHOWN = 12
"""Lines of an example that are shown."""
BUTTON = re.compile(r'name="level"\s+value="2"')


def part_two_text(puzzle: Puzzle, page: str) -> str:
    """Say in lines what there is to do next, given the HTML of the puzzle page."""
    url = f"{puzzle.url}#part2"
    if puzzle.day == days_in(puzzle.year):
        if BUTTON.search(page):
            return f"The last star of {puzzle.year} is yours: press the link on {url}"
        return f"The last star of {puzzle.year} comes with all the others: see {url}"
    return "\n".join([f"Part 2 is open: {url}", *examples(page)])


def examples(page: str) -> list[str]:
    """Show the examples that have an answer to part 2."""
    from aoc.site.published_examples import read_examples

    lines = []
    for number, example in enumerate(read_examples(page), 1):
        answer = example.expected(2)
        if answer is None:
            continue
        lines.append(f"  {example.label(number)}, part 2: {answer}")
        text = example.text.rstrip("\n").split("\n")
        lines += [f"    {line}" for line in text[:SHOWN]]
        if len(text) > SHOWN:
            lines.append(f"    ... ({len(text)} lines)")
    return lines or ["  Its examples have to be read there: none was found in the page."]
