"""Odd inputs: what `parse` refuses, with the line; what has no answer; and what has one."""

from __future__ import annotations

import pytest

from aoc.model.inputs import plain
from days.year2021 import day08, day20, day21, day23
from tests.year2021.test_day04 import BOARD
from tests.year2021.test_day19 import eleven_in_common
from tests.year2021.test_day20 import DARK
from tests.year2021.test_day23 import FOLDED
from tests.year2021.test_day24 import program
from tests.year2021.test_year import DAYS, load

PATTERNS = "acedgfb cdfbe gcdfa fbcad dab cefabd cdfgeb eafb cagedb ab"
LIT = "#" * 512
PLAYERS = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"
MONAD = program([(1, 12, 4), (26, -3, 5)] * 7).strip()

MALFORMED: dict[int, dict[str, str]] = {
    1: {"199\n1234567890": "line 2: expected a depth of at most nine digits, got '1234567890'"},
    2: {"up 5\nup 1234567890": "line 2: .* units of at most nine digits, got 'up 1234567890'"},
    3: {"00100\n11110\n01x10": "line 3: expected 5 binary digits, got '01x10'"},
    4: {
        "1,2,3": "line 2: expected a blank line before a board, got the end",
        f"1,2,3\n\n{BOARD}\n\n{BOARD[:14]}": "line 10: expected a row .*, got the end",
        f"1,2,3\n\n{BOARD}\n26 27 28 29 30": "line 8: expected a blank line before a board",
    },
    5: {
        "0,9 -> 5,9\n8,0 - 0,8": "line 2: .* got '8,0 - 0,8'",
        "0,9 -> 5,9\n0,0 -> 2,1": "line 2: expected a horizontal, vertical or diagonal line",
    },
    6: {
        "3,4,9": "line 1: .* got '9'",
        "3,4\n3,1": "line 2: expected no more than one line, got '3,1'",
    },
    7: {"16,one,2": "line 1: .* got 'one'"},
    8: {
        PATTERNS: "line 1: expected ten patterns of wires .* got 'acedgfb",
        f"{PATTERNS} | ab ab ab aab": "line 1: .* no letter twice in a word, got",
        f"{PATTERNS} | ab ab ab gc": "line 1: expected patterns of all ten digits, and",
        "abcefg acf " * 5 + "| acf acf acf acf": "line 1: .* of all ten digits, and four",
    },
    9: {"219\n39": "line 2: expected 3 digits, got '39'"},
    10: {"<{}>\n(a)": r"line 2: expected at most 4000 brackets .* got '\(a\)'"},
    11: {"1" * 21: "line 1: expected at most 20 digits, got '1{21}'"},
    12: {
        "start-A\nA-b-end": "line 2: expected a tunnel .* got 'A-b-end'",
        "start-A\nA-B\nB-end": "line 2: expected .* not both big, got 'A-B'",
        "start-a\na-end\nend-a": "line 3: expected every tunnel once, got 'end-a'",
        "start-A\nA-b": "line 3: expected a tunnel to 'end', got the end of the input",
    },
    13: {
        "6,10\n0;14\n\nfold along y=12": "line 2: expected a dot .* got '0;14'",
        "6,10\n0,15\n\nfold along y=7": "line 2: .* dot on the paper .* got '0,15'",
        "6,10\n0,14": "line 3: expected a blank line, got the end",
        "6,10\n0,7\n\nfold along y=7": "line 2: .* no crease, for 'fold along y=7', got",
        "0,0\n\nfold along y=7\nfold along y=7": "line 4: .* 7, got 'fold along y=7'",
    },
    14: {
        "NNCB\nCH -> B": "line 2: expected a blank line, got 'CH -> B'",
        "NNCB\n\nCH -> B\nHHN -> C": "line 4: expected a rule .* got 'HHN -> C'",
    },
    15: {"123\n456\n7890": "line 3: expected 3 digits from 1 to 9, got '7890'"},
    16: {
        "D2FE2G": "line 1: expected hexadecimal digits .* got 'D2FE2G'",
        "D2FE": "line 1: expected a whole packet, got the end after 16 bits",
        "D2FE2F": "line 1: expected zeros from bit 21 on, got '111'",
        "22000000": "line 1: expected packets in an operator, got none",
        "38005F45291200": "line 1: expected an operator to end at bit 45, got bit 49",
        "220048801" * 10_000: "line 1: expected at most 200 levels of packets, got more",
        "F600D42A8550A0": "line 1: expected two packets in a comparison, got 3",
    },
    17: {
        "target area: x=20..30, y=-5..-10": "line 1: .*C <= D.* got .*-5..-10",
        "target area: x=20..30, y=-10..0": "line 1: .*D below 0, got .*-10..0",
    },
    18: {
        "[1,2]": "line 2: expected a second number",
        "[1,2]\n[3,[4,5]": r"line 2: .* got '\[3,\[4,5\]'",
        "[1,2]\n[10,2]": "line 2: .*10",
        "\n".join(["[1,2]"] * 201): "line 201: expected at most 200 numbers, got '.1,2.'",
    },
    19: {
        "--- scanner 0 ---\n1,2,3\n4,5": "line 3: expected a beacon as 'x,y,z'.* got '4,5'",
        "--- scanner 0 ---\n1,2,3\n\n--- scanner 2 ---\n1,2,3": "line 4: .*er 1 .*er 2",
        eleven_in_common(): "line 14: expected a scanner .* 12 .* in common",
        "--- scanner 0 ---\n1,2,3\n1,2,3": "line 3: expected each beacon of a scanner once",
    },
    20: {
        DARK: "line 3: expected some pixels, .*, got ''",
        DARK[1:] + "\n\n#.": "line 1: expected the last of 512 pixels .*, got 511",
        DARK + "\n#.\n.#": "line 3: expected the last of 512 pixels .*, got 516",
        DARK + "\n\n#.#\n.#\n#.": "line 3: expected 2 pixels, .*, got '#.#'",
        LIT + "\n\n#.": r"line 1: expected an algorithm that begins or ends with '\.'",
    },
    21: {
        PLAYERS[:29]: "line 2: expected 'Player 2 starting position: '",
        PLAYERS.replace("4", "0"): "line 1: .* got .*: 0'",
        PLAYERS + PLAYERS: "line 3: expected 'Player 3 starting position: '",
    },
    22: {
        "on x=1..2,y=3..4,z=5..6\nno x=1..2,y=3..4,z=5..6": "line 2: expected 'on' or 'off'",
        "off x=1..2,y=4..3,z=5..6": r"line 1: .* range of y .* got 'off x=.*'",
        "on x=1..2,y=3..4,z=5..1234567": "line 1: .*1234567",
        "on x=1..2,y=3..4,z=5..6\n" * 1001: "line 1001: expected at most 1000 steps, ",
    },
    23: {
        FOLDED.replace("#...........#", "#.........A.#"): "line 2: .* got '#.........A.#'",
        FOLDED.replace("B#C#B#D", "B#C#E#D"): "line 3: .*A to D, got '###B#C#E#D###'",
        FOLDED.replace("C#A#", "C#B#"): "line 4: expected 2 amphipods of kind A .*got 1",
        FOLDED[
            : FOLDED.rindex("  ###")
        ]: "line 5: expected '  #########' below at most four rows, got the end",
    },
    24: {
        MONAD.replace("add x 12", "add x y", 1): "line 6: expected add x 10 or more, got 'add x y'",
        MONAD + "\ninp w": "line 253: expected the end of the program, got 'inp w'",
        MONAD.replace("add x -3", "add x 5", 1): "line 24: expected .* 8 apart, got 'add x 5'",
        MONAD.replace("div z 1\n", "div z 26\n", 1): "line 5: expected 'div z 1' before",
    },
    25: {"v.>\nv.<\n...": r"line 2: expected 3 places, each '>', 'v' or '\.', got 'v\.<'"},
}
ONE_LOW_POINT = "expected one low point in each basin, got a basin with several or none"
FAR_APART = f"4{'5' * 521}\n{'9' * 521}5\n{'19' * 260}95\n{'9' * 521}4"
CAVES = "\n".join(f"start-{name}\n{name}-A\n{name}-end" for name in "abcdefghijklmnopqrst")
OTHER_BOARD = "30 31 32 33 34\n" * 4 + "30 31 32 33 34"
DIGITS = day08.SEGMENTS
NINES_10, ONES_12 = "9" * 10, "1" * 12
DOWN_UP_DOWN = [
    f"1{NINES_10}{ONES_12}",
    *[f"1{NINES_10}1{NINES_10}1"] * 30,
    f"{ONES_12}{NINES_10}1",
]
PASSED_BACK = [
    "[[9,[[1,5],[2,8]]],[[[7,3],[3,6]],[[3,2],[6,4]]]]",
    "[[[[3,9],[1,7]],[[7,4],[7,2]]],[[[7,7],[9,0]],[[6,1],[7,5]]]]",
    "[[[[2,7],[5,4]],3],1]",
]
ANSWERS: dict[str, tuple[int, str, object, object]] = {
    "equal depths do not increase": (1, "7\n7\n7\n7\n8", 1, 1),
    "a tie keeps ones for oxygen, zeros for the scrubber": (3, "011\n110", ..., 0b110 * 0b011),
    "a column wins": (4, f"5,10,15,20,25,1\n\n{BOARD}", 25 * 250, 25 * 250),
    "a board never wins": (4, f"1,2,3,4,5\n\n{OTHER_BOARD}\n\n{BOARD}", 5 * 310, ...),
    "the mean is 2.4, and the best position 3": (7, "0,3,3,3,3", 3, 6),
    "zeros first": (8, f"{' '.join(DIGITS)} | {f'{DIGITS[0]} ' * 3}{DIGITS[7]}", 1, 7),
    "the end of a row is not next to the start of another": (9, "9912\n1299\n9901", 5, 8),
    "more basins than a lane has labels": (9, "219" * 300, 600, 2**3),
    **{f"{n} open brackets": (10, "<" * n, 0, 5**n - 1) for n in (1, 4000)},
    "a smaller half": (13, "0,0\n4,0\n6,0\n\nfold along x=5\nfold along y=7", 2, "#...#"),
    "a pair without a rule grows nothing": (14, "ABBB\n\nAB -> C\nBC -> B", 2, ...),
    "a path goes far up": (15, "\n".join(DOWN_UP_DOWN), 3 * 31 + 22, ...),
    "the end is counted": (15, "9\n4", 4, ...),
    "snailfish numbers pass values back": (18, "\n".join(PASSED_BACK), 3681, 4174),
    **{f"at rest: {one!r}": (25, one, 1, ...) for one in (".", ">", "v\nv", ">v\nv>")},
}


