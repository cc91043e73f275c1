"""The puzzles of the emulated site: events, puzzles, and what one account is given for each."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

TITLES_2021 = (
    "Sonar Sweep",
    "Dive!",
    "Binary Diagnostic",
    "Giant Squid",
    "Hydrothermal Venture",
    "Lanternfish",
    "The Treachery of Whales",
    "Seven Segment Search",
    "Smoke Basin",
    "Syntax Scoring",
    "Dumbo Octopus",
    "Passage Pathing",
    "Transparent Origami",
    "Extended Polymerization",
    "Chiton",
    "Packet Decoder",
    "Trick Shot",
    "Snailfish",
    "Beacon Scanner",
    "Trench Map",
    "Dirac Dice",
    "Reactor Reboot",
    "Amphipod",
    "Arithmetic Logic Unit",
    "Sea Cucumber",
)


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as all accounts see it.

    Attributes:
        example: the text of the first `<pre>`.
        answer1: what part 1 makes of the example, printed last in the first article.
        answer2: what part 2 makes of it; None on the last day, which has no part 2.
        remarks2: codes printed after `answer2`, as some real pages have.
        prose1, prose2: the HTML of a part, in place of what is made up of the rest.
    """

    year: int
    day: int
    title: str
    example: str
    answer1: str
    answer2: str | None
    remarks2: tuple[str, ...] = ()
    prose1: str = ""
    prose2: str = ""


@dataclass(frozen=True)
class Event:
    """The puzzles of a year, by day."""

    year: int
    puzzles: Mapping[int, Puzzle]

    def with_puzzle(self, puzzle: Puzzle) -> Event:
        """Return the event with one puzzle put in the place of what its day had."""
        return replace(self, puzzles={**self.puzzles, puzzle.day: puzzle})


@dataclass(frozen=True)
class Sheet:
    """What one account has for one puzzle: its input, and the answers that are right for it."""

    input: str
    answer1: str
    answer2: str | None

    def answer(self, part: int) -> str | None:
        """Return the right answer of part 1 or 2."""
        return self.answer1 if part == 1 else self.answer2


def make_event(year: int) -> Event:
    """Make up an event: 25 puzzles, from 2025 on 12."""
    days = range(1, 26 if year < 2025 else 13)
    return Event(year, {day: make_puzzle(year, day, last=day == days[-1]) for day in days})


def make_puzzle(year: int, day: int, *, last: bool = False) -> Puzzle:
    """Make up a puzzle; the first day and day 21 of 2021 have their real example."""
    if (year, day) == (2021, 1):
        depths = "199\n200\n208\n210\n200\n207\n240\n269\n260\n263\n"
        return Puzzle(year, day, TITLES_2021[0], depths, "7", "5")
    if (year, day) == (2021, 21):
        # aocd-example-parser takes the last code but one for the answer of part 2 here.
        players = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"
        remarks = ("341960390180808",)
        return Puzzle(year, day, TITLES_2021[20], players, "739785", "444356092776315", remarks)
    title = TITLES_2021[day - 1] if year == 2021 else f"Puzzle {day} of {year}"
    sheet = make_sheet("example", year, day, last=last, lines=5)
    return Puzzle(year, day, title, sheet.input, sheet.answer1, sheet.answer2)


def make_sheet(owner: str, year: int, day: int, *, last: bool = False, lines: int = 100) -> Sheet:
    """Make up the input and answers of an account, always the same for the same arguments."""
    rng = random.Random(f"{owner} {year} {day}")
    if (year, day) == (2021, 1):
        return depths_sheet(rng)
    if (year, day) == (2021, 21):
        return dice_sheet(rng.randint(1, 10), rng.randint(1, 10))
    numbers = [rng.randint(100, 9999) for _ in range(lines)]
    text = "".join(f"{number}\n" for number in numbers)
    squares = sum(number * number for number in numbers)
    return Sheet(text, str(sum(numbers)), None if last else str(squares))


def depths_sheet(rng: random.Random) -> Sheet:
    """Return the first day of 2021 for a sample, with answers that `days` works out."""
    from days.year2021 import day01
    from tests.year2021.test_day01 import sample

    text = sample(rng)
    depths = day01.parse(text.rstrip("\n"))
    return Sheet(text, str(day01.part1(depths)), str(day01.part2(depths)))


def dice_sheet(first: int, second: int) -> Sheet:
    """Return day 21 of 2021 for two starting spaces, with answers that `days` works out."""
    from days.year2021 import day21

    players = (first, second)
    text = f"Player 1 starting position: {first}\nPlayer 2 starting position: {second}\n"
    return Sheet(text, str(day21.part1(players)), str(day21.part2(players)))
