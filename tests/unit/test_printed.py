"""The answers in what scripts print: with labels in many styles, or the last two."""

from __future__ import annotations

from itertools import product

from aoc.worker.scripts.printed import read_printed

LETTERS = """\
.##..###...##..
#..#.#..#.#..#.
#..#.###..#....
####.#..#.#....
#..#.#..#.#..#.
#..#.###...##.."""
BLOCKS = LETTERS.replace("#", "█").replace(".", " ")
DIGITS = LETTERS.replace("#", "1").replace(".", "0")

LABELLED = (
    "Part 1: 61\nPart 2: 70",
    "part1 61\npart2 70",
    "Part1:61\nPart2:70",
    "Part One = 61\nPart Two = 70",
    "partOne: 61\npartTwo: 70",
    "Part A: 61\nPart B: 70",
    "Part I: 61\nPart II: 70",
    "Part #1 -> 61\nPart #2 -> 70",
    "Part: 1, Answer: 61\nPart: 2, Answer: 70",
    "p1 61 p2 70",
    "Silver: 61\nGold: 70",
    "{'silver': 61, 'gold': 70}",
    "{'part1': 61, 'part2': 70}",
    "Solution(part1=61, part2=70)",
    "('Part 1', 61)\n('Part 2', 70)",
    "First star: 61\nSecond star: 70",
    "Day 5a: 61\nDay 5b: 70",
    "Day 5.1: 61\nDay 5.2: 70",
    "--- Day 5, Part 1 ---\n61\n--- Day 5, Part 2 ---\n70",
    "Answer 1 :  61\nAnswer 2 :  70",
    "The answer to part 1 is 61.\nThe answer to part 2 is 70.",
    "Solution part 1 day 14: 61\nSolution part 2 day 14: 70",
    "Part 1, Part 2\nPart 1: 61, Part 2: 70",
    "Part 1\n======\n61\n\nPart 2\n======\n70",
    "Part 1 answer:\n61\nPart 2 answer:\n70",
    "Solving part 1...\n61\nSolving part 2...\n70",
    "Part 1: 61 steps\nPart 2: There are 70 fish after 80 days.",
    "Part 1: 22 * 9 = 61\nPart 2: the sum of the metadata is 70",
    "Part 1 score: 61\nPart 2 score: 70",
    "Part 1: 61 (12 iterations)\nPart 2: 70. Tries: 12",
    "Part 1 [12 iterations]: 61\nPart 2 done in 12 iterations: 70",
    "Part 1: 61.0 \N{WHITE HEAVY CHECK MARK}\n\N{CHRISTMAS TREE} Part 2: '70'",
    "\u2502 Part 1 \u2502 61 \u2502\n\u2502 Part 2 \u2502 70 \u2502",
    "\x1b[32mPart 1\x1b[0m: 61\n\x1b[32mPart 2\x1b[0m:\t70\r\n",
    "10 %\r20 %\rPart 1: 61\nINFO:root:Part 2: 70",
    "Part 1: 5\nPart 2: 6\nPart 1: 61\nPart 2: 70",
    "Part 1: 61\nPart 2: 70\nPart 1 is ready\nPart 2: None",
    "Part 1: total=61\nPart 2: best_row=70",
    "part 1 a_b=61\npart 2 sum(row)=70",
    "Part 1 -> total = 61\nPart 2 -> best_row = 70",
    "part1('input.txt')=61\npart2(read(5), 3)=70",
    "p1_total=61\npart_2_result: 70",
)
TIMED = (
    "Part 1: 61  0.12 ms\nPart 2: 70  (1.5 s)",
    "Part 1: 61 in 0:00:00.001234\nPart 2: 70 in 0.12",
    "[0.00012s] Part 1: 61\n[0.00013s] Part 2: 70",
    "Part 1: 61\npart 1 time: 12\nPart 2: 70\nPart 2 execution time: 0.4ms",
    "Part 1 took 5 ms\nPart 1: 61\nPart 2 took 12 iterations\nPart 2: 70",
    "2023-12-01 12:00:01,123 - INFO - Part 1: 61\n2023-12-01 12:00:01,124 - INFO - Part 2: 70",
)
UNLABELLED = (
    "61\n70",
    "61 70",
    "(61, 70)",
    "Day 1: 61, 70",
    "input.txt: (61, 70)",
    "1 61\n2 70",
    "1> 61\n2> 70",
    "(a) 61\n(b) 70",
    "{1: 61, 2: 70}",
    "1: 12\n2: 34\n3: 56\n61\n70",
    "\u2b50 61\n\u2b50\u2b50 70",
    "AOC 2021 - Day 3\nReading the input...\n61\n70",
    "Total: 61\nBest 70",
    "There are 61 increases\nThe product is 7 * 10 = 70",
    "steps: 12\n61\n70",
    "total=61 best_row=70",
    "len(grid)=61, len(seen - {1})=70",
    "solve(x)=61\nsolve(x, part2=True)=70",
    "61\nMethod part1 took: 0.00100 sec\n70\nMethod part2 took: 0.00100 sec",
    "61\nFinished 'part1' in 0.0012 secs\n70\nFinished 'part2' in 0.0012 secs",
    "61\nPart 1 - 12.5 ms\n70\nPart 2 - 12.5 ms",
    "func:'part1' args:[(), {}] took: 0.0010 sec\n61 (9.5e-06)\n70",
    "61\n70\n--- 0.0012 seconds ---\n9.5e-06\n0.00",
)


