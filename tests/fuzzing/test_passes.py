"""The passes that make a text smaller, with a test that is quick to make."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from aoc.fuzzing import passes
from aoc.fuzzing.passes import PASSES, Test


def where(shows: Callable[[str], bool]) -> Test:
    """Return what finds the first of some texts that shows something."""

    def test(texts: Sequence[str]) -> int | None:
        return next((number for number, text in enumerate(texts) if shows(text)), None)

    return test


def shrunk(text: str, shows: Callable[[str], bool]) -> str:
    """Return a text after all passes, again and again until nothing helps."""
    before = None
    while before != text:
        before = text
        for shrink in PASSES:
            text = shrink(text, where(shows))
    return text


def test_lines_are_removed_unless_they_are_needed() -> None:
    text = "\n".join(map(str, range(1000)))
    kept = passes.remove_lines(text, where(lambda text: {"77", "501"} <= {*text.split("\n")}))
    assert kept == "77\n501"


def test_of_a_thousand_lines_one_is_found_with_few_tests() -> None:
    tested: list[str] = []

    def test(texts: Sequence[str]) -> int | None:
        tested.extend(texts)
        return where(lambda text: "77" in text.split("\n"))(texts)

    assert passes.remove_lines("\n".join(map(str, range(1000))), test) == "77"
    assert len(tested) < 100


def test_blocks_are_removed_with_the_blank_line() -> None:
    text = "a\nb\n\nc\nd\n\ne\nf"
    assert passes.remove_blocks(text, where(lambda text: "c\nd" in text)) == "c\nd"


def test_columns_are_removed_from_each_block_of_equal_width() -> None:
    def shows(text: str) -> bool:
        head, grid = text.split("\n\n")
        return head == "keep" and all(row.count("#") == 1 for row in grid.split("\n"))

    text = "keep\n\n..#..\n#....\n.#..."
    assert passes.remove_columns(text, where(shows)) == "keep\n\n..#\n#..\n.#."


def test_a_rectangle_stays_a_rectangle() -> None:
    def shows(text: str) -> bool:
        return len({*map(len, text.split("\n"))}) == 1 and text.count("\n") == 2 and "7" in text

    assert passes.remove_columns("12345\n12745\n12345", where(shows)) == "3\n7\n3"


def test_fields_are_removed_with_what_separates_them() -> None:
    def shows(text: str) -> bool:
        return all(map(str.isdecimal, text.split(","))) and "34" in text.split(",")

    assert passes.remove_fields("12,34,56", where(lambda t: shows(t.rstrip(",")))) == "34,"


@pytest.mark.parametrize(
    ("text", "least", "expected"),
    [
        ("x=998..1003", 0, "x=0..0"),
        ("x=998..1003", 100, "x=100..100"),
        ("-77,5", 3, "3,3"),
        ("value 0012", 0, "value 0"),
    ],
)
def test_numbers_get_as_small_as_they_may_be(text: str, least: int, expected: str) -> None:
    def shows(text: str) -> bool:
        return all(abs(int(number)) >= least for number in passes.NUMBER.findall(text))

    assert passes.simplify_numbers(text, where(shows)) == expected


def test_a_negative_number_stays_negative_where_the_sign_matters() -> None:
    shown = passes.simplify_numbers("-1000", where(lambda text: int(text) < -9))
    assert shown == "-10"


def test_equal_numbers_stay_equal() -> None:
    def shows(text: str) -> bool:
        one, other = text.split(",")
        return one == other and int(one) > 5

    assert passes.simplify_equal_numbers("900,900", where(shows)) == "6,6"


def test_numbers_keep_their_distance() -> None:
    def shows(text: str) -> bool:
        one, other = map(int, text.split(","))
        return other - one == 3

    assert passes.simplify_differences("997,1000", where(shows)) == "0,3"


def test_a_row_of_many_digits_is_no_number() -> None:
    assert not [*passes.smaller_numbers("1" * 100)]


def test_characters_become_simpler() -> None:
    shown = passes.simplify_characters("zq#", where(lambda text: text[1] not in "01a."))
    assert shown == "0q0"


def test_all_passes_together_end() -> None:
    def shows(text: str) -> bool:
        return sum(character.isdigit() for character in text) >= 2

    assert shrunk("position=<9, -12>\nvelocity=<17, 4>", shows) == "00"
