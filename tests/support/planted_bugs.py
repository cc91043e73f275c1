"""Bugs of days of 2021 as people make them: each passes the published examples.

A bug is planted as a variant of its day, or is a solver of its own where it is in reading the
input. `plant` writes a day into a project with its published examples alone: no function there
makes inputs.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from aoc import Example
from aoc.scaffold.example_list import example_source
from tests.support.program import Project

AGAINST = "other.py"
"""The file of a solver of its own, in the folder of the project."""


class Bug(NamedTuple):
    """A bug in the `source` of a variant called `planted`, or of a solver if `is_solver`."""

    name: str
    day: int
    source: str
    is_solver: bool = False


BUGS = [
    Bug(
        "a number that occurs twice counts once",
        3,
        """
def part1_planted(report):
    numbers = set(report)
    gamma = ""
    for column in zip(*numbers):
        gamma += "1" if 2 * column.count("1") >= len(numbers) else "0"
    epsilon = gamma.translate(str.maketrans("01", "10"))
    return int(gamma, 2) * int(epsilon, 2)
""",
    ),
    Bug(
        "a line that ends where it begins is not drawn",
        5,
        """
def part2_planted(lines):
    drawn = {}
    for line in lines:
        if line.stop - line.start > 1:
            for point in range(line.start, line.stop, line.step):
                drawn[point] = drawn.get(point, 0) + 1
    return sum(count > 1 for count in drawn.values())
""",
    ),
    Bug(
        "no path goes back up or to the left",
        15,
        """
def part1_planted(cave):
    totals = {}
    for y, row in enumerate(cave):
        for x, risk in enumerate(row):
            before = [totals[at] for at in ((x - 1, y), (x, y - 1)) if at in totals]
            totals[x, y] = min(before) + int(risk) if before else 0
    return totals[x, y]
""",
    ),
    Bug(
        "each number is only added to those before it",
        18,
        """
def part2_planted(numbers):
    sums = []
    for at, number in enumerate(numbers):
        for other in numbers[:at]:
            sums.append(part1((number, other)))
    return max(sums)
""",
    ),
    Bug(
        "cuboids that share one layer of y do not overlap",
        22,
        """
def part2_planted(steps):
    cuboids = []
    for is_on, *box in steps:
        overlaps = []
        for sign, other in cuboids:
            shared = []
            for low, high in ((0, 1), (2, 3), (4, 5)):
                shared += [max(box[low], other[low]), min(box[high], other[high])]
            x1, x2, y1, y2, z1, z2 = shared
            if x1 <= x2 and y1 < y2 and z1 <= z2:
                overlaps.append((-sign, shared))
        cuboids += overlaps
        if is_on:
            cuboids.append((1, box))
    total = 0
    for sign, (x1, x2, y1, y2, z1, z2) in cuboids:
        total += sign * (x2 - x1 + 1) * (y2 - y1 + 1) * (z2 - z1 + 1)
    return total
""",
    ),
    Bug(
        "a greedy pattern takes all digits but the last",
        2,
        """
import re


def parse(text):
    steps = []
    for line in text.splitlines():
        command, units = re.fullmatch(r"(\\w+) .*(\\d+)", line).groups()
        steps.append((command, int(units)))
    return steps


def part1(steps):
    place = depth = 0
    for command, units in steps:
        if command == "forward":
            place += units
        else:
            depth += units if command == "down" else -units
    return place * depth


def part2(steps):
    place = depth = aim = 0
    for command, units in steps:
        if command == "forward":
            place += units
            depth += aim * units
        else:
            aim += units if command == "down" else -units
    return place * depth
""",
        is_solver=True,
    ),
    Bug(
        "a board is removed from the list that the loop goes through",
        4,
        """
def part2_planted(bingo):
    boards = []
    for cells in bingo.boards:
        lines = [cells[at : at + 5] for at in range(0, 25, 5)]
        lines += [cells[at::5] for at in range(5)]
        boards.append([set(line) for line in lines])
    drawn = set()
    for number in bingo.draws:
        drawn.add(number)
        for board in boards:
            if any(line <= drawn for line in board):
                last = sum(set().union(*board) - drawn) * number
                boards.remove(board)
    return last
""",
    ),
    Bug(
        "the best place is the rounded mean",
        7,
        """
