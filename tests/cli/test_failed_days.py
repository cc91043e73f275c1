"""What a run of many days says at its end: which days failed, and what is missing for them."""

from __future__ import annotations

from tests.support.aoc import Aoc
from tests.support.program import Project

SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
GOOD = "def part1(text):\n    return 1\n"
RUN = ("run", "all", "--sample")


def lines_of(err: str) -> list[str]:
    """Return the sentences on stderr, without the name of the program."""
    return [line.removeprefix("aoc: ") for line in err.splitlines()]


def test_the_days_that_failed_are_named_in_one_line(aoc: Aoc, project: Project) -> None:
    project.day(1, "def part1(text):\n    return 1 // 0\n", SAMPLE)
    project.day(2, GOOD, SAMPLE)
    project.day(3, "def part1(text):\n    import os\n    os._exit(3)\n", SAMPLE)
    project.day(4, GOOD, "def sample(rng):\n    return rng / 0\n")
    for words in ((), ("--json",), ("-q",)):
        done = aoc(*RUN, *words)
        assert (done.code, lines_of(done.err)) == (1, ["these days failed: 2021/01, 03, 04"])
    assert aoc("run", "1", "--sample").err == "", "of one day, the table says all"


def test_of_several_years_each_is_named_once(aoc: Aoc, project: Project) -> None:
    for year, days in ((2020, (1, 2, 9)), (2021, (4,))):
        for day in days:
            path = project.root / "days" / f"year{year}" / f"day{day:02}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text("1 / 0\n")
            (project.root / "inputs" / f"{year}").mkdir(parents=True, exist_ok=True)
            (project.root / "inputs" / f"{year}" / f"{day}.txt").write_text("1\n")
    done = aoc("run", "2020,2021")
    assert lines_of(done.err)[-1] == "these days failed: 2020/01, 02, 09; 2021/04"


MISSING = (
    "import nonesuch",
    "from utils import grid",
    # A folder of data is no module.
    "import reqeusts",
    # These are in `lib`.
    "import helpers",
    "import tools.grid",
)
NO_PACKAGES = (
    "from lib.x import y",
    "from .utils import grid",
    "from . import grid",
    "import os.paths",
    "import lib.helpers.inside",
    # Python has it on Windows alone.
    "import winreg",
)
"""Imports of what a package lacks, or Python."""


def test_a_missing_module_is_a_line_in_each_row_that_says_what_to_do(
    aoc: Aoc, project: Project
) -> None:
    for name in ("lib/__init__.py", "lib/helpers.py", "lib/tools/__init__.py"):
        path = project.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("grid = 1\n", encoding="utf-8")
    (project.root / "data" / "reqeusts").mkdir(parents=True)
    for day, code in enumerate((*MISSING, *NO_PACKAGES), 1):
        project.day(day, f"{code}\n{GOOD}", SAMPLE)
    project.day(25, GOOD, f"import nonesuch\n{SAMPLE}")
    done = aoc("run", "1-5,25", "--sample")
    assert done.code == 1
    assert "Traceback" not in done.out
    beside = "put it beside the day, or install its package: `"
    assert done.out.count(beside) == done.out.count("install PACKAGE` installs it") == 4
    assert done.out.count("it is in lib/, where Python does not look: ") == 2
    assert 'day03.py", line 1' in aoc("run", "3", "--sample").out
    lacking = aoc("run", "6-24", "--sample")
    assert (lacking.code, "install" in lacking.out) == (1, False)
