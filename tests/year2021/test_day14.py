"""Day 14: Extended Polymerization."""

from __future__ import annotations

import random
from itertools import product
from string import ascii_uppercase

from aoc import Example

PUBLISHED = """\
NNCB

CH -> B
HH -> N
CB -> H
NH -> C
HB -> C
HC -> B
HN -> C
NN -> C
BH -> H
NC -> B
NB -> B
BN -> B
BB -> N
BC -> B
CC -> N
CN -> C
"""

EXAMPLES = [Example(PUBLISHED, part1=1588, part2=2188189693529)]


def sample(rng: random.Random) -> str:
    """Return twenty elements of ten kinds, with a rule for every pair, but none like `AA -> A`."""
    return manual(rng, kinds=10, length=20)


def small(rng: random.Random) -> str:
    """Return a short template of a few kinds, where some pairs may have no rule."""
    return manual(rng, kinds=rng.randint(1, 5), length=rng.randint(1, 6), missing=rng.random() / 2)


def manual(rng: random.Random, *, kinds: int, length: int, missing: float = 0) -> str:
    """Return a template and rules, of which some may be missing, but never all.

    If none is missing, none is like `AA -> A`.
    """
    elements = rng.sample(ascii_uppercase, kinds)
    pairs = ["".join(pair) for pair in product(elements, repeat=2)]
    rng.shuffle(pairs)
    pairs = pairs[: max(1, round(len(pairs) * (1 - missing)))]
    rules = ""
    for pair in pairs:
        inserted = [kind for kind in elements if missing or 2 * kind != pair]
        rules += f"{pair} -> {rng.choice(inserted)}\n"
    return "".join(rng.choices(elements, k=length)) + "\n\n" + rules
