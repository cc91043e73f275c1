"""Days 1 to 12 with inputs that no account has: refused with the line, or answered alike."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import cycle
from random import Random

import pytest

from aoc.text import plain
from tests.hostile import days
from tests.hostile.days import load

pytestmark = pytest.mark.slow

DAYS = range(1, 13)
WITH_NUMBERS = (1, 2, 4, 5, 6, 7)
SHAPED = {3: "01", 9: "0123456789", 11: "012345678"}
"""The days whose lines have the same length, and what they consist of."""
FOREIGN = "\t\r\x0b\x0c\x1c\x85\xa0\u2028\u3000\ufeff\0\x1b\ud800\u0663\uff13\u00b2\u2212+_.éx"
"""Characters that stand in no input of these days, but that `int`, `split` or `strip` may take."""

every_day = pytest.mark.parametrize("number", DAYS)


def example(number: int) -> str:
    """Return the last example of a day, as its `parse` gets it."""
    _, tests = load(number)
    return plain(tests.EXAMPLES[-1].text)


def refusal(number: int, text: str) -> tuple[int, str]:
    """Return the line that the day blames, and its message, which has to be short."""
    blamed, message = days.refusal(number, text)
    assert len(message) <= days.LONGEST
    return blamed, message


def answers(number: int, text: str, *, variants: bool = True) -> dict[int, set[object]]:
    """Return the different answers to each part; "refused" for a ValueError of the part itself."""
    day, _ = load(number)
    parsed = day.parse(text)
    found: dict[int, set[object]] = {part: set() for part in day.parts}
    for part, functions in day.parts.items():
        for variant, function in functions.items():
            if variant is None or (variants and "refused" not in found[part]):
                try:
                    found[part].add(function(parsed))
                except ValueError as error:
                    if not re.match(r"(line [0-9]+: )?expected .+, got ", str(error)):
                        raise
                    found[part].add("refused")
    return found


NONSENSE = {
    "letters": "x",
    "words": "forward ",
    "digits": "1",
    "digits and commas": "1,",
    "digits and blanks": "1 ",
    "arrows": "1,1 -> ",
    "patterns": "ab ",
    "bars": " | ",
    "tunnels": "a-",
    "blanks": " ",
    "brackets": "(",
    "bits": "01",
}
"""What makes a line that is slow to refuse if the form of a day can match it in many ways."""


@every_day
@pytest.mark.parametrize("size", [20_000, pytest.param(1 << 20, marks=pytest.mark.slow)])
def test_a_long_line_of_nonsense_is_refused_with_the_line(number: int, size: int) -> None:
    first, *rest = example(number).split("\n")
    for kind, part in NONSENSE.items():
        nonsense = part * (size // len(part)) + "#"
        for line in (nonsense, first + nonsense, nonsense + first):
            assert refusal(number, "\n".join([line, *rest]))[0] == 1, kind


@every_day
def test_a_quoted_line_is_cut_at_sixty_characters(number: int) -> None:
    line, message = refusal(number, "y" * 21_000)
    assert line == 1
    assert message.endswith(f", got '{'y' * 60}...'")


@every_day
def test_nothing_at_all_is_refused_as_a_blank_line_1(number: int) -> None:
    line, message = refusal(number, "")
    assert line == 1
    assert message.endswith(", got ''")


@every_day
def test_a_blank_line_is_the_one_to_blame_wherever_it_is(number: int) -> None:
    lines = example(number).split("\n")
    for place in range(len(lines) + 1):
        if number == 4 and lines[place - 1 : place] == [""]:
            continue  # then the first of the two blank lines belongs there
        blanks = [""] if number == 4 and 0 < place < len(lines) else ["", " ", "\t", "\xa0"]
        for blank in blanks:
            blamed = refusal(number, "\n".join([*lines[:place], blank, *lines[place:]]))[0]
            # In day 4, a blank line before a board is one too early, or the board one too late.
            assert blamed in ((place + 1, place + 2) if number == 4 else (place + 1,))


@every_day
def test_a_character_that_only_looks_allowed_is_refused_with_its_line(number: int) -> None:
    text = example(number)
    for place in {0, len(text) // 3, len(text) // 2, len(text) - 1}:
        if text[place] == "\n":
            place -= 1
        line = text.count("\n", 0, place) + 1
        for sign in FOREIGN:
            if number == 12 and sign == "x":
                continue  # a letter like others
            assert refusal(number, text[:place] + sign + text[place + 1 :])[0] == line
            assert refusal(number, text[:place] + sign + text[place:])[0] == line


FORMS = (
    *("7" * 5000, "-" + "7" * 5000, "0" * 5000, "+3", "-3", "--3", "1_0", "3.0", "1e3", "0x1"),
    *("inf", "", "\u0663", "\uff13", "\u00b2", "\u22123", "3\t", "3\xa0"),
)
"""What may stand in place of a number."""


@pytest.mark.parametrize("number", WITH_NUMBERS)
def test_what_int_takes_for_a_number_and_the_puzzle_does_not_is_refused(number: int) -> None:
    text = example(number)
    first, *_, last = re.finditer("[0-9]+", text)
    for match in (first, last):
        for form in FORMS:
            changed = text[: match.start()] + form + text[match.end() :]
            assert refusal(number, changed)[0] == text.count("\n", 0, match.start()) + 1, form


@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_number_of_nine_digits_is_read_in_every_way(number: int) -> None:
    first, *_, last = re.finditer("[0-9]+", text := example(number))
    for match in (first, last):
        changed = f"{text[: match.start()]}987654321{text[match.end() :]}"
        assert all(len(found) == 1 for found in answers(number, changed).values())


@pytest.mark.parametrize("number", SHAPED)
@pytest.mark.parametrize("place", [0, 1, 7, -1])
def test_the_line_that_differs_from_all_others_is_the_one_to_blame(number: int, place: int) -> None:
    lines = ["".join(Random(row).choices(SHAPED[number], k=10)) for row in range(10)]
    for odd in (lines[0][1:], lines[0] + "0", "", "1" * 21_000, "\u0661" + lines[0][1:]):
        lines[place] = odd
        blamed, message = refusal(number, "\n".join(lines))
        assert blamed == place % 10 + 1
        assert re.search("10 (binary )?digits", message) or not odd


REFUSED = [
    (1, f"199\n{'9' * 5000}\n208", 2, "a depth of at most nine digits"),
    (2, f"forward 5\nup 5\ndown {'9' * 5000}", 3, "a number of units of at most nine digits"),
    (3, "01" * 10_000, 1, "at most 64 binary digits"),
    (3, "0\n1\n" + "01" * 10_000, 3, "1 binary digits"),
    (5, "1,1 -> 2,2\n0,0 -> 99999999,0", 2, "at most three digits"),
    (6, "3,4,3\n", 2, "no more than one line, got ''"),
    (6, "3,4,3\n" + "1," * 20_000, 2, "no more than one line"),
    (7, "0,99999999", 1, "at most four digits"),
    (7, "\n0,9", 1, "got ''"),
    (10, "()\n" + "(" * 6001, 2, "at most 6000 brackets"),
    (11, "1" * 5000, 1, "at most 20 digits"),
    (11, "\n".join("1" * 5000), 21, "at most 20 rows"),
    (12, "start-end\n" * 2 + "a-b", 2, "every tunnel once, got 'start-end'"),
    (12, "start-end\nend-start", 2, "every tunnel once, got 'end-start'"),
    (12, "start-end\nstart-\u00e9", 2, "a tunnel like"),
]


@pytest.mark.parametrize(("number", "text", "line", "part"), REFUSED)
def test_what_would_take_too_long_or_is_not_defined_is_refused(
    number: int, text: str, line: int, part: str
) -> None:
    blamed, message = refusal(number, text)
    assert blamed == line
    assert part in message


def two_hundred_thousand(number: int) -> str:
    """Return an input of so many lines, or in one line of so many numbers."""
    rng = Random(number)
    count = 200_000
    if number in (6, 7):
        return ",".join(str(rng.randint(1, 5)) for _ in range(count))
    if number == 4:
        _, tests = load(4)
        board = tests.BOARD
        return ",".join(map(str, range(1, 26))) + f"\n\n{board}" * (count // 6)
    entry, *_ = example(8).split("\n")
    make: dict[int, Callable[[], str]] = {
        1: lambda: str(rng.randint(1, 10_000)),
        2: lambda: f"{rng.choice(('forward', 'down', 'up'))} {rng.randint(1, 99_999)}",
        3: lambda: f"{rng.getrandbits(64):064b}",
        5: lambda: "0,{0} -> 999,{0}".format(rng.randrange(1000)),
        8: lambda: entry,
        9: partial(next, cycle(("192939", "999999"))),
        10: lambda: "".join(rng.choices("([{<", k=20)),
    }
    return "\n".join(make[number]() for _ in range(count - 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
def test_two_hundred_thousand_lines_are_answered(number: int) -> None:
    found = answers(number, two_hundred_thousand(number), variants=False)
    assert all(len(same) == 1 and "refused" not in same for same in found.values())


@pytest.mark.slow
@pytest.mark.parametrize("number", [11, 12])
def test_two_hundred_thousand_lines_are_refused_where_they_would_take_for_ever(number: int) -> None:
    text = {11: "1\n" * 200_000 + "1", 12: "\n".join(f"start-{'a' * n}" for n in range(1, 2000))}
    assert refusal(number, text[number])[0] == {11: 21, 12: 1001}[number]


def test_the_deepest_nest_of_brackets_is_answered_in_every_way() -> None:
    nest = "(" * 3000 + ")" * 3000
    found = answers(10, f"{nest[1:]}\n()(")
    assert found == {1: {3}, 2: {1}}


def test_octopuses_that_never_flash_together_are_refused_in_every_way() -> None:
    day, _ = load(11)
    for function in day.parts[2].values():
        with pytest.raises(ValueError, match=r"^expected octopuses that flash together "):
            function(("15",))


def test_the_largest_grid_of_octopuses_is_answered_or_refused() -> None:
    grid = "\n".join("".join(Random(row).choices("0123456789", k=20)) for row in range(20))
    assert answers(11, grid, variants=False).keys() == {1, 2}


def mutant(rng: Random, text: str) -> str:
    """Return the text with a line or a character left out, doubled, changed or moved."""
    lines = text.split("\n")
    place, other = rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)
    line = rng.randrange(len(lines))
    sign = rng.choice(text + "0123456789abcdefgxAB,|->()[]{}< \n")
    return rng.choice(
        [
            text[:place] + text[place + 1 :],
            text[:place] + text[place : place + 1] + text[place:],
            text[:place] + sign + text[place + 1 :],
            text[:place] + sign + text[place:],
            text[: min(place, other)] + text[max(place, other) :],
            "\n".join(lines[:line] + lines[line + 1 :]),
            "\n".join([*lines[:line], lines[line], *lines[line:]]),
            "\n".join([*lines[:line], "", *lines[line:]]),
            "\n".join(lines[line:] + lines[:line]),
        ]
    )


@every_day
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))]
)
def test_a_mutant_is_refused_with_its_line_or_answered_alike_in_every_way(
    number: int, seed: int
) -> None:
    day, tests = load(number)
    rng = Random(seed)
    bases = [plain(case.text) for case in tests.EXAMPLES[:1]]
    bases += [plain(tests.small(rng)) for _ in range(10)]
    answered = refused = 0
    for _ in range(100):
        text = mutant(rng, rng.choice(bases))
        if rng.random() < 0.3:
            text = mutant(rng, text)
        try:
            day.parse(text)
        except ValueError:
            assert 1 <= refusal(number, text)[0] <= text.count("\n") + 2
            refused += 1
        else:
            found = answers(number, text)
            assert all(len(same) == 1 or "refused" in same for same in found.values()), text
            answered += 1
    assert answered >= 3
    assert refused >= 10
