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


BOTH = (
    "61\nMethod part1 took: 0.00100 sec\n70\nMethod part2 took: 0.00100 sec",
    "part1 took 0.001s to run\n61\npart2 took 0.002s to run\n70",
    "Part 1: 61\npart 1 time: 0.3ms\nPart 2: 70\npart 2 time: 0.4ms",
    "61\nPart 1 - 12.5 ms\n70\nPart 2 - 12.5 ms",
    "Part 1: 61\nPart 1: 12.5 ms\nPart 2: 70\nPart 2: 12.5 ms",
    "func:'part1' args:[(), {}] took: 0.0010 sec\n61\n70",
    "[0.00012s] Part 1: 61\n[0.00013s] Part 2: 70",
    "61\n70\n--- 0.0012 seconds ---",
    "61\n70\n9.5e-06",
    "61\n70\n9.536743e-06",
    "61 (9.5e-06)\n70 (9.5e-06)",
    "total=61\nbest=70",
    "x=61\ny=70",
    "len(grid)=61\nlen(seen - {1})=70",
    "part1(x)=61\npart2(x)=70",
    "solve(lines, part=1)=61\nsolve(lines, part=2)=70",
    "sum(x)=61, max(x)=70",
    "Answers: (61, 70)",
    "Day 01: 61, 70",
    "part1_ans=61\npart2_ans=70",
    "p1_total=61\np2_total=70",
    "input.txt part 1: 61\ninput.txt part 2: 70\ntest.txt part 1: 5\ntest.txt part 2: 6",
    "Example: 5 6\nPuzzle: 61 70",
    "input.txt: (61, 70)",
    "{1: 61, 2: 70}",
    "{'silver': 61, 'gold': 70}",
    "Solution(part1=61, part2=70)",
    "('Part 1', 61)\n('Part 2', 70)",
    "INFO:__main__:61\nINFO:__main__:70",
    "2023-12-01 12:00:01,123 - INFO - Part 1: 61\n2023-12-01 12:00:01,124 - INFO - Part 2: 70",
    "\u2502 Part 1: 61 \u2502\n\u2502 Part 2: 70 \u2502",
    "--- Part One ---\nAnswer: 61\n--- Part Two ---\nAnswer: 70",
    "Part 1\nExample: 5\nInput: 61\nPart 2\nExample: 6\nInput: 70",
    "Part1:61\nPart2:70",
    "Part 1: There are 61 trees.\nPart 2: There are 70 trees.",
    "61 <- part 1\n70 <- part 2",
    "The sum is 61\nThe best is 70\nsteps: 12",
    "The sum is 61\nThe best is 70\nRead 2000 lines",
)


@pytest.mark.parametrize("printed", BOTH)
def test_two_answers_are_read_beside_times_names_and_counts(printed: str) -> None:
    assert read_printed(printed) == ("61", "70", None)


def test_an_answer_in_letters_beside_a_time_stays() -> None:
    printed = "Part 1: 61 took 3 ms\nPart 2: RLEZNRAN took 4 ms"
    assert read_printed(printed)[1] == "RLEZNRAN"


def test_a_tuple_may_have_answers_in_letters() -> None:
    assert read_printed("('ikerpcty', 70)") == ("ikerpcty", "70", None)


def test_an_answer_in_letters_may_stand_in_a_table() -> None:
    printed = "\u2502 Part 1 \u2502 ikerpcty \u2502\n\u2502 Part 2 \u2502 70 \u2502"
    assert read_printed(printed) == ("ikerpcty", "70", None)


LONG = 200_000
LINES = ("1", " ", "a", "(", "[", "=", "a=", "1 ", "part 1 ", "in ", "'#', ", "1:2")


@pytest.mark.parametrize("unit", LINES)
@pytest.mark.parametrize("start", ["", "Part 1: ", "in ", "["])
def test_a_long_line_is_data_and_takes_no_time(start: str, unit: str) -> None:
    """It would take minutes if each pattern were tried at each place."""
    long_line = start + unit * (LONG // len(unit)) + "~"
    printed = f"{long_line}\nPart 1: 61\nPart 2: 70"
    assert read_printed(printed) == ("61", "70", None)


def test_a_grid_at_each_of_100_steps_is_read_in_passing() -> None:
    rows = [str(["#" if (x * y) % 7 else "." for x in range(50)]) for y in range(50)]
    steps = [f"Step: {step}\n" + "\n".join(rows) for step in range(100)]
    printed = "\n\n".join([*steps, "Part 1: 61\nPart 2: 70"])
    assert read_printed(printed) == ("61", "70", None)
