"""The answers in what scripts print: with labels in many styles, or the last two."""

from __future__ import annotations

import pytest

from aoc.scripts.printed import read_printed

LETTERS = """\
.##..###...##..
#..#.#..#.#..#.
#..#.###..#....
####.#..#.#....
#..#.#..#.#..#.
#..#.###...##.."""


@pytest.mark.parametrize(
    ("printed", "part1", "part2"),
    [
        ("Part 1: 123\nPart 2: 456\n", "123", "456"),
        ("Silver: 9\nGold: 10", "9", "10"),
        ("Part 1:\n123\nPart 2:\nABCD", "123", "ABCD"),
        ("Part 1: 5\nPart 2: 6\nPart 1: 55\nPart 2: 66\n", "55", "66"),
        ("\x1b[32mPart 1\x1b[0m: 123  0.12 ms\n\x1b[32mPart 2\x1b[0m: 456  (1.5 s)", "123", "456"),
        ("123\n456\n", "123", "456"),
        ("There are 1655 increases\nThere are 1683 windows", "1655", "1683"),
        ("The answer to part 1 is 123.\nThe answer to part 2 is 456.", "123", "456"),
        (
            "Gamma 22 epsilon 9\nPart 1: 22 * 9 = 198\nPart 2: 23 * 10 = 230\nTook 0.123 seconds",
            "198",
            "230",
        ),
        ("123 456", "123", "456"),
        ("Part 1: 123, Part 2: 456", "123", "456"),
        ("1: 12\n2: 34\n3: 56\n100\n200", "100", "200"),
        ("Part 1: None\nPart 2: None", None, None),
        ("solving...\n100\n200\nTime: 0.5s\n", "100", "200"),
        ("Total time: 12.3 ms\nAnswer 1: 5\nAnswer 2: 6", "5", "6"),
        ("p1 3 p2 4", "3", "4"),
        ("Example: 5\nResult: 7", "5", "7"),
        ("Part I: 12\nPart II: 13", "12", "13"),
        ("Part 1\n======\n1655\n\nPart 2\n======\n1683", "1655", "1683"),
        ("123 is the answer to part 1\n456 is the answer to part 2", "123", "456"),
        ("Part 1: 123.0\nPart 2: -5", "123", "-5"),
        ("Part 1 took 5 ms\nPart 1: 12\nPart 2 took 6 ms\nPart 2: 13", "12", "13"),
        ("Part 1: 12\n  took 0.001s\nPart 2: 13\n  took 0.002s", "12", "13"),
        ("Part 1: 12 in 0:00:00.001234\nPart 2: 13 in 0:00:00.5", "12", "13"),
        ("Part1(test) = 7\nPart1(real) = 8\nPart2(test) = 1\nPart2(real) = 2", "8", "2"),
        ("Sum of risk levels: 15\nThree largest basins: 9 * 14 * 9 = 1134", "15", "1134"),
        ("Part 1: 10\n\n#### ..#.\n", "10", None),
        ("1 198\n2 230", "198", "230"),
        ("AOC 2021 - Day 3\n198\n230", "198", "230"),
        ("The first answer is 5\nThe second answer is 6", "5", "6"),
        ("⭐ 198\n⭐⭐ 230", "198", "230"),
        ("Part 1: -198", "-198", None),
        ("{'part1': 5, 'part2': 6}", "5", "6"),
        ("n.sum()=16, n.max()=8", "16", "8"),
        ("part a: 2=-1=0\npart b: co,de,ka,ta", "2=-1=0", "co,de,ka,ta"),
    ],
    ids=str,
)
def test_answers_are_read_from_what_is_printed(
    printed: str, part1: str | None, part2: str | None
) -> None:
    assert read_printed(printed) == (part1, part2, None)


@pytest.mark.parametrize("printed", ["123\n", "the sum is 123\n", "solving...\n123\nTime: 0.5 s\n"])
def test_one_answer_alone_is_that_of_no_part(printed: str) -> None:
    assert read_printed(printed) == (None, None, "123")


@pytest.mark.parametrize(
    "printed",
    [f"Part 1: 5\nPart 2:\n{LETTERS}", f"Part 2:\n\n{LETTERS}\n\nPart 1: 5", f"5\n{LETTERS}\n"],
)
def test_drawn_letters_are_an_answer(printed: str) -> None:
    assert read_printed(printed) == ("5", LETTERS, None)


def test_the_blanks_of_a_drawing_stay() -> None:
    drawn = LETTERS.replace("#", "█").replace(".", " ")
    found = read_printed(f"Part 1: 5\nPart 2:\n{drawn}\n").part2
    assert found is not None
    assert [line.rstrip() for line in found.split("\n")] == [
        line.rstrip() for line in drawn.split("\n")
    ]
