"""Day 14: Extended Polymerization.

Dynamic programming over pairs and steps counts the elements in bit lanes.
What is inserted between two neighbours depends on nothing else. In n steps, a pair gets the element
inserted between its two, and what its two new pairs get in n - 1 steps. This is computed once for
each step, for all pairs together. How often each element occurs is stored in one integer, with a
lane of bits for each element. So two such counts are added by adding two integers.

Nothing is inserted into a pair without a rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from operator import add, itemgetter
from typing import NamedTuple

from days.lines import quoted


class Manual(NamedTuple):
    """The template, and the rules: a pair of elements, and the element that is inserted."""

    template: str
    rules: tuple[tuple[str, str], ...]


def parse(text: str) -> Manual:
    """Read the template, a blank line, and one or more rules, with different pairs."""
    template, _, rest = text.partition("\n\n")
    rules = tuple(re.findall(r"([A-Z]{2}) -> ([A-Z])(?:\n|\Z)", rest))
    # A rule has eight characters with its line end, so this shows that all were found.
    if (
        re.fullmatch("[A-Z]+", template)
        and 0 < 8 * len(rules) == len(rest) + 1
        and len(dict(rules)) == len(rules)
    ):
        return Manual(template, rules)
    form = {1: ("[A-Z]+", "a template of letters A to Z"), 2: ("", "a blank line")}
    seen = set()
    lines = text.split("\n")
    for number, line in enumerate([*lines, *[""] * (3 - len(lines))], 1):
        pattern, expected = form.get(number, ("[A-Z]{2} -> [A-Z]", "a rule like 'AB -> C'"))
        if not re.fullmatch(pattern, line):
            raise ValueError(f"line {number}: expected {expected}, got {quoted(line)}")
        if number > 2 and line[:2] in seen:
            raise ValueError(
                f"line {number}: expected one rule for each pair, got {quoted(line)} too"
            )
        seen.add(line[:2] if number > 2 else "")
    raise AssertionError("one of the lines is malformed")


def part1(manual: Manual, *, steps: int = 10) -> int:
    """Return the count of the most common element less that of the least common one."""
    return spread(manual, steps)


def part1_grow(manual: Manual, *, steps: int = 10) -> int:
    """Build the whole polymer."""
    rules = dict(manual.rules)
    polymer = manual.template
    for _ in range(steps):
        pairs = map(add, polymer, polymer[1:])
        polymer = polymer[0] + "".join([rules.get(pair, "") + pair[1] for pair in pairs])
    return difference(Counter(polymer).values())


def part2(manual: Manual, *, steps: int = 40) -> int:
    """Return the same after forty steps."""
    return spread(manual, steps)


def part2_pairs(manual: Manual, *, steps: int = 40) -> int:
    """Count the pairs of neighbours, step by step."""
    rules = dict(manual.rules)
    elements = Counter(manual.template)
    pairs = Counter(map(add, manual.template, manual.template[1:]))
    for _ in range(steps):
        grown: Counter[str] = Counter()
        for pair, times in pairs.items():
            inserted = rules.get(pair)
            if inserted:
                elements[inserted] += times
                grown[pair[0] + inserted] += times
                grown[inserted + pair[1]] += times
            else:
                grown[pair] += times
        pairs = grown
    return difference(elements.values())


def spread(manual: Manual, steps: int) -> int:
    """Count for all pairs at once, and add up the counts of the pairs in the template."""
    template, rules = manual
    lane = len(template).bit_length() + steps
    elements = sorted({*template, *(inserted for _, inserted in rules)})
    one = {element: 1 << lane * index for index, element in enumerate(elements)}
    # The entry after the last rule is for all pairs without a rule, and stays 0.
    index = {pair: number for number, (pair, _) in enumerate(rules)}
    first = itemgetter(*[index.get(pair[0] + new, -1) for pair, new in rules], -1)
    second = itemgetter(*[index.get(new + pair[1], -1) for pair, new in rules], -1)
    inserted = [*(one[new] for _, new in rules), 0]
    grown = [0] * len(inserted)
    for _ in range(steps):
        grown = [*map(add, inserted, map(add, first(grown), second(grown)))]
    pairs = map(add, template, template[1:])
    total = sum(map(one.__getitem__, template)) + sum(grown[index.get(pair, -1)] for pair in pairs)
    ones = (1 << lane) - 1
    return difference([total >> lane * number & ones for number in range(len(elements))])


def difference(counts: Collection[int]) -> int:
    """Return the largest count less the smallest one that is not 0."""
    return max(counts) - min(filter(None, counts))
