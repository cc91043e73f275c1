"""Samples, and some small inputs, have the size and the character of real inputs."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise
from random import Random

from aoc.text import plain
from days.year2021 import (
    day01,
    day02,
    day03,
    day04,
    day05,
    day06,
    day07,
    day08,
    day09,
    day10,
    day11,
    day12,
    day13,
    day16,
    day17,
    day19,
    day22,
    day23,
    day24,
)
from tests.year2021 import (
    test_day01,
    test_day02,
    test_day03,
    test_day04,
    test_day05,
    test_day06,
    test_day07,
    test_day08,
    test_day09,
    test_day10,
    test_day11,
    test_day12,
    test_day13,
    test_day15,
    test_day16,
    test_day17,
    test_day18,
    test_day19,
    test_day22,
    test_day23,
    test_day24,
)
from tests.year2021.seeds import over_seeds, sample_of

# Two real inputs: 1616 and 1791 of 2000 rise, by at most 31 and 45, and end at 8,900 and 10,900.


@over_seeds
def test_day_1_most_depths_rise_and_none_stays_the_same(seed: int) -> None:
    depths = day01.parse(sample_of(test_day01, seed))
    steps = [after - before for before, after in pairwise(depths)]
    assert len(depths) == 2000
    assert 0 not in steps
    assert 1600 <= day01.part1(depths) <= 1810
    assert 28 <= max(steps) <= 45
    assert -45 <= min(steps) <= -20
    assert min(depths) > 0
    assert 8900 <= depths[-1] <= 10900


@over_seeds
def test_day_2_the_aim_is_never_above_the_surface(seed: int) -> None:
    course = day02.parse(sample_of(test_day02, seed))
    aims = [sum(course.down[:place]) for place in range(0, 1001, 10)]
    assert len(course.down) == 1000
    assert min(aims) >= 0
    assert {*map(abs, course.forward + course.down)} == {*range(10)}
    assert 1_000_000 <= day02.part1(course) <= 4_000_000


@over_seeds
def test_day_3_the_puzzle_says_what_the_answers_are(seed: int) -> None:
    report = day03.parse(sample_of(test_day03, seed))
    assert len(set(report)) == 1000
    assert {*map(len, report)} == {12}
    assert all(Counter(column)["1"] != 500 for column in zip(*report, strict=True))
    for most in (True, False):
        assert len(left_by_the_filter(report, most=most)) == 1


@over_seeds
def test_day_3_it_also_says_so_for_small_inputs(seed: int) -> None:
    for text in small_inputs(seed):
        report = day03.parse(text)
        assert all(2 * column.count("1") != len(report) for column in zip(*report, strict=True))
        for most in (True, False):
            assert len(left_by_the_filter(report, most=most)) == 1


def small_inputs(seed: int) -> list[str]:
    """Return small inputs without the newline at the end."""
    rng = Random(seed)
    return [test_day03.small(rng).rstrip("\n") for _ in range(20)]


def left_by_the_filter(report: day03.Report, *, most: bool) -> list[str]:
    """Return what the filter of the puzzle leaves, taken at its word: perhaps nothing."""
    left = [*report]
    for column in range(len(report[0])):
        if len(left) == 1:
            break
        counts = Counter(number[column] for number in left)
        common = "1" if counts["1"] >= counts["0"] else "0"
        left = [number for number in left if (number[column] == common) == most]
    return left


@over_seeds
def test_day_4_all_boards_win_and_only_one_first_and_one_last(seed: int) -> None:
    bingo = day04.parse(sample_of(test_day04, seed))
    assert sorted(bingo.draws) == [*range(100)]
    assert len(bingo.cells) == 100 * 25
    assert are_decided(bingo)


@over_seeds
def test_day_4_all_boards_of_small_inputs_win_and_only_one_first_and_one_last(seed: int) -> None:
    rng = Random(seed)
    assert all(are_decided(day04.parse(test_day04.small(rng).rstrip("\n"))) for _ in range(20))


def are_decided(bingo: day04.Bingo) -> bool:
    """Return whether every board wins, and the first and the last do so alone."""
    never = len(bingo.draws)
    wins = []
    for start in range(0, len(bingo.cells), 25):
        rows = [bingo.cells[row : row + 5] for row in range(start, start + 25, 5)]
        lines = [*map(set, rows), *map(set, zip(*rows, strict=True))]
        turns = (turn for turn in range(never) if is_full(lines, bingo.draws[: turn + 1]))
        wins.append(next(turns, never))
    return never not in wins and all(wins.count(end(wins)) == 1 for end in (min, max))


def is_full(lines: list[set[int]], drawn: tuple[int, ...]) -> bool:
    """Return whether a line is full after these numbers."""
    return any(line.issubset(drawn) for line in lines)


# Two real inputs: 171 and 163 of 500 lines are diagonal.


@over_seeds
def test_day_5_a_third_of_the_lines_is_diagonal(seed: int) -> None:
    lines = day05.parse(sample_of(test_day05, seed))
    assert len(lines) == 500
    assert 160 <= sum(x1 != x2 and y1 != y2 for x1, y1, x2, y2 in lines) <= 175
    assert all(10 <= number <= 989 for line in lines for number in line)
    assert all(line[:2] != line[2:] for line in lines)


# Two real inputs: 115 and 86 of 300 timers are 1.


@over_seeds
def test_day_6_a_third_of_the_timers_is_1(seed: int) -> None:
    school = day06.parse(sample_of(test_day06, seed))
    assert sum(school) == 300
    assert 86 <= school[1] <= 115
    assert all(25 <= fish <= 85 for fish in school[2:6])
    assert sum(school[1:6]) == 300


# Two real inputs: the upper quartile is 746 and 788.


@over_seeds
def test_day_7_most_crabs_are_near_the_lower_end(seed: int) -> None:
    positions = sorted(day07.parse(sample_of(test_day07, seed)))
    assert len(positions) == 1000
    assert positions[-1] < 2000
    assert positions[500] < 450
    assert 740 <= positions[750] <= 795


# Two real inputs: the answers of part 1 are 539 and 548, of 800 digits.


@over_seeds
def test_day_8_digits_are_as_frequent_by_their_number_of_segments(seed: int) -> None:
    notes = day08.parse(sample_of(test_day08, seed))
    assert len(notes.entries) == 200
    assert 480 <= day08.part1(notes) <= 590
    digits = "".join(notes.shown)
    assert min(map(digits.count, "1478")) > 95
    assert max(map(digits.count, "023569")) < 75


# Two real inputs: 237 and 224 basins, the largest of 107 and 100 locations, and 2,800 nines.


@over_seeds
def test_day_9_about_230_basins_are_separated_by_nines(seed: int) -> None:
    floor = day09.parse(sample_of(test_day09, seed))
    sizes = sorted(map(len, day09.climb(floor)))
    nines = "".join(floor).count("9")
    assert {len(floor), *map(len, floor)} == {100}
    assert 215 <= len(sizes) <= 240
    assert 75 <= sizes[-1] <= 125
    assert 2600 <= nines <= 3200
    assert enclosed_by_nines(floor) == len(sizes)


@over_seeds
def test_day_9_every_basin_of_small_inputs_has_one_low_point_and_nines_around_it(seed: int) -> None:
    rng = Random(seed)
    for _ in range(20):
        floor = day09.parse(test_day09.small(rng).rstrip("\n"))
        assert enclosed_by_nines(floor) == len(day09.low_points(day09.located(floor))) >= 3
        assert day09.part2(floor)


def enclosed_by_nines(floor: day09.Floor) -> int:
    """Return the number of areas below nine, however the heights are inside of them."""
    left = {at for at, height in day09.located(floor).items() if height < 9}
    areas = 0
    while left:
        areas += 1
        edge = [left.pop()]
        while edge:
            near = left.intersection(day09.neighbours(edge.pop()))
            left -= near
            edge.extend(near)
    return areas


# Two real inputs: at most 15 brackets are left open, lines have up to 109, and the answer of part 2
# has ten digits.


@over_seeds
def test_day_10_lines_have_about_a_hundred_brackets_and_leave_at_most_15_open(seed: int) -> None:
    lines = day10.parse(sample_of(test_day10, seed))
    left_open = [len(line) for line in day10.reduce(lines) if not line.lstrip(day10.OPENING)]
    assert 90 <= len(lines) <= 110
    assert 84 <= min(map(len, lines)) < max(map(len, lines)) <= 109
    assert 11 <= min(left_open) <= max(left_open) <= 15
    assert len(left_open) % 2 == 1
    assert len(str(day10.part2(lines))) == 10
    assert 150_000 <= day10.part1(lines) <= 600_000


# Two real inputs: no 9, and the answer of part 2 is about 220.


@over_seeds
def test_day_11_octopuses_below_9_flash_together_after_about_220_steps(seed: int) -> None:
    grid = day11.parse(sample_of(test_day11, seed))
    assert {len(grid), *map(len, grid)} == {10}
    assert {*"".join(grid)} == {*"12345678"}
    assert 180 <= day11.part2(grid) <= 260


# Two real inputs: five big caves, and 133,000 and 152,000 paths in part 2.


@over_seeds
def test_day_12_five_big_caves_have_about_142000_paths(seed: int) -> None:
    caves = dict(day12.parse(sample_of(test_day12, seed)))
    assert len([*filter(str.isupper, caves)]) == 5
    assert len([*filter(str.islower, caves)]) in (7, 8)
    assert 22 <= sum(map(len, caves.values())) / 2 <= 26
    assert 133_000 <= day12.part2(tuple(caves.items())) <= 152_000


@over_seeds
def test_day_13_the_first_fold_merges_as_many_dots_as_in_real_inputs(seed: int) -> None:
    paper = day13.parse(sample_of(test_day13, seed))
    assert len(paper.folds) == 12
    assert 850 <= len(paper.xs) <= 950
    # In two real inputs, these are 137 and 157.
    assert 130 <= len(paper.xs) - day13.part1(paper) <= 160


@over_seeds
def test_day_15_risks_are_often_low_or_low_and_nine(seed: int) -> None:
    text = sample_of(test_day15, seed)
    counts = [text.count(risk) for risk in "123456789"]
    assert sum(counts) == 100 * 100
    ones, *others, nines = counts
    # One real input has 1,459 ones and 2,225 nines; the other one has 2,659 ones, and ever fewer
    # of the higher risks.
    if nines > 1000:
        assert 1300 <= ones <= 1620
        assert 2050 <= nines <= 2400
        assert max(others) < 1100
    else:
        assert 2500 <= ones <= 2820
        assert all(low > high for low, high in zip(counts, counts[2:], strict=False))


def test_day_15_both_kinds_of_caves_occur() -> None:
    nines = [sample_of(test_day15, seed).count("9") > 1000 for seed in range(20)]
    assert 4 <= sum(nines) <= 16


def levels(packets: day16.Packets) -> int:
    """Return the number of levels on which there are packets."""
    deepest = 0
    missing: list[int] = []  # for each open operator, how many packets are still to come
    for packet in packets:
        deepest = max(deepest, len(missing) + 1)
        if packet.type != day16.LITERAL:
            missing.append(packet.value)
            continue
        while missing:
            missing[-1] -= 1
            if missing[-1]:
                break
            missing.pop()
    return deepest


@over_seeds
def test_day_16_packets_are_as_many_as_deep_and_as_large_as_in_real_inputs(seed: int) -> None:
    text = sample_of(test_day16, seed)
    packets = day16.parse(text)
    assert 1150 <= len(text) <= 1450
    assert 220 <= len(packets) <= 290
    assert packets[0].value == 53
    assert levels(packets) == 22
    literals = [packet.value for packet in packets if packet.type == day16.LITERAL]
    assert 10**12 <= max(literals) <= 66 * 10**11
    assert len(str(day16.part2(packets))) == 12
    assert {packet.type for packet in packets} == {*range(8)}


@over_seeds
def test_day_17_targets_are_below_the_start_and_can_be_hit(seed: int) -> None:
    target = day17.parse(sample_of(test_day17, seed))
    assert -248 <= target.bottom < target.top <= -50
    assert 60 <= target.left < target.right <= 345
    assert day17.part1(target) == day17.triangle(-target.bottom - 1)


def test_day_17_the_lowest_targets_are_as_low_as_real_ones() -> None:
    lowest = min(day17.parse(sample_of(test_day17, seed)).bottom for seed in range(100))
    assert -248 <= lowest <= -235


def mean(seed: int) -> float:
    """Return how many regular numbers there are in a line of a sample."""
    text = sample_of(test_day18, seed)
    return len(re.findall("[0-9]", text)) / (text.count("\n") + 1)


@over_seeds
def test_day_18_a_line_has_about_nine_regular_numbers(seed: int) -> None:
    assert 8 <= mean(seed) <= 9.8


def test_day_18_on_average_a_line_has_8_9_regular_numbers() -> None:
    assert 8.8 <= sum(map(mean, range(50))) / 50 <= 9


@over_seeds
def test_day_19_scanners_and_their_beacons_are_as_many_as_in_real_inputs(seed: int) -> None:
    scanners = day19.parse(sample_of(test_day19, seed))
    assert 26 <= len(scanners) <= 40
    assert all(25 <= len(scanner) <= 28 for scanner in scanners)


@over_seeds
def test_day_19_two_scanners_of_a_small_input_fit_together_in_one_way(
    seed: int,
) -> None:
    scanners = day19.parse(plain(test_day19.small(Random(seed))))
    for one, other in combinations(scanners, 2):
        assert test_day19.ways_to_lay(one, other) == 1


def overlap(one: day22.Step, other: day22.Step) -> bool:
    """Return whether two cuboids have a cube in common."""
    return all(one[axis] <= other[axis + 1] and other[axis] <= one[axis + 1] for axis in (1, 3, 5))


@over_seeds
def test_day_22_cuboids_are_as_large_and_overlap_as_often_as_in_real_inputs(seed: int) -> None:
    steps = day22.parse(sample_of(test_day22, seed))
    assert len(steps) == 420
    inside, outside = steps[:20], steps[20:]
    assert all(max(map(abs, step[1:])) <= 50 for step in inside)
    assert not any(overlap(near, far) for near in inside for far in outside)
    edges = [step[at + 1] - step[at] + 1 for step in outside for at in (1, 3, 5)]
    assert 500 <= min(edges) <= 800
    assert 30_000 <= max(edges) <= 37_000
    # In two real inputs, these are 1,735 and 1,777.
    assert 1690 <= sum(overlap(*pair) for pair in combinations(steps, 2)) <= 1820


@over_seeds
def test_day_23_nobody_is_at_home_and_all_can_get_home(seed: int) -> None:
    rooms = day23.parse(sample_of(test_day23, seed))
    assert all(kind not in room for kind, room in zip(day23.KINDS, rooms, strict=True))
    assert day23.part1(rooms) < day23.part2(rooms)


@over_seeds
def test_day_24_blocks_that_pop_never_add_more_than_0_to_the_top_of_the_stack(seed: int) -> None:
    program = sample_of(test_day24, seed).split("\n")
    assert len(day24.parse("\n".join(program))) == 7
    size = len(day24.BLOCK)
    blocks = [program[start : start + size] for start in range(0, len(program), size)]
    checks: dict[str, list[int]] = {"div z 1": [], "div z 26": []}
    for block in blocks:
        checks[block[4]].append(int(block[5].split()[-1]))
        assert 0 <= int(block[15].split()[-1]) <= 16
    assert len(checks["div z 26"]) == 7
    assert max(checks["div z 26"]) <= 0
    assert all(10 <= check <= 15 for check in checks["div z 1"])
