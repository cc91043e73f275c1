"""The rules for every day of the year: title and idea, functions, samples and variants."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import chain, combinations, pairwise
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from aoc.commands.report import idea_of
from aoc.model.inputs import plain
from aoc.worker.day_module import Day, day_of

ROOT = Path(__file__).parents[2]
DAYS = sorted(int(path.stem[3:]) for path in ROOT.glob("days/year2021/day??.py"))
every_day = pytest.mark.parametrize("number", DAYS)


def load(number: int) -> tuple[Day, ModuleType]:
    """Return a day and the module of its tests."""
    day = import_module(f"days.year2021.day{number:02d}")
    return day_of(day), import_module(f"tests.year2021.test_day{number:02d}")


def sample_of(number: int, seed: int) -> str:
    """Return a sample of a day, as its `parse` gets it."""
    _, tests = load(number)
    return plain(tests.sample(Random(seed)))


def answers(day: Day, text: str, *, variants: bool) -> dict[int, object]:
    """Return the answers; check that all variants agree and that no part changes its input."""
    found: dict[int, object] = {}
    for part, functions in day.parts.items():
        for variant, function in functions.items():
            if variant and not variants:
                continue
            parsed = day.parse(text)
            before = repr(parsed)
            answer = function(parsed)
            assert type(answer) in (int, str)
            assert repr(parsed) == before, f"{function.__name__} changes its input"
            assert found.setdefault(part, answer) == answer, (
                f"{function.__name__} differs"
            )
    return found


def check(number: int, make: str, seed: int, *, variants: bool = True) -> None:
    """Check that the answers to a `sample` or a `small` input are always alike."""
    day, tests = load(number)
    made = getattr(tests, make)(Random(seed))
    assert made == getattr(tests, make)(Random(seed)), (
        "it does not depend on the seed alone"
    )
    assert made.endswith("\n")
    first = answers(day, plain(made), variants=variants)
    if make == "small":  # A call that changes the next one does so on any input.
        assert answers(day, plain(made), variants=False) == first


SEEDS = range(5)
"""Those of each default run; campaigns have more."""


def test_the_tests_of_days_need_no_pytest() -> None:
    # README's first command runs a day where pytest is not installed.
    imports = "".join(f"import tests.year2021.test_day{day:02d}\n" for day in DAYS)
    source = f"import sys\nsys.modules['pytest'] = None\n{imports}"
    subprocess.run([sys.executable, "-c", source], cwd=ROOT, check=True)


@every_day
def test_the_module_has_a_title_an_idea_in_one_short_sentence_and_the_functions(
    number: int,
) -> None:
    day, _ = load(number)
    title, _, text = (day.module.__doc__ or "").partition("\n\n")
    sentence = text.split("\n")[0]
    assert re.fullmatch(rf"Day {number}: .+[.!?]", title)
    # The table of days ends an idea at the first full stop or colon, and shortens a long one.
    assert re.fullmatch(r"[A-Z][^.:]{20,74}\.", sentence)
    assert idea_of(day.module.__doc__ or "") == sentence[:-1]
    assert None in day.parts[1]
    assert (None in day.parts[2]) == (number != 25)
    source = Path(day.module.__file__ or "").read_text(encoding="utf-8")
    assert not re.search(r"^\s*(from|import) aoc\b", source, re.MULTILINE)


@every_day
def test_all_variants_agree_on_a_sample_and_on_small_odd_inputs(number: int) -> None:
    for seed in SEEDS:
        # Variants take long on whole samples.
        check(number, "sample", seed, variants=seed == 0)
        check(number, "small", seed)


def slopes(floor: tuple[str, ...]) -> list[int]:
    """Return how much higher or lower neighbours on the floor of day 9 are, if both below nine."""
    lines = chain(floor, zip(*floor, strict=True))
    pairs = chain.from_iterable(map(pairwise, lines))
    return [
        abs(int(one) - int(other)) for one, other in pairs if "9" not in (one, other)
    ]


def types_in(packet: Any) -> list[int]:
    """Return the types of a packet of day 16 and of all packets in it."""
    return [packet.type, *chain.from_iterable(map(types_in, packet.inside))]


LIKE_REAL_INPUTS: dict[int, Callable[[ModuleType, Any], bool]] = {
    2: lambda day, course: (
        1_000_000 <= day.part1(course) <= 4_000_000 and day.part2(course) < 2**31
    ),
    4: lambda day, bingo: day.part1(bingo) > 0,
    # Two real inputs: 98.9 and 99.6 million in part 2.
    7: lambda day, crabs: (
        321 <= sorted(crabs)[500] <= 361
        and 740 <= sorted(crabs)[750] <= 795
        and max(crabs) < 2000
        and 95_000_000 <= day.part2(crabs) <= 104_000_000
    ),
    # Two real inputs: 539 and 548, of 800 digits.
    8: lambda day, notes: 480 <= day.part1(notes) <= 590,
    # Two real inputs: 237 and 224 basins, the largest of 107 and 100 locations,
    # and a risk of 506 and 588.
    9: lambda day, floor: (
        215 <= len(basins := day.basin_sizes(floor, day.low_points(floor))) <= 240
        and 75 <= max(basins) <= 125
        and 490 <= day.part1(floor) <= 600
        and 1500 <= sum(row.count("8") for row in floor) <= 1900
        and 0.035 <= (steps := slopes(floor)).count(0) / len(steps) <= 0.055
        and 0.12 <= steps.count(2) / len(steps) <= 0.16
    ),
    10: lambda day, faults: (
        len(str(day.part2(faults))) == 10
        and 6
        <= min(len(left) for left in faults if left and not left.strip("([{<"))
        <= 8
    ),
    # Two real inputs: 137 and 157 dots that are merged.
    13: lambda day, paper: 130 <= paper.dots.shape[1] - day.part1(paper) <= 160,
    14: lambda _, manual: all(pair != 2 * inserted for pair, inserted in manual.rules),
    # Where there are many nines, fewest risks are in the middle.
    15: lambda _, cave: sum(row.count("5") + row.count("6") for row in cave) < 1650,
    16: lambda day, packet: (
        len(types := types_in(packet)) == 268
        and [*map(types.count, (4, 5, 6, 7))] == [169, 8, 8, 4]
        and len(str(day.part2(packet))) == 12
    ),
    # A probe that has stopped moving forward falls into the last row from the start's height.
    17: lambda day, target: (
        2 * day.part1(target) == target.bottom * (target.bottom + 1)
    ),
    18: lambda day, numbers: (
        max(day.part1((one, one)) for one in numbers) < day.part2(numbers)
    ),
    19: lambda _, scanners: (
        {len(scanner.beacons) for scanner in scanners} <= {25, 26, 27, 28}
        and {
            len({*one.beacons} & {*other.beacons})
            for one, other in combinations(scanners, 2)
        }
        <= {0, 3, 6, 12}
    ),
    22: lambda _, steps: (
        [step[0] for step in steps[:20]] == 10 * [1] + 5 * [0, 1]
        and 38_000 <= (edges := np.diff(steps[20:])[:, 1::2]).max() <= 40_000
        and 19_000 <= edges.mean() <= 21_000
    ),
    23: lambda day, rooms: sum(map(str.count, rooms, day.KINDS)) in (2, 3),
    24: lambda _, pairs: (
        max(sum(pair.first <= at < pair.second for pair in pairs) for at in range(14))
        <= 5
    ),
    25: lambda _, floor: all(
        0.245 <= "".join(floor).count(herd) / (137 * 139) <= 0.255 for herd in ">v"
    ),
}
"""What is expected of every sample, as all real inputs have it."""


@pytest.mark.parametrize("number", LIKE_REAL_INPUTS)
def test_samples_are_like_real_inputs(number: int) -> None:
    day, _ = load(number)
    # Of ten samples, one would be unlike real inputs by chance on day 18, 14 and 51 on 24 and 4.
    for seed in (*range(10), 14, 51):
        assert LIKE_REAL_INPUTS[number](
            day.module, day.parse(sample_of(number, seed))
        ), seed
