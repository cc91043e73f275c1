"""Day 14: Extended Polymerization.

Counting pairs of neighbours replaces the polymer, which grows too long.
What is inserted between two neighbours depends on nothing else. So it does not matter where a pair
is, only how often it occurs. A rule turns one pair into two, with the inserted element in both: by
NN -> C, each NN becomes an NC and a CN. This is the first step of the example:

    polymer    NNCB       NCNBCHB

    pairs      NN  1      NC  1    CN  1
               NC  1      NB  1    BC  1
               CB  1      CH  1    HB  1

A step takes all pairs of a kind together. Their count moves on to their two new pairs:

    NN -> C    for n pairs NN, there are n more NC and n more CN

There are at most 100 kinds of pairs in a real input, however long the polymer is. A pair without a
rule stays as it is.

At the end, each element is counted where it is the first of a pair. Only the last element of the
polymer is the first of none. It is still that of the template, since nothing is inserted after it.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise, repeat
from typing import NamedTuple

from days.lines import checked, refusal

Counts = dict[str, int]
"""How often each pair of neighbours occurs."""

Insertion = tuple[str, str, str]
"""A pair, and the two pairs that a step turns it into: NN, NC and CN."""


class Manual(NamedTuple):
    """The template, and the rules: a pair of elements, and the element that is inserted."""

    template: str
    rules: tuple[tuple[str, str], ...]


def parse(text: str) -> Manual:
    """Read the template, a blank line, and one or more rules, with different pairs."""
    forms = [("[A-Z]+", "a template of letters A to Z"), ("", "a blank line")]
    rule = ("[A-Z]{2} -> [A-Z]", "a rule like 'AB -> C'")
    template, _, *lines = checked(text, chain(forms, repeat(rule)), least=3)
    rules: dict[str, str] = {}
    for number, line in enumerate(lines, 3):
        pair, inserted = line.split(" -> ")
        if pair in rules:
            raise refusal(number, "one rule for each pair", line)
        rules[pair] = inserted
    return Manual(template, tuple(rules.items()))


def part1(manual: Manual, *, steps: int = 10) -> int:
    """Return the count of the most common element less that of the least common one."""
    return difference(manual, steps)


def part2(manual: Manual, *, steps: int = 40) -> int:
    """Return the same after forty steps."""
    return difference(manual, steps)


def difference(manual: Manual, steps: int) -> int:
    """Return by how much the counts of the most and the least common element differ."""
    template, rules = manual
    insertions = [(pair, pair[0] + new, new + pair[1]) for pair, new in rules]
    # The counts of all pairs in the rules, and of the others in the template.
    pairs = dict.fromkeys(chain.from_iterable(insertions), 0)
    for left, right in pairwise(template):
        pairs[left + right] = pairs.get(left + right, 0) + 1
    for _ in range(steps):
        pairs = grown(pairs, insertions)

    elements = Counter(template[-1])
    for pair, count in pairs.items():
        elements[pair[0]] += count
    # Some pairs of the rules may never occur.
    counts = [count for count in elements.values() if count > 0]
    return max(counts) - min(counts)


def grown(pairs: Counts, insertions: list[Insertion]) -> Counts:
    """Return the counts after one step, in which each pair with a rule becomes two others."""
    after = pairs.copy()
    for pair, _, _ in insertions:
        after[pair] = 0
    for pair, left, right in insertions:
        count = pairs[pair]
        after[left] += count
        after[right] += count
    return after
