"""The answers in what scripts print: with labels in many styles, or the last two."""

from __future__ import annotations

import pytest

from aoc.worker.scripts.printed import read_printed

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
        (
            "\x1b[32mPart 1\x1b[0m: 123  0.12 ms\n\x1b[32mPart 2\x1b[0m: 456  (1.5 s)",
            "123",
            "456",
        ),
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
        (
            "Part1(test) = 7\nPart1(real) = 8\nPart2(test) = 1\nPart2(real) = 2",
            "8",
            "2",
        ),
        (
            "Sum of risk levels: 15\nThree largest basins: 9 * 14 * 9 = 1134",
            "15",
            "1134",
        ),
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


@pytest.mark.parametrize(
    "printed",
    [
        *(
            "Part 1: 61",
            "Part one = 61",
            "The answer to part 1 is 61",
            "Part 1 61 (12 ms)",
        ),
        *("Part 1: 61 steps", "Part 1: 61 (12 iterations)", "Part 1: 61, steps: 12"),
        *(
            "Part 1 [12 iterations]: 61",
            "Part 1 is 61 steps long",
            "Part 1 61 \N{CHECK MARK}",
        ),
        *("Part 1 score: 61", "Part 1 done in 12 iterations: 61", "Part 1 returned 61"),
        *(
            "Got 61 for part 1",
            "61 (part 1)",
            "Solving part 1...\n61",
            "Part 1 answer:\n61",
        ),
        *(
            "Part 1: 61\nPart 1 took 12 iterations\nRead 500 lines",
            "Part 1: 61\npart 1 of 2 done",
        ),
    ],
)
def test_the_answer_stands_directly_after_its_label_or_last(printed: str) -> None:
    assert read_printed(printed) == ("61", None, None)


SENTENCES = (
    *(
        "Part 1 took 12 iterations",
        "part 1 done, 2 lines read",
        "Part 1 finished in 12 steps",
    ),
    *(
        "Part 1: done after 12 iterations",
        "Part 1: processed 300 lines",
        "Part 1 took: 12",
    ),
    *(
        "Part 1 - read 12 lines in 3 ms",
        "Part 1 (2 lines read)",
        "part 1, 2 lines read",
    ),
    *(
        "Read 2 lines for part 1",
        "12 iterations in part 1",
        "Part 1 iteration 12",
        "Part 1 of 2",
    ),
    *("part 1 took 3 tries, part 2 took 4 tries", "Part 1 started", "Part 1: 22 * 9"),
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_number_in_a_sentence_about_a_part_is_no_answer(sentence: str) -> None:
    assert read_printed(sentence) == (None, None, None)
    assert read_printed(f"Part 1: 61\nPart 2: 70\n{sentence}") == ("61", "70", None)


def test_a_sentence_about_a_part_does_not_hide_answers_without_labels() -> None:
    assert read_printed("Part 1 took 12 iterations\n61\n70") == ("61", "70", None)
    assert read_printed("part 1 done, 2 lines read\n61") == (None, None, "61")


def test_a_part_without_an_answer_has_not_that_of_the_next_line() -> None:
    assert read_printed("Part 1: None\n100\n200") == (None, None, None)


@pytest.mark.parametrize(
    "printed", ["123\n", "the sum is 123\n", "solving...\n123\nTime: 0.5 s\n"]
)
def test_one_answer_alone_is_that_of_no_part(printed: str) -> None:
    assert read_printed(printed) == (None, None, "123")


@pytest.mark.parametrize(
    "printed",
    [
        f"Part 1: 5\nPart 2:\n{LETTERS}",
        f"Part 2:\n\n{LETTERS}\n\nPart 1: 5",
        f"5\n{LETTERS}\n",
    ],
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
