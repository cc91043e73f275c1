"""What a run of many days says at its end: which days failed, and what is missing for them."""

from __future__ import annotations

import pytest

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
        assert (done.code, lines_of(done.err)) == (
            1,
            ["these days failed: 2021/01, 03, 04"],
        )
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


def test_a_missing_module_is_a_line_in_each_row(aoc: Aoc, project: Project) -> None:
    for day in (1, 2, 3):
        project.day(day, f"import nonesuch\n{GOOD}")
        project.remember("x\n", day=day)
    project.day(3, GOOD, "import nonesuch\n")
    done = aoc("run", "all")
    assert done.code == 1
    assert "Traceback" not in done.out
    assert done.out.count("pip install PACKAGE` installs it") == 3


OWN = {
    "from utils import grid": (
        "put it beside the day, or install its package: `",
        "utils",
    ),
    "import reqeusts": (
        "put it beside the day, or install its package: `",
        "reqeusts",
    ),
    "import helpers": ("it is in lib/, where Python does not look: ", "helpers"),
    "import tools.grid": ("it is in lib/, where Python does not look: ", "tools"),
}


@pytest.mark.parametrize(("code", "told"), OWN.items(), ids=OWN)
def test_nobody_is_told_to_install_a_package_of_the_name_of_a_module(
    aoc: Aoc, project: Project, code: str, told: tuple[str, str]
) -> None:
    for path in (
        "lib/helpers.py",
        "lib/tools/__init__.py",
    ):
        file = project.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("grid = numbers = 1\n", encoding="utf-8")
    (project.root / "data" / "reqeusts").mkdir(parents=True)
    for day in (1, 2):
        project.day(day, f"{code}\n{GOOD}", SAMPLE)
    sentence, module = told
    many, one = aoc("run", "2021/1-2", "--sample"), aoc("run", "1", "--sample")
    assert "Traceback" not in many.out
    assert many.out.count(sentence) == 2
    assert sentence in one.out
    assert 'day01.py", line 1' in one.out, "where it is imported"
    assert f"install {module}" not in one.out + many.out + many.err


@pytest.mark.parametrize(
    "code",
    [
        "from lib.x import y",
        "from .utils import grid",
        "from . import grid",
        "import os.paths",
    ],
)
def test_a_module_that_a_package_lacks_is_no_package(
    aoc: Aoc, project: Project, code: str
) -> None:
    (project.root / "lib").mkdir()
    (project.root / "lib" / "__init__.py").write_text("", encoding="utf-8")
    for day in (1, 2):
        project.day(day, f"{code}\n{GOOD}", SAMPLE)
    done = aoc("run", "all", "--sample")
    assert done.code == 1
    assert "install" not in done.out
