"""Day 10: Syntax Scoring."""

from __future__ import annotations

import random

from aoc import Example
from days.year2021 import day10

EXAMPLES = [
    Example(
        """\
[({(<(())[]>[[{[]{<()<>>
[(()[<>])]({[<{<<[]>>(
{([(<{}[<>[]}>{[]{[(<()>
(((({<>}<{<{<>}{[]{[]{}
[[<[([]))<([[{}[[()]]]
[{[{({}]{}}([{[{{{}}([]
{<[[]]>}<{[{[{[]{()[[[]
[<(<(<(<{}))><([]([]()
<{([([[(<>()){}]>(<<{{
<{([{{}}[<[[[<>{}]]]>[]]
""",
        part1=26397,
        part2=288957,
    ),
]

MALFORMED = [
    ("", "line 1: expected brackets .* got ''"),
    ("<{}>\n\n()", "line 2: expected brackets .* got ''"),
    ("<{}>\n(a)", r"line 2: expected brackets .* got '\(a\)'"),
    ("<{}> \n()", "line 1: expected brackets .* got '<{}> '"),
]

PAIRS = ("()", "[]", "{}", "<>")


def sample(rng: random.Random) -> str:
    """Return about a hundred lines of about a hundred brackets, half of them corrupted."""
    return navigation(rng, rng.randint(45, 55), 2 * rng.randint(22, 27) + 1, (86, 110))


def small(rng: random.Random) -> str:
    """Return a few lines, some of them complete or a single bracket."""
    return navigation(
        rng, rng.randint(0, 4), 2 * rng.randint(0, 2) + 1, (1, 12), complete=rng.randint(0, 2)
    )


def navigation(
    rng: random.Random,
    corrupted: int,
    incomplete: int,
    lengths: tuple[int, int],
    *,
    complete: int = 0,
) -> str:
    """Return lines of each kind, shuffled."""
    lines = []
    for kind in ["corrupted"] * corrupted + ["incomplete"] * incomplete + ["complete"] * complete:
        line, due = opened(rng, rng.randint(*lengths))
        if kind == "complete":
            line += due
        if kind == "corrupted":
            wrong = rng.choice([pair[1] for pair in PAIRS if pair[1] != due[:1]])
            line += wrong + opened(rng, rng.randint(1, lengths[1] // 4 + 1))[0]
        lines.append(line)
    rng.shuffle(lines)
    return "".join(line + "\n" for line in lines)


def opened(rng: random.Random, length: int) -> tuple[str, str]:
    """Return a correct line of `length` brackets, at least one of them open, and its completion."""
    line, due = "", ""
    for _ in range(length):
        closes = len(due) > 1 and rng.random() < 0.42
        if closes:
            line, due = line + due[0], due[1:]
        else:
            pair = rng.choice(PAIRS)
            line, due = line + pair[0], pair[1] + due
    return line, due


def test_chunks_that_are_closed_are_deleted() -> None:
    assert day10.reduce(("[({(<(())[]>[[{[]{<()<>>", "(<>){[]}")) == ["[({([[{{", ""]


def test_the_first_wrong_bracket_is_found() -> None:
    lines = EXAMPLES[0].text.split()
    wrong = "".join(day10.check(line)[0] for line in lines)
    assert wrong == "})])>"
    assert [line.lstrip("([{<")[:1] for line in day10.reduce(tuple(lines))] == [
        *("", "", "}", "", ")", "]", "", ")", ">", "")
    ]


def test_a_closing_bracket_that_nothing_opened_is_wrong() -> None:
    assert day10.part1(("]",)) == day10.part1_stack(("]",)) == 57


def test_the_scores_of_completed_lines_are_as_published() -> None:
    published = {
        "[({(<(())[]>[[{[]{<()<>>": 288957,
        "[(()[<>])]({[<{<<[]>>(": 5566,
        "(((({<>}<{<{<>}{[]{[]{}": 1480781,
        "{<[[]]>}<{[{[{[]{()[[[]": 995444,
        "<{([{{}}[<[[[<>{}]]]>[]]": 294,
    }
    for line, score in published.items():
        assert day10.part2((line,)) == score


def test_an_even_number_of_scores_has_no_middle() -> None:
    for part2 in (day10.part2, day10.part2_stack):
        message = ""
        try:
            part2(("(", "["))
        except ValueError as error:
            message = str(error)
        assert message == "expected an odd number of incomplete lines, got 2"