ALONE = ("61", "Total: 61", "Day 3\n61", "Step 5\n61", "Read 9 lines\n61\nTime: 0.5 s")


def answers_in(printed: str) -> tuple[str | None, str | None, str | None]:
    """Return the answers to both parts, and the one for a script of one part."""
    read = read_printed(printed)
    labelled = (read.labelled.get(1), read.labelled.get(2))
    if len(read.unlabelled) > 1 and not read.has_labels:
        return read.unlabelled[-2], read.unlabelled[-1], read.last
    return *labelled, read.last


def test_labelled_answers_are_read_in_all_ordinary_forms() -> None:
    for printed in LABELLED + TIMED:
        assert answers_in(printed) == ("61", "70", None), printed
        assert answers_in(f"5\n6\n{printed}") == ("61", "70", None), printed


def test_without_labels_the_last_two_answers_are_read() -> None:
    for printed in UNLABELLED:
        assert answers_in(printed) == ("61", "70", "70"), printed


def test_one_answer_alone_is_that_of_no_part() -> None:
    for printed in ALONE:
        assert answers_in(printed) == (None, None, "61"), printed


EXAMPLES = (
    ("Example: 3\nInput: 61", (None, None, "61")),
    ("Example:\n3\nInput:\n61", (None, None, "61")),
    ("solve('test.txt')=(3, 5)\nsolve('input.txt')=(61, 70)", ("61", "70", "70")),
    ("Running sample.txt\n3\nRunning input.txt\n61\n70", ("61", "70", "70")),
    ("Part 1 (test): 3\nTest part 2: 5", (None, None, None)),
    ("Part 1: 61\nPart 1 sample = 3\npart2(test)=5\npart2(x)=70", ("61", "70", None)),
    ("Part 1 (test):\n3\nPart 1:\n61\nDemo part 2\n5", ("61", None, None)),
    ("Part 1\nExample: 3\nReal: 61\nPart 2\nExample:\n5\nReal:\n70", ("61", "70", None)),
    ("Example\nPart 1: 3\nPart 2: 5", (None, None, None)),
    ("Part 1: 61\nPart 2: 70\nTest\nPart 1: 3\nPart 2: 5", ("61", "70", None)),
    ("Example\nPart 1: 3\nPart 2: 5\nPart 1: 61\nPart 2: 70", ("61", "70", None)),
    ("Test part 1: True\nAll tests passed\n61\n70", ("61", "70", "70")),
    ("Running tests...\nPart 1: 61\nFastest part 2: 70", ("61", "70", None)),
)


