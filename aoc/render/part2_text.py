"""What to do after part 1 is solved: the examples of part 2, or how to get the last star."""

from __future__ import annotations

import re

from aoc.model import Puzzle, days_in

MAX_LINES = 12
"""The lines of an example that are shown."""
BUTTON = re.compile(r'name="level"\s+value="2"')


def part2_text(puzzle: Puzzle, page: str) -> str:
    """Return what to do next, from the HTML of the puzzle page."""
    url = f"{puzzle.url}#part2"
    if puzzle.day == days_in(puzzle.year):
        if BUTTON.search(page):
            return f"The last star of {puzzle.year} is yours: click the link on {url}"
        return f"The last star of {puzzle.year} needs all the others: see {url}"
    return "\n".join([f"Part 2 is open: {url}", *example_lines(page)])


def example_lines(page: str) -> list[str]:
    """Return the lines that show the examples with an answer to part 2."""
    from aoc.site.pages import find_examples

    lines = []
    for number, example in enumerate(find_examples(page), 1):
        answer = example.expected(2)
        if answer is None:
            continue
        lines.append(f"  {example.label(number)}, part 2: {answer}")
        text = example.text.rstrip("\n").split("\n")
        lines += [f"    {line}" for line in text[:MAX_LINES]]
        if len(text) > MAX_LINES:
            lines.append(f"    ... ({len(text)} lines)")
    return lines or ["  no example of part 2 was found on the page: read it there"]
