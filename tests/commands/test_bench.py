"""`aoc bench` as a person or a CI runs it: what is measured, how often, and what is kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from aoc.history.past_runs import ask
from tests.program import Finished, Project

pytestmark = pytest.mark.slow

TESTS = "def sample(rng):\n    return f'{rng.random()}\\n'\n"
# What keeps something is called once in each process, so that these tests are short.
ONCE = '''\
"""Day 1: Once."""

CALLS = []

def note(name):
    CALLS.append(name)
    with open("calls", "a") as file:
        file.write(name)

def parse(text):
    note("p")
    return text

def part1(text):
    note("1")
    return {answer}

def part1_other(text):
    note("o")
    return {other}
'''
CONSUMED = """\
CALLS = []

def parse(text):
    CALLS.append(1)
    return [*text]

def part1(values):
    count = 0
    while values:
        values.pop()
        count += 1
    return count
"""
PRINTS = """\
def parse(text):
    print("something")
    return text

def part1(text):
    with open("calls", "a") as file:
        print(hash("x"), file=file)
    print("something")
    return 1
"""


def bench(project: Project, *args: str) -> Finished:
    """Run a short bench, with JSON if there is no other form."""
    return project.run("bench", "1", "--sample", "--quick", *args)


def times_of(done: Finished) -> list[dict[str, Any]]:
    """Return the lines about times."""
    return [row for row in done.results if "minima" in row]


def rows_of(project: Project, query: str) -> list[tuple[Any, ...]]:
    """Ask the history."""
    return ask(str(project.root), query)


def once(answer: object = 3, other: object = 3) -> str:
    """Return the source of a day whose calls are made once."""
    return ONCE.format(answer=answer, other=other)


def test_a_bench_measures_parse_and_parts_and_keeps_all_minima(project: Project) -> None:
    project.day(1, CONSUMED, TESTS)
    done = bench(project, "--json")
    assert done.code == 0
    assert [(row["what"], row["part"], row["input"]) for row in done.results] == [
        ("parse", None, "sample 0"),
        ("part 1", 1, "sample 0"),
    ]
    for row in done.results:
        assert len(row["minima"]) >= 6
        assert 0 < row["seconds"] == min(row["minima"]) <= row["median"]
        assert row["first_call"] is (row["what"] == "parse")
    kept = rows_of(
        project, "SELECT part, seconds, digest, minima FROM results WHERE source = 'bench'"
    )
    assert [(*about, json.loads(minima)) for *about, minima in kept] == [
        (row["part"], row["seconds"], row["digest"], row["minima"]) for row in done.results
    ]
    [(runs, machine)] = rows_of(project, "SELECT count(DISTINCT run), machine FROM results")
    assert runs == 1
    assert "Python" in machine


def test_people_see_a_line_for_each_time_with_a_bar_for_each_process(project: Project) -> None:
    project.day(1, once(), TESTS)
    done = bench(project)
    assert done.code == 0
    heading, names, parse, part1 = done.out.splitlines()
    assert heading == "2021/01 Once on sample 0"
    assert names.split() == ["fastest", "median", "processes"]
    for name, row in (("parse", parse), ("part 1", part1)):
        assert re.fullmatch(rf"  {name} +\d\S* [µum]s +\d\S* [µum]s  [▁▂▃▄▅▆▇█1-7#]{{6}}  .*", row)
        assert row.endswith("  first call")


def test_what_prints_is_called_once_in_each_process_and_prints_nothing(project: Project) -> None:
    project.day(1, PRINTS, TESTS)
    done = bench(project)
    assert (done.code, done.err) == (0, "")
    assert "something" not in done.out
    assert done.out.count("first call") == 2
    calls = (project.root / "calls").read_text(encoding="utf-8").split()
    # Each process is a fresh one, with its own seed of hashes.
    assert len(calls) == len({*calls}) == 6


def test_a_variant_is_compared_with_its_part(project: Project) -> None:
    slow = once().replace('note("o")', 'note("o")\n    import time; time.sleep(0.01)')
    project.day(1, slow, TESTS)
    done = project.run("bench", "1", "--sample", "--variant", "all", "--json")
    assert (done.code, done.err) == (0, "")
    assert [(row["what"], row["variant"]) for row in times_of(done)] == [
        ("parse", None),
        ("part 1", None),
        ("part 1", "other"),
    ]
    [row] = [row for row in done.results if "ratio" in row]
    assert (row["variant"], row["against"]["variant"], row["verdict"]) == ("other", None, "slower")
    assert row["ratio"] == row["seconds"] / row["against_seconds"] > 1
    assert 1 < row["interval"][0] <= row["ratio"] <= row["interval"][1]


def test_a_variant_with_another_answer_is_wrong_and_has_no_time(project: Project) -> None:
    project.day(1, once(3, 4), TESTS)
    done = bench(project, "--variant", "other")
    assert done.code == 1
    assert "part 1 other" in done.out
    assert "4, expected 3" in done.out
    assert not re.search("part 1 other.*▁", done.out)
    done = bench(project, "--variant", "other", "--json")
    [wrong] = [row for row in done.results if row.get("verdict") == "fail"]
    assert (wrong["variant"], wrong["answer"]) == ("other", "4")


PLUGIN = """\
import time
def solve(year, day, data):
    time.sleep(0.05)
    return 3, None
"""


def test_another_solver_is_compared_with_the_first_calls_of_the_days(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site-packages"
    info = folder / "guest-1.dist-info"
    info.mkdir(parents=True)
    (folder / "guest.py").write_text(PLUGIN, encoding="utf-8")
    (info / "METADATA").write_text("Name: guest\nVersion: 1\n", encoding="utf-8")
    points = "[adventofcode.user]\nguest = guest:solve\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    project.day(1, once(), TESTS)
    done = bench(project, "--against", "guest")
    assert (done.code, done.err) == (0, "")
    own, guest = (line for line in done.out.splitlines() if "both parts" in line)
    assert own.startswith("  both parts, called once")
    assert re.match(r"  both parts of guest .*  days \d+(\.\d+)? times faster \(", guest)
    kept = rows_of(project, "SELECT solver, part FROM results")
    assert sorted(kept, key=str) == [("days", 1), ("days", None), ("guest", 1)]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--sample", "--input", "x"], "--input and --sample do not go together: leave out one"),
        (["--fail-on", "slower"], "--fail-on needs --against: add it, or leave out --fail-on"),
        (["--against", "nobody"], "--against nobody is neither a commit that git knows in this"),
        (["--variant", "nobody"], "there is no variant 'nobody' here: choose from other"),
        (["--input", "x", "1-2"], "--input is for one day only: name one day"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_one_sentence(
    project: Project, args: list[str], sentence: str
) -> None:
    project.day(1, once(), TESTS)
    project.day(2, once(), TESTS)
    done = project.run("bench", *(args if "1-2" in args else ["1", *args]))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"aoc: {sentence}")
    assert done.err.count("\n") == 1