@pytest.mark.parametrize("number", DAYS)
def test_malformed_input_is_refused_with_the_line(number: int) -> None:
    day, _ = load(number)
    empty = {"": r"line 1: expected .*, got ''"}
    for text, message in (empty | MALFORMED[number]).items():
        with pytest.raises(ValueError, match=f"^{message}"):
            day.parse(plain(text))


@pytest.mark.parametrize(
    ("number", "part", "text", "message"),
    [
        (3, 1, "00\n01", "expected a more common bit in column 2, got as many 0 as 1"),
        (4, 1, f"1,2,3,4\n\n{BOARD}", "expected a board that wins, got none"),
        (4, 2, f"1,2,3,4,5\n\n{BOARD}\n\n{BOARD}", "expected one board .*, got 2"),
        (9, 2, "565", ONE_LOW_POINT),
        (9, 2, "4591\n9549", ONE_LOW_POINT),
        (9, 2, "55", ONE_LOW_POINT),
        (9, 2, FAR_APART, ONE_LOW_POINT),
        (10, 2, "(\n[", "expected an odd number of incomplete lines, got 2"),
        (11, 2, "15", "expected octopuses that flash together within 5000 steps, got some that"),
        (12, 1, CAVES, "expected at most 100000 states in a round, got more"),
        (25, 1, ">.", "expected sea cucumbers that come to rest within 10000 steps, got some"),
    ],
)
def test_an_input_without_an_answer_is_refused(
    number: int, part: int, text: str, message: str
) -> None:
    day, _ = load(number)
    for variant, function in day.parts[part].items():
        if variant != "recursive":  # It would walk all paths, which takes years.
            with pytest.raises(ValueError, match=f"^{message}"):
                function(day.parse(text))


@pytest.mark.slow
def test_rules_without_an_answer_are_refused() -> None:
    for enhance in (day20.part1, day20.part1_pixels):
        with pytest.raises(ValueError, match=r"^expected an even number of enhancements, got 3$"):
            enhance(day20.Scan("#" + "." * 511, ("#",)), times=3)
    for way in (day21.part1, day21.part2, day21.part2_memo):
        with pytest.raises(ValueError, match=r"^expected sides to be 1 or more, got 0$"):
            way((4, 8), sides=0)
    with pytest.raises(ValueError, match=f"^{day23.HOPELESS}$"):
        day23.part1(("BDCC", "ABCA", "BBDA", "DDAC"))


def test_a_die_that_ends_too_soon_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^expected 3 rolls of the die, got 2$"):
        day21.part1((4, 8), die=iter([1, 2, 3, 4, 5]))


@pytest.mark.parametrize("case", ANSWERS)
def test_an_odd_input_is_answered(case: str) -> None:
    number, text, *answers = ANSWERS[case]
    day, _ = load(number)
    for part, answer in enumerate(answers, 1):
        if answer is not ...:
            assert day.parts[part][None](day.parse(text)) == answer