def part2_planted(crabs):
    goal = round(sum(crabs) / len(crabs))
    return sum(abs(crab - goal) * (abs(crab - goal) + 1) // 2 for crab in crabs)
""",
    ),
    Bug(
        "an index of -1 looks at the opposite edge",
        9,
        """
def parse(text):
    return text.split("\\n")


def part1(floor):
    risk = 0
    for y, row in enumerate(floor):
        for x, height in enumerate(row):
            near = [row[x - 1], floor[y - 1][x]]
            if x + 1 < len(row):
                near.append(row[x + 1])
            if y + 1 < len(floor):
                near.append(floor[y + 1][x])
            if height < min(near):
                risk += int(height) + 1
    return risk
""",
        is_solver=True,
    ),
    Bug(
        "the middle of a set of scores",
        10,
        """
def part2_planted(faults):
    scores = set()
    for line in faults:
        if line and line.strip("([{<") == "":
            score = 0
            for bracket in reversed(line):
                score = 5 * score + "([{<".index(bracket) + 1
            scores.add(score)
    return sorted(scores)[len(scores) // 2]
""",
    ),
    Bug(
        "the loop ends early, where all flash together",
        11,
        """
def part1_planted(grid, *, steps=100):
    energy = {}
    for y, row in enumerate(grid):
        for x, digit in enumerate(row):
            energy[x, y] = int(digit)
    flashes = 0
    for _ in range(steps):
        for at in energy:
            energy[at] += 1
        flashed = set()
        ready = [at for at in energy if energy[at] > 9]
        while ready:
            x, y = ready.pop()
            if (x, y) in flashed:
                continue
            flashed.add((x, y))
            for to in [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
                if to in energy:
                    energy[to] += 1
                    if energy[to] > 9:
                        ready.append(to)
        for at in flashed:
            energy[at] = 0
        flashes += len(flashed)
        if len(flashed) == len(energy):
            return flashes
    return flashes
""",
    ),
    Bug(
        "there is a way back to the start where it is written last",
        12,
        """
def parse(text):
    near = {}
    for line in text.splitlines():
        one, other = line.split("-")
        near.setdefault(one, []).append(other)
        if one != "start":
            near.setdefault(other, []).append(one)
    return near


def part1(near):
    return paths(near, ["start"], False)


def part2(near):
    return paths(near, ["start"], True)


def paths(near, path, may_repeat):
    if path[-1] == "end":
        return 1
    total = 0
    for cave in near.get(path[-1], []):
        if cave.isupper() or cave not in path:
            total += paths(near, [*path, cave], may_repeat)
        elif may_repeat:
            total += paths(near, [*path, cave], False)
    return total
""",
        is_solver=True,
    ),
    Bug(
        "a fold is in the middle of the dots",
        13,
        """
def part1_planted(paper):
    axis, crease = paper.folds[0]
    xs, ys = paper.dots.tolist()
    rows = [[False] * (max(xs) + 1) for _ in range(max(ys) + 1)]
    for x, y in zip(xs, ys):
        rows[y][x] = True
    if axis == 0:
        rows = [list(column) for column in zip(*rows)]
    folded = rows[:crease]
    for kept, row in zip(folded, reversed(rows[crease + 1 :])):
        for at, is_dot in enumerate(row):
            kept[at] |= is_dot
    return sum(map(sum, folded))
""",
    ),
    Bug(
        "half of the elements in pairs, rounded up",
        14,
        """
def part1_planted(manual):
    rules = dict(manual.rules)
    pairs = {}
    for one, other in zip(manual.template, manual.template[1:]):
        pairs[one + other] = pairs.get(one + other, 0) + 1
    for _ in range(10):
        longer = {}
        for pair, count in pairs.items():
            new = [pair]
            if pair in rules:
                new = [pair[0] + rules[pair], rules[pair] + pair[1]]
            for each in new:
                longer[each] = longer.get(each, 0) + count
        pairs = longer
    counts = {}
    for pair, count in pairs.items():
        for element in pair:
            counts[element] = counts.get(element, 0) + count
    halves = [(count + 1) // 2 for count in counts.values()]
    return max(halves) - min(halves)
""",
    ),
    Bug(
        "what is outside of the image stays dark",
        20,
        """
def part1_planted(scan):
    lit = set()
    for y, row in enumerate(scan.image):
        for x, pixel in enumerate(row):
            if pixel == "#":
                lit.add((x, y))
    width, height = len(scan.image[0]), len(scan.image)
    for grown in (1, 2):
        after = set()
        for y in range(-grown, height + grown):
            for x in range(-grown, width + grown):
                index = 0
                for dy in (-1, 0, 1):
                    for dx in (-1, 0, 1):
                        index = 2 * index + ((x + dx, y + dy) in lit)
                if scan.algorithm[index] == "#":
                    after.add((x, y))
        lit = after
    return len(lit)
""",
    ),
]
"""The first five are those that a generator of the day's own has found; the others are older than
what changes texts."""


def plant(project: Project, bug: Bug) -> list[str]:
    """Write the day of a bug, with the bug, and return what `aoc` is called with to look for it."""
    plant_day(project, bug.day)
    words = ["fuzz", str(bug.day)]
    if bug.is_solver:
        (project.root / AGAINST).write_text(bug.source.lstrip(), encoding="utf-8")
        return [*words, "--against", AGAINST]
    path = project.root / f"days/year2021/day{bug.day:02d}.py"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{bug.source}", "utf-8")
    return words


def plant_day(project: Project, day: int) -> None:
    """Write a day, and its published examples alone."""
    project.take_ours(day)
    examples = "".join(f"    {example_source(one)},\n" for one in examples_of(day))
    tests = f"from aoc import Example\n\nEXAMPLES = [\n{examples}]\n"
    path = project.root / f"tests/year2021/test_day{day:02d}.py"
    path.write_text(tests, encoding="utf-8")


def examples_of(day: int) -> list[Example]:
    """Return the published examples of a day."""
    tests = import_module(f"tests.year2021.test_day{day:02d}")
    return [*tests.EXAMPLES]