def test_the_answer_to_an_example_is_not_ones_own() -> None:
    for printed, answers in EXAMPLES:
        assert answers_in(printed) == answers, printed


NOT_CLEAR = (
    "Part 1: None\n100\n200",
    "Part 1: not implemented",
    "Part 2: TODO",
    "Part 1: done",
    "Part 1 started",
    "Part 1 took 12 iterations",
    "Part 1 finished in 12 steps",
    "Part 1: done after 12 iterations",
    "Part 1: processed 300 lines",
    "Part 1 - read 12 lines in 3 ms",
    "Part 1 (2 lines read)",
    "part 1, 2 lines read",
    "Read 2 lines for part 1",
    "Part 1 iteration 12",
    "Part 1 of 2",
    "part 1 took 3 tries, part 2 took 4 tries",
    "Part 1: 22 * 9",
    "Part 1: 61 70",
    "Part 1: fuel = 61, position = 5",
    "Part 1: {'a': 61}",
    "Part 1 and part 2: 61, 70",
    "Part 1: 61.5",
    "Part 1: <function part1 at 0x7f>",
)


def test_what_is_not_clear_is_no_answer_and_hides_none() -> None:
    for printed in NOT_CLEAR:
        assert answers_in(printed) == (None, None, None), printed
        before = f"Part 1: 5\nPart 2: 6\n{printed}"
        assert answers_in(before) == ("5", "6", None), printed
    assert answers_in("part 1 done, 2 lines read\n61") == (None, None, "61")


WITH_LETTERS = {
    "Part 1: RLEZNRAN took 4 ms": "RLEZNRAN",
    "Part 1: ikerpcty (3 ms)": "ikerpcty",
    "Part 1 'ikerpcty'": "ikerpcty",
    "\u2502 Part 1 \u2502 ikerpcty \u2502": "ikerpcty",
    "('ikerpcty', 70)": "ikerpcty",
    "part a: 2=-1=0": "2=-1=0",
    "Part 1: co,de,ka,ta": "co,de,ka,ta",
    "Part 1: -61": "-61",
    "Part 1: 113,136": "113,136",
    "Part 1: sum(x)=1,234": "1234",
    "Part 1: 1,234,567": "1234567",
}


def test_an_answer_may_have_letters_and_signs() -> None:
    for printed, answer in WITH_LETTERS.items():
        assert answers_in(printed)[0] == answer


WITH_DRAWING = (
    "Part 1: 5\nPart 2:\n{}",
    "Part 2:\n\n{}\n\nPart 1: 5",
    "Part 1: 5\nPart 2: {}",
    "5\n{}\n",
)


def test_drawn_letters_are_an_answer() -> None:
    for printed, drawing in product(WITH_DRAWING, (LETTERS, BLOCKS, DIGITS)):
        part1, part2, _ = answers_in(printed.format(drawing))
        assert part1 == "5"
        assert part2 == "\n".join(line.rstrip() for line in drawing.split("\n"))


LONG = 50_000
LINES = ("1", " ", "a", "(", "[", "=", "a=", "1 ", "part 1 ", "in ", "'#', ", "1:2")


def test_a_long_line_is_data_and_takes_no_time() -> None:
    """It would take minutes if each pattern were tried at each place."""
    for start, unit in product(("", "Part 1: ", "in ", "["), LINES):
        long_line = start + unit * (LONG // len(unit)) + "~"
        printed = f"{long_line}\nPart 1: 61\nPart 2: 70"
        assert answers_in(printed) == ("61", "70", None), (start, unit)


def test_a_grid_at_each_of_100_steps_is_read_in_passing() -> None:
    rows = ["".join("#" if (x * y) % 7 else "." for x in range(50)) for y in range(50)]
    steps = [f"Step: {step}\n" + "\n".join(rows) for step in range(20)]
    printed = "\n\n".join([*steps, "Part 1: 61\nPart 2: 70"])
    assert answers_in(printed) == ("61", "70", None)
