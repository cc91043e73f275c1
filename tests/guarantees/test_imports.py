"""A day and the modules that it imports of its project: found, and as fresh as the day itself."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.program import Project
from tests.support.pytest_session import run_pytest

HELPER = """\
from functools import cache

MEMO = {}

def note(word):
    with open("notes", "a") as file:
        file.write(word)

@cache
def cached(n):
    note("cached ")
    return n

def kept(n):
    if n not in MEMO:
        note("kept ")
        MEMO[n] = n
    return MEMO[n]
"""


def write(project: Project, files: dict[str, str]) -> None:
    """Write modules of a project, by their paths without `.py`."""
    for name, text in files.items():
        path = project.root / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_time_is_never_that_of_looking_up_in_a_helper(aoc: Aoc, project: Project) -> None:
    write(project, {"days/util": HELPER})
    parts = "part1 = util.cached\npart2 = util.kept\n"
    project.day(1, f"from days import util\nparse = len\n{parts}")
    project.remember("x", day=1)
    results = aoc("run", "1", "--json").results
    assert [(r["answer"], r["first_call"]) for r in results] == [("1", False), ("1", True)]
    notes = Counter((project.root / "notes").read_text().split())
    assert notes["cached"] > 1
    assert notes["kept"] == 1


@pytest.mark.windows
def test_days_is_a_package_as_python_knows_it(aoc: Aoc, project: Project) -> None:
    write(
        project,
        {
            "days/__init__": "from days.util.grid import size\nNAME = 'mine'",
            "days/util/grid": "def size(text): return len(text)",
            "days/year2021/common": "from ..util.grid import size as other",
            "helpers": "HELP = 'helped'",
            "lib/deep": "DEEP = 'deep'",
            "tests/makers": "def make(rng): return 'made'",
            "tests/year2021/near": "NEAR = 'near'",
        },
    )
    project.day(
        1,
        "import days, helpers\nfrom days import NAME\nfrom lib.deep import DEEP\n"
        "from .common import other\n\n"
        "def parse(text): return text\n"
        "def part1(text): return f'{NAME} {days.NAME} {helpers.HELP} {DEEP} {other(text)} {text}'\n"
        "def part2(text): return __name__ + ' ' + __package__\n",
        "from aoc import Example\nfrom tests.makers import make\nfrom .near import NEAR\n"
        "from days.year2021 import day01\n\n"
        "def sample(rng): return make(rng) + NEAR + day01.__name__[-5:]\n",
    )
    done = aoc("run", "1", "--sample", "--json")
    assert [result["answer"] for result in done.results] == [
        "mine mine helped deep 13 madenearday01",
        "days.year2021.day01 days.year2021",
    ], done


def test_an_installed_package_of_the_same_name_does_not_matter(aoc: Aoc, project: Project) -> None:
    installed = project.root / "installed"
    for name in ("days", "tests"):
        (installed / name / "year2021").mkdir(parents=True)
        (installed / name / "__init__.py").write_text("raise SystemExit('imported')")
    write(project, {"days/util": "A = 5", "tests/makers": "TEXT = 'x'"})
    project.day(
        1,
        "from days.util import A\ndef parse(text): return text\ndef part1(text): return A\n",
        "from tests.makers import TEXT\ndef sample(rng): return TEXT\n",
    )
    env = {"PYTHONPATH": str(installed)}
    done = aoc("run", "1", "--sample", "--json", env=env)
    assert [result["answer"] for result in done.results] == ["5", None], done


@pytest.mark.slow
@pytest.mark.windows
@pytest.mark.parametrize(
    ("files", "module"),
    [
        ("aoc/__init__ aoc/text aoc/model", "aoc.model"),
        ("src/aoc/__init__ src/aoc/grid", "aoc.grid"),
    ],
)
def test_a_project_may_have_an_aoc_of_its_own(
    aoc: Aoc, site: Site, account: Account, project: Project, files: str, module: str
) -> None:
    site.expect("*")
    write(project, dict.fromkeys(files.split(), "ANSWER = 739785\n"))
    assert aoc("new", "21").code == 0
    project.day(
        21,
        f"from {module} import ANSWER\n"
        "def parse(text): return text\n"
        "def part1(text):\n"
        f"    import {module} as own\n"
        "    return own.ANSWER\n"
        "def part2(text): return '#.#\\n.#.\\n#.#'\n",
    )
    tests = project.root / "tests" / "year2021" / "test_day21.py"
    assert "\nfrom aoc_days import Example\n" in tests.read_text()
    rows = aoc("run", "21", "--json").results
    assert [row["verdict"] for row in rows] == ["pass", "unknown", "unknown"], rows
    for first in ("", str(project.root)):
        session = run_pytest(project.root, env={"PYTHONPATH": first})
        assert session.counts == {"passed": 1}, session.out
    tests.write_text("from aoc import Example\n")
    [row] = aoc("run", "21", "--example", "--json").results
    hint = "(`aoc` is your own: Example and puzzle are in aoc_days)"
    assert row["error"]["message"].endswith(hint)


def test_puzzles_of_a_project_with_an_aoc_of_its_own_can_be_asked_for(project: Project) -> None:
    write(project, {"aoc/__init__": "", "aoc/before": "", "aoc/after": "A = 5"})
    project.day(21, "def part1(text): return len(text)\n")
    code = (
        "import aoc.before\n"
        "from aoc_days import Example, puzzle\n"
        "p = puzzle(2021, 21)\n"
        "from aoc.after import A\n"
        "print(p.run(text='x' * A).answers(), Example('x').text)\n"
    )
    done = project.run_code(code)
    assert done.stdout == "('5', None) x\n", done.stderr


def test_a_run_leaves_its_compiled_day_for_the_next_one(aoc: Aoc, project: Project) -> None:
    project.day(1, "def parse(text):\n    return text\n", "def sample(rng):\n    return 'x'\n")
    env = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": ""}
    aoc.process("run", "1", "--sample", env=env)
    assert [*project.root.glob("days/year2021/__pycache__/day01.*.pyc")]
