"""Day 14: Extended Polymerization.

Dynamic programming over pairs and steps counts the elements in bit lanes.
What is inserted between two neighbours depends on nothing else. In n steps, a pair gets the element
inserted between its two, and what its two new pairs get in n - 1 steps. This is computed once for
each step, for all pairs together. How often each element occurs is stored in one integer, with a
lane of bits for each element. So two such counts are added by adding two integers.

Nothing is inserted into a pair without a rule.
"""

from __future__ import annotations

from itertools import chain, repeat
from operator import add, itemgetter
from typing import NamedTuple

from days.lines import checked, refusal


class Manual(NamedTuple):
    """The template, and the rules: a pair of elements, and the element that is inserted."""

    template: str
    rules: tuple[tuple[str, str], ...]


def parse(text: str) -> Manual:
    """Read the template, a blank line, and one or more rules, with different pairs."""
    forms = [("[A-Z]+", "a template of letters A to Z"), ("", "a blank line")]
    rule = ("[A-Z]{2} -> [A-Z]", "a rule like 'AB -> C'")
    template, _, *lines = checked(text, chain(forms, repeat(rule)), least=3)
    rules = {}
    for number, line in enumerate(lines, 3):
        pair, inserted = line.split(" -> ")
        if pair in rules:
            raise refusal(number, "one rule for each pair", line)
        rules[pair] = inserted
    return Manual(template, tuple(rules.items()))


def part1(manual: Manual, *, steps: int = 10) -> int:
    """Return the count of the most common element less that of the least common one."""
    return part2(manual, steps=steps)


def part2(manual: Manual, *, steps: int = 40) -> int:
    """Return the same after forty steps."""
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
    total = sum(map(one.__getitem__, template)) + sum(
        grown[index.get(pair, -1)] for pair in pairs
    )
    ones = (1 << lane) - 1
    counts = [total >> lane * number & ones for number in range(len(elements))]
    return max(counts) - min(filter(None, counts))
