"""Days 13 to 25 with inputs that no account has: refused with the line, or answered alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import chain
from random import Random

import pytest

from aoc.text import plain
from tests.hostile.days import load, refusal

pytestmark = pytest.mark.slow

DAYS = range(13, 26)
WITH_NUMBERS = (13, 15, 17, 18, 19, 21, 22, 24)
RECTANGLES = {15: "1", 20: ".", 25: "."}
"""The days that read a rectangle, and a character of it."""

every_day = pytest.mark.parametrize("number", DAYS)


def sizes(quick: int, slow: int) -> pytest.MarkDecorator:
    """Return a mark that runs a test with a size, and among the slow tests with a larger one."""
    return pytest.mark.parametrize("size", [quick, pytest.param(slow, marks=pytest.mark.slow)])


@cache
def sample(number: int) -> str:
    """Return a sample of a day, as its `parse` gets it."""
    _, tests = load(number)
    return plain(tests.sample(Random(1)))


def line_at(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


NONSENSE = {
    "letters": "x",
    "brackets": "[",
    "ones": "1",
    "F": "F",
    "dots": ".",
    "numbers": "1,",
    "arrows": "->",
    "blanks": " ",
    "tabs": "\t",
    "pairs": "[1,1]",
    "places": "1,1\n",
    "surrogates": "\ud800",
    "escape sequences": "\x1b[2J\x9b31m",
    "signs": "".join(Random(1).choices("0123456789,.-[]#>v^=abc xyzABCD", k=1000)),
}


@every_day
@sizes(20_000, 1 << 20)
def test_a_long_line_of_nonsense_is_refused_with_the_line(number: int, size: int) -> None:
    for kind, repeated in NONSENSE.items():
        line, _ = refusal(number, repeated * (size // len(repeated)))
        assert line in (1, 2, 3) or kind == "places"
    assert refusal(number, "")[0] == 1


@every_day
def test_a_quoted_line_is_cut_at_sixty_characters(number: int) -> None:
    line, message = refusal(number, "y" * 21_000)
    assert (line, message[message.index(", got ") :]) == (1, f", got '{'y' * 60}...'")


@every_day
def test_a_blank_first_line_is_the_one_to_blame(number: int) -> None:
    text = sample(number)
    for blank in ("", " ", "\t", "\xa0", "\u3000", "\x0b", "\x85", "\u2028"):
        assert refusal(number, f"{blank}\n{text}")[0] == 1
        assert refusal(number, f"{blank}\n\n{text}")[0] == 1


@every_day
def test_a_blank_or_a_foreign_sign_at_the_start_or_end_is_refused(number: int) -> None:
    text = sample(number)
    last = text.count("\n") + 1
    for blank in (" ", "\t", "\xa0", "\x0b", "\u2028", "\ufeff", "\0", "\ud800"):
        assert refusal(number, blank + text)[0] == 1
        if number != 23 or blank != " ":  # editors add blanks after the last lines of a burrow
            assert refusal(number, text + blank)[0] == last


@every_day
def test_a_blank_line_inside_or_at_the_end_is_refused(number: int) -> None:
    lines = sample(number).split("\n")
    last = len(lines)
    assert refusal(number, "\n".join([*lines, ""]))[0] in (last + 1, last + 2)
    for at in {1, 2, last // 2, last - 1} & {*range(1, last)}:
        if "" in lines[at - 1 : at + 1]:
            continue
        # Where an input has two sections, the blank line ends the first one too early.
        assert refusal(number, "\n".join([*lines[:at], "", *lines[at:]]))[0] in (at + 1, at + 2)


FORMS = (
    "7" * 5000,
    "-" + "7" * 5000,
    "0" * 5000,
    "+3",
    "1_0",
    "\u0663",
    "\uff13",
    "\u00b2",
    "\u22123",
    "--3",
    " 3",
    "3\t",
    "3.0",
    "1e3",
    "0x1",
    "inf",
    "",
)
"""What may stand in place of a number."""


@pytest.mark.parametrize("number", WITH_NUMBERS)
def test_what_int_takes_for_a_number_and_the_puzzle_does_not_is_refused(number: int) -> None:
    text = sample(number)
    first, *_, last = re.finditer("[0-9]+", text)
    for match in (first, last):
        for form in FORMS:
            changed = text[: match.start()] + form + text[match.end() :]
            assert refusal(number, changed)[0] == line_at(text, match.start()), form


@every_day
@sizes(2_000, 200_000)
def test_very_many_lines_are_refused(number: int, size: int) -> None:
    text = sample(number)
    for line in (text.split("\n")[0], text.split("\n")[-1]):
        refusal(number, text + f"\n{line}" * size)


@pytest.mark.parametrize("number", RECTANGLES)
def test_the_row_that_differs_from_all_others_is_the_one_to_blame(number: int) -> None:
    text = sample(number)
    head, blank, body = text.rpartition("\n\n")
    for row in (0, 1, 50, -1):
        rows = body.split("\n")
        whole = rows[row]
        for odd in (whole[1:], whole + RECTANGLES[number], "", "\u0661" + whole[1:]):
            rows[row] = odd
            blamed, message = refusal(number, head + blank + "\n".join(rows))
            assert blamed == line_at(text, len(head + blank)) + row % len(rows)
            assert f"expected {len(rows[2])} " in message


@pytest.mark.parametrize("number", RECTANGLES)
def test_a_rectangle_of_more_than_a_thousand_rows_or_columns_is_refused(number: int) -> None:
    head, blank, _ = sample(number).rpartition("\n\n")
    first = line_at(head + blank, len(head + blank))
    sign = RECTANGLES[number]
    assert refusal(number, head + blank + sign * 1001)[0] == first
    assert refusal(number, head + blank + "\n".join(sign * 1001))[0] == first + 1000
    day, _ = load(number)
    day.parse(head + blank + "\n".join([sign * 1000] * 1000))


def burrow(rows: int) -> str:
    """Return a burrow with this number of rows, which all have one of each kind."""
    inside = ["###B#A#D#C###", *["  #B#A#D#C#"] * (rows - 1)]
    return "\n".join(["#" * 13, "#...........#", *inside, "  #########"])


REFUSED = [
    # A fold that is not on the paper any more, and what would take hours or gigabytes.
    (13, "1,1\n\nfold along x=5\nfold along x=5", 4, "x below 5, got x=5"),
    (13, "1,1\n\nfold along x=5\nfold along y=5\nfold along x=9", 5, "x below 5, got x=9"),
    (
        13,
        "0,0\n\n" + "\n".join(f"fold along x={x}" for x in range(99_999, 0, -1)),
        103,
        "100 folds",
    ),
    (13, "99998,99999\n\nfold along x=99999", 3, "at most 1000000 places, got 9999900000"),
    (13, "1,1\n\nfold along x=100000", 3, "a fold like"),
    (13, "100000,1\n\nfold along x=5", 1, "a dot like"),
    (14, "NN\n\nNN -> C\nNN -> C", 4, "one rule for each pair"),
    (14, "NN\n\nNN -> CC", 3, "a rule like"),
    (15, "0", 1, "digits from 1 to 9"),
    (16, "22" * 5000, 1, "whole packet"),
    (16, "9" * 10_000, 1, ""),
    (16, "\nD2FE28", 1, "got ''"),
    (16, f"D2FE28\n{'F' * 21_000}", 2, f"got '{'F' * 60}...'"),
    (16, "D2FE28" + "F" * 21_000, 1, "zeros from bit 21 on, got '000111"),
    (17, "\ntarget area: x=20..30, y=-10..-5", 1, "got ''"),
    (17, f"target area: x=20..30, y=-10..-5\n{'x' * 21_000}", 2, f"got '{'x' * 60}...'"),
    (17, "target area: x=20..30, y=-1000..-5", 1, "three digits"),
    (17, "target area: x=20..30, y=-1000000000..-5", 1, "three digits"),
    (17, "target area: x=-30..-40, y=-10..-5", 1, "A <= B"),
    (17, "target area: x=20..30, y=-5..-10", 1, "C <= D"),
    (17, "target area: x=20..30, y=-5..-0", 1, "D below 0"),
    (18, "[1,1]\n" + "[" * 10_000 + "1" + ",1]" * 10_000, 2, "at most four brackets"),
    (18, "[1,1]\n" + "[" * 10_000, 2, "at most four brackets"),
    (18, "[1,1]\n" + "]" * 10_000, 2, "at most four brackets"),
    (18, "[1,1]\n[1,1]]", 2, "at most four brackets"),
    (19, "--- scanner 0 ---\n1,2,3\n\n--- scanner 0 ---\n1,2,3", 4, "'--- scanner 1 ---'"),
    (19, "--- scanner 1 ---\n1,2,3", 1, "'--- scanner 0 ---'"),
    (19, "--- scanner 0 ---\n1,2,3\n\n--- scanner 01 ---\n1,2,3", 4, "'--- scanner 1 ---'"),
    (19, "--- scanner 0 ---\n1,2,3\n1,2,3", 3, "each beacon of a scanner once"),
    (
        19,
        "--- scanner 0 ---\n1,2,3\n\n--- scanner 1 ---\n\n--- scanner 2 ---\n1,2,3",
        5,
        "a beacon",
    ),
    (20, "." * 513 + "\n\n.", 1, "got 513 pixels"),
    (20, "." * 511 + "\n\n.", 1, "got 511 pixels"),
    (20, "." * 256 + "\n" + "." * 255 + "\n\n.", 2, "got 511 pixels"),
    (20, "." * 256 + "\n\n" + "." * 256 + "\n\n.", 1, "got 256 pixels"),
    (21, "Player 1 starting position: 04\nPlayer 2 starting position: 8", 1, "from 1 to 10"),
    (21, "Player 2 starting position: 4\nPlayer 1 starting position: 8", 1, "'Player 1"),
    (22, "on x=2..1,y=1..2,z=1..2", 1, "a range of x from low to high, got 2..1"),
    (22, "on x=1..2,y=1..2,z=1..-2", 1, "a range of z from low to high, got 1..-2"),
    (22, "on x=1..2,y=1..2,z=1..1000000", 1, "a cuboid"),
    (22, "on x=1..2,z=1..2,y=1..2", 1, "a cuboid"),
    (23, burrow(5), 7, "expected '  #########', got '  #B#A#D#C#'"),
    (23, burrow(5000), 7, "expected '  #########', got '  #B#A#D#C#'"),
    (23, burrow(2).replace("  #B", "  #A"), 4, "2 amphipods of kind A down to here, got 3"),
    (23, burrow(2).replace("#####\n#.", "#####\n#A"), 2, "'#...........#'"),
    (23, burrow(2).replace("D", "."), 3, "four letters A to D"),
    (23, burrow(1).replace("###B#A#D#C###\n", ""), 3, "four letters A to D"),
    (24, "inp w\n" * 14, 2, "mul x 0"),
    (24, "inp w\nadd z w", 2, "mul x 0"),
]


@pytest.mark.parametrize(("number", "text", "line", "part"), REFUSED)
def test_what_the_puzzle_does_not_define_is_refused(
    number: int, text: str, line: int, part: str
) -> None:
    blamed, message = refusal(number, text)
    assert blamed == line
    assert part in message


def program(blocks: list[tuple[int, int, int]]) -> str:
    _, tests = load(24)
    made: str = tests.program(blocks)
    return made.rstrip("\n")


FOURTEEN = [(1, 12, 4), (26, -3, 5)] * 7
PROGRAMS = {
    "thirteen blocks": program(FOURTEEN[:13]),
    "sixteen blocks": program(FOURTEEN + FOURTEEN[:2]),
    "more pushed than popped": program(FOURTEEN[::2] * 2),
    "more popped than pushed": program(FOURTEEN[1::2] * 2),
    "popped before pushed": program(FOURTEEN[::-1]),
    "digits too far apart": program([(1, 12, 4), (26, 5, 5)] * 7),
    "a push that may not push": program([(1, 9, 4), (26, -3, 5)] * 7),
    "a number of ten digits": program([(1, 10**9, 4), (26, -3, 5)] * 7),
    "another register": program(FOURTEEN).replace("mul y x", "mul y w", 1),
    "another instruction": program(FOURTEEN).replace("eql x 0", "add x 0", 1),
}


@pytest.mark.parametrize("which", PROGRAMS)
def test_a_program_that_is_not_the_puzzles_is_refused(which: str) -> None:
    refusal(24, PROGRAMS[which])


def ways(number: int, text: str) -> list[tuple[str, Callable[[], object]]]:
    """Return the parts and variants of a day for an input, which `parse` takes."""
    day, _ = load(number)
    parsed = day.parse(text)
    functions = chain.from_iterable(variants.values() for variants in day.parts.values())
    return [
        (function.__name__, lambda function=function: function(parsed))  # type: ignore[misc]
        for function in functions
    ]


def nested(depth: int) -> str:
    """Return a transmission of this many operators inside each other, around the literal 5."""
    bits = "001" + "000" + "1" + "00000000001"
    bits = bits * depth + "010" + "100" + "00101"
    bits += "0" * (-len(bits) % 4)
    return f"{int(bits, 2):0{len(bits) // 4}X}"


def test_ten_thousand_packets_inside_each_other_are_evaluated_in_every_way() -> None:
    answers = {name: answer() for name, answer in ways(16, nested(10_000))}
    assert answers == {"part1": 10_002, "part2": 5}


RESTLESS = {
    "one that runs around": ">.",
    "one of each herd": "v....\n.....\n>....",
    "one on a square": "\n".join([">" + "." * 11, *["." * 12] * 11]),
}


@pytest.mark.parametrize("which", RESTLESS)
def test_cucumbers_that_never_rest_are_refused_in_every_way(which: str) -> None:
    for _, answer in ways(25, RESTLESS[which]):
        with pytest.raises(ValueError, match="come to rest within 10000 steps"):
            answer()


def test_the_last_step_allowed_is_the_last_step_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    day, _ = load(25)
    monkeypatch.setattr(day.module, "STEPS", 40)
    for height in (1, 3, 7, 8, 20):
        for width, answer in ((39, 38), (40, 39), (41, 40), (42, None), (43, None), (90, None)):
            floor = "\n".join([">" + "." * (width - 2) + "v"] * height)
            for name, part in ways(25, floor):
                try:
                    assert part() == answer, name
                except ValueError:
                    assert answer is None, name


def test_a_crowd_that_is_not_at_rest_after_ten_thousand_steps_is_refused() -> None:
    _, tests = load(25)
    (_, answer), *_ = ways(25, plain(tests.floor(Random(1), 61, 59, 0.1)))
    with pytest.raises(ValueError, match="come to rest within 10000 steps"):
        answer()


def test_the_farthest_target_has_an_answer() -> None:
    answers = dict(ways(17, "target area: x=0..999, y=-999..-999"))
    assert answers["part1"]() == 998 * 999 // 2
    assert answers["part2"]() == 2644


def test_too_many_equal_keys_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    day, tests = load(19)
    scanners = day.parse(plain(tests.EXAMPLES[0].text))
    monkeypatch.setattr(day.module, "MATCHES", 10)
    assert day.module.overlaps(scanners, 12) == {}
    assert day.parts[1][None](scanners) == 79
