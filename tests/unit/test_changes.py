"""Changing texts: what becomes of an example of a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from aoc.fuzzing.changes import changed_text

LINES = "0,9 -> 5,9\n8,0 -> 0,8\n9,4 -> 3,4\n2,2 -> 2,1"
GRID = "11637\n13813\n21365"
BLOCKS = "1,2,3\n\n22 13\n 8  2\n\n 3 15\n 9 18"


def changed_texts(text: str, count: int, seed: int = 0) -> Iterator[str]:
    """Make texts from one."""
    rng = Random(seed)
    for _ in range(count):
        yield changed_text(rng, [text])


AMONG = {
    LINES: (
        "0,9 -> 5,9",
        f"{LINES}\n2,2 -> 2,1",
        LINES.replace("5,9", "0,9"),
        LINES.replace("2,1", "2,2"),
        LINES.replace("2,1", "2,9"),
    ),
    "4,9": ("4,10", "0,9", "1,9", "4,8", "8,9", "9,9"),
    "..#\n#..": ("##.\n.##",),
    "NN\n\nNC -> B": ("CC\n\nCN -> B", "NN\n\nNB -> C"),
    GRID: ("1", "116\n138\n213", "1637\n3813\n1365"),
    BLOCKS: ("1,2,3\n\n22 13\n 8  2", BLOCKS.replace("3\n", "3,2,3\n", 1)),
    "NNCB": ("N", "NNCBNNCB", "NNBB", "NNNCB"),
    "-3,4": ("-4,4", "3,4", "-3,-4"),
}


def test_edges_and_repetitions_are_among_the_changes() -> None:
    for text, wanted in AMONG.items():
        missing = {*wanted}
        for made in changed_texts(text, 20_000):
            missing.discard(made)
            if not missing:
                break
        assert missing == set(), text


def test_any_text_can_be_changed() -> None:
    for text in ("", " ", "\n\n", "a", "#\n", "\n\n\nx"):
        assert len([*changed_texts(text, 500)]) == 500


def test_the_same_seed_makes_the_same_texts_and_another_one_others() -> None:
    first, again, other = (changed_texts(LINES, 100, seed) for seed in (0, 0, 1))
    texts = [*first]
    assert texts == [*again]
    assert texts != [*other]


def test_most_texts_made_from_a_long_one_are_short() -> None:
    text = "\n".join(f"{number} {number * 7}" for number in range(500))
    short = [made for made in changed_texts(text, 200) if len(made) < 1000]
    assert len(short) > 170


def test_no_number_gets_negative_where_none_is() -> None:
    made = changed_texts("3 4\n5 6", 2000)
    assert not [text for text in made if "-" in text]
