"""Checks what `aoc init` finds of a repository of solutions, and that it leaves others alone."""

from __future__ import annotations

import re
import shutil
import time
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from aoc.model.jobs import DayLayout
from aoc.project.layouts import find_days
from aoc.scaffold.layout_survey import survey
from tests.support.aoc import Aoc
from tests.support.marks import needs_git, needs_pty
from tests.support.program import Project
from tests.support.repository import git

SCRIPT = 'print("Part 1:", 1)\nprint("Part 2:", 2)\n'
CLASS = "class Solution:\n    def part1(self):\n        return 1\n"
FUNCTION = "def solve(lines, sizes):\n    return 1\n"


@pytest.fixture
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a repository."""
    return tmp_path_factory.mktemp("solutions")


def write(root: Path, paths: str, text: str = SCRIPT) -> None:
    """Write files of the same text; `paths` has blanks between them."""
    for name in paths.split():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def written(root: Path) -> list[str]:
    """Return the names of the files of a folder, outside of git."""
    paths = (path.relative_to(root) for path in root.rglob("*") if path.is_file())
    return sorted(path.as_posix() for path in paths if path.parts[0] != ".git")


def lines_of(aoc: Aoc, root: Path) -> list[str]:
    """Return the lines about a repository."""
    done = aoc("init", "--dry-run", folder=root)
    assert (done.code, done.err) == (0, "")
    return done.out.splitlines()


NAMES = {
    "2022-12-01.py 2022-12-02.py": "{year}-12-{day:02}.py",
    "2022_12_01.py 2022_12_02.py": "{year}_12_{day:02}.py",
    "2022/12-01.py 2022/12-12.py": "{year}/12-{day:02}.py",
    "2022/12/01.py 2022/12/07.py": "{year}/12/{day:02}.py",
    "2022/aoc202201.py 2022/aoc202212.py": "{year}/aoc{year}{day:02}.py",
    "aoc19/aoc19_01.py aoc19/aoc19_12.py aoc21/aoc21_01.py": "aoc{yy}/aoc{yy}_{day:02}.py",
    "2021/aoc21.py 2021/aoc20.py": "{year}/aoc{day}.py",
    "20221201.py 20221225.py": "{year}12{day:02}.py",
    "2017/q01.py 2017/q02.py 2018/q01.py": "{year}/q{day:02}.py",
    "2017/tag1.py 2017/tag2.py": "{year}/tag{day}.py",
    "2017/dag_3/sol.py 2017/dag_4/sol.py": "{year}/dag_{day}/sol.py",
    "2017/jour1.py 2017/jour10.py": "{year}/jour{day}.py",
    "2023/1/day01.py 2023/2/day02.py": "{year}/{day}/day{day:02}.py",
    "2023/01/01.py 2023/01/02.py 2023/02/01.py 2023/02/02.py": "{year}/{day:02}/{part}.py",
    "2016/1/first.py 2016/1/second.py": "{year}/{day}/{part}.py",
    "2016/1/partOne.py 2016/1/partTwo.py": "{year}/{day}/part{part}.py",
    "2016/aoc_5a_maze.py 2016/aoc_5b_maze.py": "{year}/aoc_{day}{part}_maze.py",
    "2016/13_a_maze.py 2016/14_a_pad.py": "{year}/{day}_*.py",
    "2016/01-walk-part1.py 2016/01-walk-part2.py 2016/02-keys-part1.py": (
        "{year}/{day:02}-*-part{part}.py"
    ),
    "2022/1/part1&2.py 2022/2/part1&2.py": "{year}/{day}/*.py",
    "2017/12/pipes_pt1_pt2.py 2017/17/lock_pt1_pt2.py": "{year}/{day}/*.py",
    "tag1.py tag2.py": "tag{day}.py",
    "2021/01_sonar/aoc202101.py 2021/01_sonar/test_aoc202101.py": (
        "{year}/{day:02}_*/aoc{year}{day:02}.py"
    ),
    "2021/day01_sonar.py 2021/day01_test.py 2021/day02_dive.py": "{year}/day{day:02}_*.py",
    "2025/secret_entrance_01.py 2025/gift_shop_02.py": "{year}/*_{day:02}.py",
    "src/year_2025/day_01_2025.py src/year_2025/day_02_2025.py": (
        "src/year_{year}/day_{day:02}_{year}.py"
    ),
    "day01-2025.py day02-2025.py": "day{day:02}-{year}.py",
    "1-2025.py 2-2025.py": "{day}-{year}.py",
    "01.12.2025/main.py 02.12.2025/main.py": "{day:02}.12.{year}/main.py",
    "2025/2501.py 2025/2502.py": "{year}/{yy}{day:02}.py",
    "2401.py 2501.py": "{yy}{day:02}.py",
    "y25/d01.py y25/d12.py": "y{yy}/d{day:02}.py",
    "2025/day1_silver.py 2025/day1_gold.py": "{year}/day{day}_{part}.py",
    "silver/day01.py gold/day01.py": "{part}/day{day:02}.py",
    "2025/gold01.py 2025/silver01.py": "{year}/{part}{day:02}.py",
    "2021/d_1_maze/d_1.py 2021/d_2_pad/d_2.py": "{year}/d_{day}_*/d_{day}.py",
    "2021/01_sonar_sweep_1.py 2021/01_sonar_sweep_2.py 2021/02_dive_1.py 2021/02_dive_2.py": (
        "{year}/{day:02}_*_{part}.py"
    ),
}
BESIDE = {
    "2021/day01.py 2021/day01-viz.py 2021/day02.py 2021/day02-viz.py": "{year}/day{day:02}.py",
    "2021/day01.py bench/2021/day01.py": "{year}/day{day:02}.py",
    "day01/day01.py day01/animate.py": "day{day:02}/day{day:02}.py",
    "2021/01_sonar.py 2021/01_sonar_viz.py 2021/02_dive.py": "{year}/{day:02}_*.py",
    "2021/day01.py 2022/day01.py tools/day10.py": "{year}/day{day:02}.py",
}
"""The first paths are of days, the others of something about them."""
NO_DAYS = {
    "2021/1.py book/chapter_3/a.py book/chapter_4/b.py": "{year}/{day}.py",
    "aoc/2021/day1.py aoc/quests/2021/day3.py leetcode/day3.py codyssi/2021/day3.py "
    "everybody-codes/2020/day3.py Codyssi2021/day3.py": "aoc/{year}/day{day}.py",
}
"""The first path is of a day, the others of what has nothing to do with it."""
PARTS = (
    "2024/day14.py 2024/day14_part2.py 2024/day15.py 2024/day15_part2.py",
    "2024/14.py 2024/14b.py",
    "2024/14.py 2024/14_2.py",
    "2024/14_1.py 2024/14b.py",
    "2024/14/solution.py 2024/14/solution_2.py",
)
"""The files of part 1 and of part 2."""


def folders_with(root: Path, cases: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """Write the files of each case into a folder of its own, and return both."""
    for number, paths in enumerate(cases):
        folder = root / f"case {number}"
        write(folder, paths)
        yield paths, folder


def files_of_days(folder: Path) -> list[list[DayLayout]]:
    """Return the files of each day of a repository, with the layouts that are found."""
    layouts = [group.layout._asdict() for group in survey(str(folder)).groups]
    return [*find_days(str(folder), layouts).values()]


def test_what_lies_beside_days_is_none_of_them(root: Path) -> None:
    beside = re.compile("viz|bench|animate|tools")
    for paths, folder in folders_with(root, BESIDE):
        [group] = survey(str(folder)).groups
        assert group.layout.days == BESIDE[paths]
        names = [file.file for files in files_of_days(folder) for file in files]
        assert names == [name for name in paths.split() if not beside.search(name)]


def test_other_contests_and_other_numbers_are_not_even_named(aoc: Aoc, root: Path) -> None:
    for paths, folder in folders_with(root, NO_DAYS):
        assert lines_of(aoc, folder) == [f"2021: 1 script, {NO_DAYS[paths]}"]


def test_no_year_is_guessed_that_the_days_refute(root: Path) -> None:
    write(root, "day01.py day20.py")
    [group] = survey(str(root)).groups
    assert group.layout.year == 2024


def test_the_layout_of_days_is_found_by_their_names(root: Path) -> None:
    for paths, folder in folders_with(root, NAMES):
        [group] = survey(str(folder)).groups
        assert group.layout.days == NAMES[paths]
        names = {file.file for files in files_of_days(folder) for file in files}
        assert names == {name for name in paths.split() if "test" not in name}
        # A new day of another year or part has a path of the same kind.
        some = group.files[-1]
        following = some.puzzle._replace(day=some.puzzle.day % 12 + 1)
        assert group.layout.path_like(some.path, following) != some.path


def test_a_file_without_a_part_is_part_1_beside_one_of_part_2(root: Path) -> None:
    for paths, folder in folders_with(root, PARTS):
        for files in files_of_days(folder):
            names = sorted(file.file for file in files)
            found = sorted((file.part, file.file) for file in files)
            assert found == [(1, names[0]), (2, names[-1])], paths


def test_a_day_with_a_file_for_part_1_alone_is_that_file(root: Path) -> None:
    write(root, "2024/day1.py 2024/day1_part1.py 2024/day2.py")
    files = [(file.part, file.file) for [file] in files_of_days(root)]
    assert files == [(0, "2024/day1.py"), (0, "2024/day2.py")]


def test_the_script_of_a_day_stands_beside_modules(aoc: Aoc, root: Path) -> None:
    write(root, "2019/01_fuel/fuel.py 2019/02_alarm/alarm.py")
    write(root, "2019/02_alarm/intcode.py 2019/02_alarm/alarm_test.py", CLASS)
    assert lines_of(aoc, root) == ["2019: 2 scripts, {year}/{day:02}_*/*.py"]
    assert len(files_of_days(root)) == 2


@needs_git
def test_the_year_is_that_of_the_repository_or_its_first_commit(aoc: Aoc, root: Path) -> None:
    for name, date in (
        ("aoc-2019", "2021-01-01"),
        ("advent19", "2021-01-01"),
        ("my23", "2019-12-01"),
        ("aoc", "2020-03-01"),
    ):
        folder = root / name
        write(folder, "day01.py")
        git(folder, "init", "-q")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", "all", f"--date={date}T12:00:00")
        assert lines_of(aoc, folder) == ["2019: 1 script, day{day:02}.py"], name


IDLE = "only defines functions or classes"
FOREIGN = "in another language"
WORDS = "no number of a day is in its name"


NOT_UNDERSTOOD = (
    ("2021/day_01/solution.py", CLASS, IDLE, 'solver = "adapter:solve"'),
    ("2021/day1.py", FUNCTION, IDLE, 'run = "python main.py --year {year}'),
    ("src/bin/01.rs", "", FOREIGN, "cargo run --quiet --release --bin {day:02}"),
    ("2021/day1.js", "", FOREIGN, 'run = "node {file}"'),
    ("2021/01/Main.some", "", FOREIGN, 'run = "sh run.sh {file}"'),
    ("aoc2021.ipynb", "{}", WORDS, ""),
    ("2019/day_one.py", "print(1)", WORDS, ""),
)
"""The only file of a repository and its text, why it is none that runs, and a part of the hint."""


@needs_git
def test_a_repository_that_is_not_understood_is_left_alone(aoc: Aoc, root: Path) -> None:
    for number, (path, text, why, hint) in enumerate(NOT_UNDERSTOOD):
        folder = root / f"case {number}"
        write(folder, path, text)
        git(folder, "init", "-q")
        for options in ((), ("--yes",)):
            done = aoc("init", *options, folder=folder)
            assert (done.code, written(folder)) == (1, [path])
            assert done.out.startswith(f"1 file not understood: {path} ({why}")
            assert hint in done.err
            *_, last = done.err.splitlines()
            assert "nothing was written" in last
            assert last.endswith(" init DIR`")
        # The settings in it can be written as they are.
        if hint:
            settings = done.err.partition("\n\n")[2].partition("\n\n")[0]
            [layout] = tomllib.loads(settings)["tool"]["aoc"]["layouts"]
            assert find_days(str(folder), [layout])
        assert aoc("init", "new", folder=folder).code == 0
        assert "new/pyproject.toml" in written(folder)


@pytest.mark.parametrize(
    "text",
    [
        "class Day:\n    def __init__(self, text):\n        self.text = text\n\n"
        "    def one(self):\n        return len(self.text)\n\n"
        "    def two(self, factor=2):\n        return factor * len(self.text)\n",
        "class Day:\n    def part_1(self, text):\n        return len(text)\n\n"
        "    def part_2(self, text):\n        return 2 * len(text)\n",
    ],
)
def test_the_adapter_that_is_shown_runs_as_it_is(aoc: Aoc, project: Project, text: str) -> None:
    shutil.rmtree(project.root / "days")
    write(project.root, "src/2021/day01.py src/2021/day02.py", text)
    write(project.root, "inputs/2021/02.txt", "abc")
    shown = aoc("init", "--yes").err
    settings, _, rest = shown.partition("\n\n")[2].partition("\n\n")
    adapter = rest.partition("\n\n")[2].rpartition("\n\n")[0]
    (project.root / "pyproject.toml").write_text(dedent(settings))
    (project.root / "adapter.py").write_text(dedent(adapter))
    rows = aoc("run", "2021/2", "--json").results
    assert [row["answer"] for row in rows] == ["3", "6"], shown


def test_where_most_days_cannot_run_the_next_step_is_said_in_place_of_a_run(
    aoc: Aoc, root: Path
) -> None:
    write(root, "2021/day01.py 2021/day02.py")
    write(root, "2020/day1.js 2020/day2.js 2020/day3.js", "")
    done = aoc("init", "--yes", folder=root)
    assert done.code == 1
    assert "aoc run all" not in done.err
    assert '    { days = "{year}/day{day}.js", run = "node {file}" },\n' in done.err
    settings = tomllib.loads((root / "pyproject.toml").read_text())
    assert len(settings["tool"]["aoc"]["layouts"]) == 1


@needs_pty
def test_a_new_project_beside_other_files_is_made_if_agreed_to(aoc: Aoc, root: Path) -> None:
    write(root, "2021/day1.py", CLASS)
    for answer, code in (("\n", 1), ("y\n", 0)):
        terminal = aoc.terminal("init", str(root))
        terminal.read_until("Make a new project beside these files? [y/N]")
        terminal.write(answer)
        assert terminal.end().code == code
        assert ("pyproject.toml" in written(root)) == (code == 0)


def test_a_script_may_be_one_line_or_begin_with_a_condition(aoc: Aoc, root: Path) -> None:
    condition = 'import os\nif os.path.exists("cache.txt"):\n    print(1)\nelse:\n    print(2)\n'
    write(root, "2021/day04.py", condition)
    write(root, "2021/day05.py", "x = open('input.txt').read(); print(len(x))\n")
    write(root, "2021/day06.py", "try:\n    import a\nexcept ImportError:\n    a = 1\n")
    assert lines_of(aoc, root) == [
        "2021: 2 scripts, {year}/day{day:02}.py",
        f"1 file not understood: 2021/day06.py ({IDLE})",
    ]


def test_a_layout_of_a_few_scripts_among_many_classes_is_none(aoc: Aoc, root: Path) -> None:
    write(root, "2021/day05.py")
    write(root, " ".join(f"2021/day{day}.py" for day in range(10, 12)), CLASS)
    assert lines_of(aoc, root) == [
        f"2 files not understood: 2021/day10.py, 2021/day11.py ({IDLE})",
        "1 file not understood: 2021/day05.py (most files with its layout do nothing when run)",
    ]
    write(root, "2021/day06.py")
    assert lines_of(aoc, root) == [
        "2021: 2 scripts, {year}/day{day:02}.py",
        f"2 files not understood: 2021/day10.py, 2021/day11.py ({IDLE})",
    ]


def test_older_attempts_come_last_and_are_named(aoc: Aoc, root: Path) -> None:
    for name in ("original", "old", "raw", "my_backup", "wip"):
        folder = root / name / "repository"
        write(folder, "2021/new/day01.py 2021/new/day02.py")
        write(folder, " ".join(f"2021/{name}/day0{day}.py" for day in range(1, 7)))
        layout = f"{{year}}/{name}/day{{day:02}}.py"
        assert lines_of(aoc, folder) == [
            "2021: 2 scripts, {year}/new/day{day:02}.py",
            f"2021: 4 scripts, {layout}",
            f"2 other files of these days left out: {layout}",
        ]


def test_scripts_named_by_their_titles_are_listed(aoc: Aoc, root: Path) -> None:
    for day in ("01", "02", "03"):
        write(root, f"2021/{day}/one{day}.py 2021/{day}/two{day}.py")
    [line] = lines_of(aoc, root)
    assert line.startswith("6 files not understood: 2021/01/one01.py, ")
    assert line.endswith("and 3 others (it is one of several scripts of its day)")
    assert aoc("init", "--yes", folder=root).code == 1


def test_next_is_to_fetch_the_answers(aoc: Aoc, root: Path) -> None:
    write(root, "2021/day01.py 2021/day02.py")
    said = aoc("init", "--yes", folder=root).err
    steps = re.findall(r"^  aoc (.+)$", said, re.MULTILINE)
    assert steps == ["login", "fetch all", "run all"], said


def test_a_repository_is_surveyed_in_time(root: Path) -> None:
    for year in range(2015, 2026):
        for copy in ("first", "second"):
            days = [f"{year}/{copy}/x{day}.py" for day in range(1, 26)]
            write(root, " ".join(days))
    start = time.perf_counter()
    assert survey(str(root)).groups
    # A busy machine takes some times as long as a quiet one.
    assert time.perf_counter() - start < 2
