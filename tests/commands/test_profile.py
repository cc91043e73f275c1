"""`aoc run --profile`: where the time goes, shown and kept, without harm to the run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.marks import needs_pyinstrument
from tests.program import Project

pytestmark = pytest.mark.slow

DAY = """\
def parse(text):
    return tuple(sorted(text.split()))

def work(size):
    return sum(number * number for number in range(size))

def part1(words):
    return len(words) + work(1000)

def part1_twice(words):
    return len(words) + work(500) * 0 + work(1000)

def part2(words):
    return work(5000)
"""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("a b", part1=332833502), Example("a", part1=332833501)]

def sample(rng):
    return "word " * 1000
"""


@pytest.fixture
def project(project: Project) -> Project:
    """A project with a day."""
    project.day(1, DAY, TESTS)
    return project


def pages(project: Project) -> set[str]:
    """Return the names of the pages with profiles."""
    return {path.name for path in (project.root / ".aoc" / "profile").glob("*")}


@needs_pyinstrument
def test_each_part_has_a_tree_below_the_run_and_a_page(project: Project) -> None:
    done = project.run("run", "1", "--sample", "--profile")
    assert (done.code, done.err) == (0, "")
    run, *blocks = done.out.split("\n\n2021/01 ")
    assert run.count("part") == 2
    titles = [block.partition(",")[0] for block in blocks]
    assert titles == ["parse on sample 0", "part 1 on sample 0", "part 2 on sample 0"]
    assert pages(project) == {
        f"2021-01-{name}-on-sample-0.html" for name in ("parse", "part-1", "part-2")
    }
    for block, name in zip(blocks, ("parse", "part1", "part2"), strict=True):
        first, _, frame, *_, path = block.splitlines()
        assert first.endswith(" calls")
        place = f"{Path('days/year2021/day01.py')}:{line_of(name)}"
        assert frame.split() == ["100.0%", name, place]
        page = (project.root / path.strip()).read_text(encoding="utf-8")
        assert name in page
    assert "% work " in blocks[1]
    assert (project.root / ".aoc" / ".gitignore").exists()
    # The run is in the history, and the calls under the profiler are not.
    rows = project.run("history", "1", "--json").results
    assert (len(rows), len({row["run"] for row in rows})) == (3, 1)


def line_of(function: str) -> int:
    """Return the line of the day on which a function begins."""
    return 1 + DAY.splitlines().index(
        next(line for line in DAY.splitlines() if line.startswith(f"def {function}("))
    )


@needs_pyinstrument
def test_json_has_the_profiles_in_the_results_and_nothing_else_is_printed(project: Project) -> None:
    done = project.run("run", "1", "--sample", "--json", "--variant", "all", "--profile")
    assert (done.code, done.err) == (0, "")
    assert [(r["part"], r["variant"], r["answer"], r["verdict"]) for r in done.results] == [
        (1, None, "332834500", "unknown"),
        (1, "twice", "332834500", "pass"),
        (2, None, "41654167500", "unknown"),
    ]
    names = ("parse", "part1", "part1_twice", "part2")
    for result, name in zip(done.lines, names, strict=True):
        profile = result["profile"]
        assert f" {name} " in profile["text"].splitlines()[2]
        assert profile["problem"] is None
        assert (project.root / profile["file"]).is_file()
        assert "page" not in profile
    assert pages(project) == {
        f"2021-01-{name}-on-sample-0.html" for name in ("parse", "part-1", "part-1-twice", "part-2")
    }


TRAPS = """\
import os, sys, time
print("imported")

def parse(text):
    return text

def part1(text):
    print("printed")
    if sys.getprofile():
        1 / 0
    return 1

def part2(text):
    if sys.getprofile():
        os._exit(3)
    return 2
"""


@needs_pyinstrument
def test_what_fails_under_the_profiler_alone_does_not_fail_the_run(project: Project) -> None:
    project.day(2, TRAPS)
    done = project.run("run", "2", "--input", "-", "--profile", "--timeout", "1", stdin=b"x")
    assert done.code == 0
    assert done.out.count("printed") == done.out.count("imported") == 1
    assert "imported" not in done.err
    said = [line.removeprefix("aoc: 2021/02 part ") for line in done.err.splitlines()[-2:]]
    assert said == [
        "1 on stdin could not be profiled: ZeroDivisionError: division by zero",
        "2 on stdin could not be profiled: ended the process with exit code 3",
    ]


def test_without_the_profiler_nothing_runs_and_the_next_step_is_said(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("site")
    (folder / "sitecustomize.py").write_text(
        "import sys\nsys.modules['pyinstrument'] = None\n", encoding="utf-8"
    )
    project.day(1, "open('ran', 'w').close()\n" + DAY, TESTS)
    done = project.run("run", "1", "--profile", env={"PYTHONPATH": str(folder)})
    assert done.code == 2
    assert done.out == ""
    assert "--profile needs pyinstrument in the Python that runs your days: `" in done.err
    assert done.err.rstrip().endswith(" -m pip install --upgrade pyinstrument`")
    assert len(done.err.splitlines()) == 1
    assert not (project.root / "ran").exists()
