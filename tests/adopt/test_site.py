"""Days in layouts of their own and the site: answers of scripts are sent, pages become tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.emulator import Site
from tests.submitting.player import DAY, RIGHT, Player

DICE = """\
positions = [int(line.split()[-1]) for line in open("input.txt")]
scores, rolls = [0, 0], 0
while max(scores) < 1000:
    player = rolls // 3 % 2
    positions[player] = (positions[player] + 3 * rolls + 5) % 10 + 1
    scores[player] += positions[player]
    rolls += 3
print("Part 1:", min(scores) * rolls)
"""


class Veteran(Player):
    """Somebody who has an account, and an old script for day 21."""

    def __init__(self, site: Site, folder: Path, script: str) -> None:
        super().__init__(site, folder)
        for name in ("days", "tests", "pyproject.toml"):
            path = self.project / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        (self.project / "2021").mkdir()
        (self.project / "2021" / "day21.py").write_text(script)
        self.run("init", "--yes")


def test_a_printed_answer_is_sent_after_it_is_right_on_the_example(
    site: Site, tmp_path: Path
) -> None:
    veteran = Veteran(site, tmp_path, DICE)
    veteran.run("run", "21", "--submit", "--part", "1")
    assert f"part 1: {RIGHT} is right!" in veteran.said
    assert veteran.record() == [("a", RIGHT)]


def test_a_printed_answer_that_is_wrong_on_the_example_is_not_sent(
    site: Site, tmp_path: Path
) -> None:
    wrong_on_the_example = DICE.replace("* rolls)", "* (rolls + (min(scores) == 745)))")
    veteran = Veteran(site, tmp_path, wrong_on_the_example)
    veteran.run("run", "21", "--submit", "--part", "1")
    assert "739785" in veteran.said
    assert veteran.posts == 0


def test_pages_that_are_not_cached_are_fetched_only_if_asked(site: Site, tmp_path: Path) -> None:
    veteran = Veteran(site, tmp_path, DICE)
    tests = veteran.project / "tests" / "year2021" / "test_day21.py"
    assert veteran.run("new", "--tests", "2021") == ""
    assert "the pages of 2021/21 are not cached: --fetch fetches them" in veteran.said
    assert (veteran.asked, tests.exists()) == ([], False)
    out = veteran.run("new", "--tests", "2021", "--fetch")
    assert out.endswith("test_day21.py: 1 example\n")
    assert veteran.asked == [f"GET {DAY}"]
    veteran.run("run", "21", "--example", "--part", "1")
    assert (veteran.code, veteran.asked) == (0, [])


@pytest.mark.parametrize(
    ("old", "layout", "made"),
    [
        ("2020/day01.py", "{ days = '{year}/day{day:02}.py', run = 'script' }", ["2021/day21.py"]),
        (
            "2020/01_sums/part_{part}.py",
            "{ days = '{year}/{day:02}_*/part_{part}.py', run = 'script' }",
            ["2021/21_dirac_dice/part_one.py", "2021/21_dirac_dice/part_two.py"],
        ),
        (
            "src/aoc20/d1.py",
            "{ days = 'src/aoc{yy}/d{day}.py', part1 = 'first', part2 = 'second' }",
            ["src/aoc21/d21.py"],
        ),
    ],
)
def test_a_new_day_lies_and_runs_like_the_newest_one(
    old: str, layout: str, made: list[str], site: Site, tmp_path: Path
) -> None:
    veteran = Veteran(site, tmp_path, "print(1)\nprint(2)\n")
    shutil.rmtree(veteran.project / "2021")
    (veteran.project / "pyproject.toml").write_text(f"[tool.aoc]\nlayouts = [{layout}]\n")
    for word in ("one", "two"):
        path = veteran.project / old.replace("{part}", word)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("print(1)\n")
    out = veteran.run("new", "2021/21", "--like").replace(os.sep, "/")
    assert [line.split(": ")[0] for line in out.splitlines()[:-1]] == made
    veteran.run("run", "2021/21")
    assert (veteran.code, "error" in veteran.said) == (0, False)
    veteran.run("new", "2021/21", "--like")
    said = veteran.said.replace(os.sep, "/")
    assert f"{made[-1]} exists already: left as it is" in said


def test_a_layout_of_one_year_has_no_place_for_another(site: Site, tmp_path: Path) -> None:
    veteran = Veteran(site, tmp_path, DICE)
    layout = "{ days = '2021/day{day}.py', run = 'script', year = 2021 }"
    (veteran.project / "pyproject.toml").write_text(f"[tool.aoc]\nlayouts = [{layout}]\n")
    veteran.run("new", "2020/1", "--like")
    assert veteran.code == 2
    assert "'2021/day{day}.py' has no place for 2020/01" in veteran.said
    assert veteran.asked == []
