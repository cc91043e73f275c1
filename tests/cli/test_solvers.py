"""Other people's solvers, installed as `adventofcode.user` plugins, under `aoc run`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

from tests.support.aoc import Aoc
from tests.support.guest import install_guest
from tests.support.program import Finished, Project

FA = "####..##.\n#....#..#\n###..#..#\n#....####\n#....#..#\n#....#..#"
SQUARE = "#####\n#...#\n#...#\n#...#\n#####"
DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return 3\n"

Install = Callable[..., None]


@pytest.fixture
def install(project: Project, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return what installs a plugin called `guest`, with more modules if it needs them."""
    (project.root / "x").write_text("x\n")

    def install(source: str, modules: Mapping[str, str] = {}) -> None:
        project.variables |= install_guest(project, source, modules)
        monkeypatch.syspath_prepend(project.variables["PYTHONPATH"])

    return install


def verdicts(done: Finished) -> list[tuple[int | None, str | None, str]]:
    """Return the part, the answer and the verdict of each result."""
    return [(r["part"], r["answer"], r["verdict"]) for r in done.results]


def test_another_solver_has_the_same_verdicts_and_its_input_in_a_file(
    aoc: Aoc, project: Project, install: Install
) -> None:
    project.day(21, DAY)
    project.remember("x y z\n", a="5")
    install("def solve(year, day, data):\n    return len(open('input.txt').read()), ''\n")
    done = aoc("run", "21", "--solver", "guest", "--solver", "days", "--json")
    assert [(r["solver"], r["part"], r["answer"], r["verdict"]) for r in done.results] == [
        ("guest", 1, "5", "pass"),
        ("guest", 2, None, "skipped"),
        ("days", 1, "3", "fail"),
        ("days", 2, None, "skipped"),
    ]


CALLS = """\
import time

def solve(year, day, data):
    with open({log!r}, "a") as log:
        print(year, day, data, file=log)
    time.sleep(0.03)
    return 1, 2
"""


def test_one_call_answers_both_parts_and_has_one_time(
    aoc: Aoc, project: Project, install: Install
) -> None:
    log = project.root / "calls"
    install(CALLS.format(log=str(log)))
    run = ("run", "2021/1", "--solver", "guest", "--input", "x")
    first, second = aoc(*run, "--json").results
    assert first["seconds"] > 0.03
    assert (second["seconds"], second["peak_memory_bytes"]) == (None, None)
    assert {*log.read_text().splitlines()} == {"2021 1 x"}
    *_, both, part1, part2, _, end = aoc(*run).out.splitlines()
    [time] = re.findall(r"file x +both parts +(\S+ \S+)", both)
    assert part1.split() == ["part", "1", "?", "1"]
    assert part2.split() == ["part", "2", "?", "2"]
    assert end.startswith(f"2 unknown; {time} to parse and solve file x; ")


def test_an_example_with_params_is_not_held_against_a_plugin(
    aoc: Aoc, project: Project, install: Install
) -> None:
    install("def solve(year, day, data):\n    return 3, None\n")
    examples = "[Example('a', part1=5, params={'least': 2}), Example('b', part1=3)]"
    project.day(1, DAY, f"from aoc import Example\nEXAMPLES = {examples}\n")
    done = aoc("run", "1", "--solver", "guest", "--example", "--json")
    assert [(r["input"], r["verdict"]) for r in done.results] == [("example 2", "pass")]
    assert done.code == 0


@pytest.mark.slow
def test_a_drawn_answer_is_compared_with_what_plugins_return(
    aoc: Aoc, project: Project, install: Install
) -> None:
    cases = (
        (FA, "FA", "pass"),
        (FA, "AF", "fail"),
        (SQUARE, "□", "pass"),
        (SQUARE, "O", "unknown"),
        ("FA", FA, "pass"),
    )
    returned = [None, *(returned for _, returned, _ in cases)]
    install(f"def solve(year, day, data):\n    return None, {returned}[day]\n")
    for day, (drawn, _, _) in enumerate(cases, 1):
        examples = f"from aoc import Example\nEXAMPLES = [Example('a', part2={drawn!r})]\n"
        project.day(day, DAY, examples)
    done = aoc("run", "all", "--solver", "guest", "--example", "--json")
    assert [r["verdict"] for r in done.results] == [verdict for _, _, verdict in cases]


