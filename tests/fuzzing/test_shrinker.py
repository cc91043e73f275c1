"""Making a text smaller, with a test that is quick to make."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from aoc.fuzzing.shrinker import shrink


def shrunk(text: str, shows: Callable[[str], bool], seconds: float = 60) -> list[str]:
    """Return the texts that show something, each smaller than the one before."""
    return [text, *shrink(text, lambda texts: [*map(shows, texts)], seconds)]


def test_each_text_that_is_found_is_smaller_than_the_one_before() -> None:
    found = shrunk("\n".join(map(str, range(300))), lambda text: "17" in text)
    assert found[-1] == "17"
    sizes = [len(text) for text in found]
    assert sizes == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("text", "shows", "smallest"),
    [
        ("a\nb\n\nc\nd\n\ne\nf", lambda text: "c\nd" in text, "c\nd"),
        (
            "keep\n\n..#..\n#....\n.#...",
            lambda text: (
                text.startswith("keep\n\n")
                and [row.count("#") for row in text.split("\n")] == [0, 0, 1, 1, 1]
            ),
            "keep\n\n#\n#\n#",
        ),
        (
            "12345\n12745\n12345",
            lambda text: [len(row) for row in text.split("\n")] == [3] * 3 and "7" in text,
            "000\n070\n000",
        ),
        ("-77,5", lambda text: bool(re.fullmatch(r"-?([3-9]|\d\d+),-?([3-9]|\d\d+)", text)), "3,3"),
        ("1377", lambda text: int(text) > 1023, "1024"),
        ("-1000", lambda text: text[0] == "-" and int(text) < -9, "-10"),
        ("zq#", lambda text: len(text) == 3 and text[1] not in "01a.", "0q0"),
        ("12,34,56", lambda text: "34" in text.split(","), "34"),
    ],
)
def test_a_text_gets_as_small_as_it_may_be(
    text: str, shows: Callable[[str], bool], smallest: str
) -> None:
    assert shrunk(text, shows)[-1] == smallest


def test_no_text_is_tried_twice_and_none_that_is_empty() -> None:
    tried: list[str] = []

    def shows(text: str) -> bool:
        tried.append(text)
        return True

    assert shrunk("a b\nc", shows)[-1] == "0"
    assert all(text.strip() for text in tried)
    assert len(tried) == len({*tried})
