"""What a run of many days says at its end: which failed and why, and what is missing for them."""

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


@pytest.mark.slow
def test_the_days_that_failed_are_named_by_the_reason_why(
    aoc: Aoc, project: Project
) -> None:
    sources = {
        **dict.fromkeys((1, 2, 3, 7), "def part1(text):\n    return 1 // 0\n"),
        **dict.fromkeys((4, 6), "def part1(text):\n    import os\n    os._exit(3)\n"),
        5: GOOD,
        8: "def part1(text):\n    while True: pass\n",
        9: GOOD,
        10: GOOD,
    }
    for day, source in sources.items():
        project.day(day, source, SAMPLE)
    project.day(10, GOOD, "def sample(rng):\n    return rng / 0\n")
    project.day(
        9,
        GOOD,
        "from aoc import Example\nEXAMPLES = [Example('x', part1=2)]\n" + SAMPLE,
    )
    told = [
        "2021/01-03, 07: failed (exception)",
        "2021/04, 06: failed (exit)",
        "2021/08: took longer than 1 s; `aoc run --timeout 5`, or timeout in [tool.aoc], allows "
        "more",
        "2021/10: no input that can be used",
    ]
    for words in ((), ("--json",), ("-q",)):
        done = aoc(*RUN, "--timeout", "1", *words)
        assert (done.code, lines_of(done.err)) == (1, told)
    done = aoc("run", "5,9", "--example")
    assert (done.code, lines_of(done.err)[-1]) == (1, "2021/09: wrong answer")
    assert aoc("run", "1", "--sample").err == "", "of one day, the table says all"


def test_days_that_have_not_read_their_input_are_named(
    aoc: Aoc, project: Project
) -> None:
    layout = "{ days = '{year}/{day}.py', run = 'script' }"
    project.configure(f"layouts = [{layout}]")
    (project.root / "2021").mkdir()
    for day in (1, 2):
        (project.root / "2021" / f"{day}.py").write_text("print('Part 1:', 5)\n")
        project.remember("x", day=day)
    done = aoc("run", "all")
    assert (done.code, lines_of(done.err)) == (
        1,
        ["2021/01, 02: did not read the input"],
    )


def test_a_missing_module_is_a_line_in_each_row_and_one_at_the_end(
    aoc: Aoc, project: Project
) -> None:
    for day in (1, 2, 3):
        project.day(day, f"import nonesuch\n{GOOD}")
        project.remember("x\n", day=day)
    project.day(3, GOOD, "import nonesuch\n")
    done = aoc("run", "all")
    assert done.code == 1
    [line] = lines_of(done.err)
    assert line.startswith(
        "2021/01-03: no module named nonesuch: put it beside the day"
    )
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
    "import helpers": ("it is in lib/, so write lib.helpers", "helpers"),
    "from parse import numbers": (
        "it is in days/year2020/, so write days.year2020.parse",
        "parse",
    ),
    "import odd.io": (
        "it is in 2019/, where Python does not look: move it beside the day",
        "odd",
    ),
    "import tools.grid": ("it is in lib/, so write lib.tools", "tools"),
}


@pytest.mark.parametrize(("code", "told"), OWN.items(), ids=OWN)
def test_nobody_is_told_to_install_a_package_of_the_name_of_a_module(
    aoc: Aoc, project: Project, code: str, told: tuple[str, str]
) -> None:
    for path in (
        "lib/helpers.py",
        "days/year2020/parse.py",
        "2019/odd.py",
        "lib/tools/a.py",
    ):
        file = project.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("grid = numbers = 1\n", encoding="utf-8")
    (project.root / "data" / "reqeusts").mkdir(parents=True)
    for day in (1, 2):
        project.day(day, f"{code}\n{GOOD}", SAMPLE)
    sentence, module = told
    many, one = aoc("run", "2021/1-2", "--sample"), aoc("run", "1", "--sample")
    [line] = lines_of(many.err)
    assert line.startswith(f"2021/01, 02: no module named {module}: {sentence}")
    assert "Traceback" not in many.out
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
    assert lines_of(done.err) == ["2021/01, 02: failed (exception)"]
    assert "install" not in done.out


def test_of_several_years_each_is_named_once(aoc: Aoc, project: Project) -> None:
    for year, days in ((2020, (1, 2, 3, 9)), (2021, (4,))):
        for day in days:
            path = project.root / "days" / f"year{year}" / f"day{day:02}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text("1 / 0\n")
            (project.root / "inputs" / f"{year}").mkdir(parents=True, exist_ok=True)
            (project.root / "inputs" / f"{year}" / f"{day}.txt").write_text("1\n")
    done = aoc("run", "2020,2021")
    assert lines_of(done.err)[-1] == "2020/01-03, 09; 2021/04: failed (exception)"