@pytest.mark.slow
def test_a_plugin_runs_on_any_puzzle_and_a_day_that_it_lacks_is_skipped(
    aoc: Aoc, project: Project, install: Install
) -> None:
    install("def solve(year, day, data):\n    return (year, day) if day > 1 else ('', None)\n")
    project.day(3, DAY)
    run = ("run", "--solver", "guest", "--input", "x", "--json")
    assert verdicts(aoc(*run, "2015/2")) == [(1, "2015", "unknown"), (2, "2", "unknown")]
    assert [r["day"] for r in aoc(*run).results] == [3, 3]
    lacks = aoc(*run, "2015/1")
    assert verdicts(lacks) == [(1, None, "skipped"), (2, None, "skipped")]
    assert ([r["seconds"] for r in lacks.results], lacks.code) == ([None, None], 0)
    # What it says about part 2 of the last day is nothing.
    assert verdicts(aoc(*run, "2021/25")) == [(1, "2021", "unknown")]
    assert verdicts(aoc(*run, "2025/12")) == [(1, "2025", "unknown")]


@pytest.mark.windows
def test_no_project_is_needed_and_nothing_is_left_behind(
    aoc: Aoc, project: Project, install: Install, tmp_path_factory: pytest.TempPathFactory
) -> None:
    install("def solve(year, day, data):\n    return 1, 2\n")
    project.remember("x\n", a="1")
    project.root = tmp_path_factory.mktemp("nowhere")
    done = aoc("run", "2021/21", "--solver", "guest")
    assert done.code == 0, done.err
    assert done.out.startswith("2021/21 by guest\n")
    assert "1 right, 1 unknown" in done.out
    assert list(project.root.iterdir()) == []
    assert aoc("run", "2021/21", "--solver", "days").code == 2


@pytest.mark.parametrize("when", ["loaded", "called"])
def test_a_broken_plugin_shows_its_traceback_once(
    aoc: Aoc, project: Project, install: Install, when: str
) -> None:
    fault = "raise KeyError('lost')\n"
    install(fault if when == "loaded" else f"def solve(year, day, data):\n    {fault}")
    for day in (1, 2, 3):
        project.remember("x\n", day=day)
    done = aoc("run", "2021/1-3", "--solver", "guest")
    assert (done.code, done.out.count("Traceback")) == (1, 1)
    assert done.out.count("KeyError: 'lost' (traceback as above)") == 2
    assert "\n3 failed" in done.out


def test_what_is_not_two_answers_is_one_error(aoc: Aoc, project: Project, install: Install) -> None:
    install("def solve(year, day, data):\n    return 5\n")
    done = aoc("run", "1", "--solver", "guest", "--input", "x", "--json")
    [error] = [result["error"] for result in done.results]
    said = "guest:solve returned int, not two answers"
    assert (error["kind"], error["message"]) == ("answer", said)


def test_packages_of_the_project_are_not_in_the_way(
    aoc: Aoc, project: Project, install: Install
) -> None:
    install(
        "def solve(year, day, data):\n    from tests import helper\n    return helper.answers\n",
        {"tests/__init__.py": "", "tests/helper.py": "answers = 1, 2\n"},
    )
    tests = "from aoc import Example\nfrom days.year2021 import day01\n"
    tests += "EXAMPLES = [Example('a', part1=day01.part1(''))]\n"
    tests += "def sample(rng):\n    from days.year2021 import day01\n    return 'x'\n"
    project.day(1, DAY.replace("3", "1"), tests)
    done = aoc("run", "1", "--solver", "guest", "--json")
    assert verdicts(done) == [(1, "1", "pass"), (1, "1", "unknown"), (2, "2", "unknown")]
