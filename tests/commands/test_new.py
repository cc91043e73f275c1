"""Checks `aoc new`: the files it makes, what it asks the site for, and what --update adds."""

from __future__ import annotations

import ast
import json
import os
import runpy
import subprocess
from pathlib import Path

import pytest

from aoc import Example
from tests.emulator import Account, Site, faults, unlock_time
from tests.emulator.program import aoc, make_project

pytestmark = pytest.mark.usefixtures("alice")

DAY = "/2021/day/21"
MODULE = os.path.join("days", "year2021", "day21.py")
TESTS = os.path.join("tests", "year2021", "test_day21.py")
EXAMPLE = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", settings="year = 2021")


def asked(site: Site) -> list[str]:
    return [str(request) for request in site.requests]


def new(site: Site, folder: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return aoc(site, folder, "new", *args, token=site.account("alice").token, env=env)


def examples_of(folder: Path, name: str = TESTS) -> list[Example]:
    found: list[Example] = runpy.run_path(str(folder / name))["EXAMPLES"]
    return found


@pytest.mark.slow
def test_the_first_day_of_a_new_token_costs_three_requests(site: Site, folder: Path) -> None:
    done = new(site, folder, "21")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{MODULE}: Dirac Dice\n{TESTS}: 1 example\n"
    assert asked(site) == ["GET /settings", f"GET {DAY}", f"GET {DAY}/input"]
    assert (folder / MODULE).read_text().startswith('"""Day 21: Dirac Dice.')
    assert examples_of(folder) == [Example(EXAMPLE, 739785)]


def test_the_day_runs_at_once_and_is_not_solved(site: Site, alice: Account, folder: Path) -> None:
    new(site, folder, "21")
    before = len(site.requests)
    done = aoc(site, folder, "run", "21", "--json", token=alice.token)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert done.stderr == ""
    assert len(site.requests) == before
    assert {result["verdict"] for result in results if result["part"]} == {"skipped"}
    assert {result["title"] for result in results} == {"Dirac Dice"}
    assert alice.id in {result["input"] for result in results}


def test_files_that_exist_are_left_as_they_are(site: Site, folder: Path) -> None:
    (folder / MODULE).parent.mkdir(parents=True)
    (folder / MODULE).write_text("mine")
    done = new(site, folder, "21")
    assert done.stderr == f"aoc: {MODULE} exists already: left as it is\n"
    assert done.stdout == f"{TESTS}: 1 example\n"
    assert (folder / MODULE).read_text() == "mine"
    (folder / TESTS).write_text("mine too")
    site.journal.clear()
    done = new(site, folder, "21")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.count("exists already") == 2
    assert (folder / TESTS).read_text() == "mine too"
    assert asked(site) == []


def test_without_a_token_the_files_are_made_all_the_same(site: Site, folder: Path) -> None:
    done = aoc(site, folder, "new", "21")
    assert done.returncode == 0
    assert done.stderr == (
        "aoc: no session token: log in with `python -m aoc login`\n"
        "aoc: title and examples are missing: `python -m aoc new 2021/21 --update` adds the "
        "examples later\n"
    )
    assert asked(site) == []
    assert examples_of(folder) == []
    assert (folder / MODULE).read_text().startswith('"""Day 21.')


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (faults.status(500), "answered 500"),
        (faults.expired(), "expired"),
        (faults.cut(), "cut the connection"),
        (faults.garbage(), "is not the page of 2021/21: try again later"),
    ],
)
def test_without_the_site_the_files_are_made_and_one_sentence_says_why(
    site: Site, alice: Account, folder: Path, fault: faults.Fault, sentence: str
) -> None:
    site.fail(fault, "GET", DAY)
    done = new(site, folder, "21")
    assert done.returncode == 3
    assert sentence in done.stderr.splitlines()[0]
    assert "`python -m aoc new 2021/21 --update`" in done.stderr.splitlines()[1]
    assert len(done.stderr.splitlines()) == 2
    assert alice.token
    assert alice.token not in done.stderr
    assert examples_of(folder) == []
    assert site.count("GET", DAY) == 1


def test_a_puzzle_that_is_locked_is_neither_asked_for_nor_begun(site: Site, folder: Path) -> None:
    early = unlock_time(2021, 21).timestamp() - 60
    done = new(site, folder, "21", AOC_NOW=str(early))
    assert done.returncode == 3
    assert "locked until" in done.stderr
    assert "`python -m aoc new 2021/21 --wait`" in done.stderr
    assert asked(site) == []
    assert not (folder / MODULE).exists()


@pytest.mark.slow
def test_it_counts_down_to_the_unlock_and_then_asks_once(site: Site, folder: Path) -> None:
    site.unlock(2021, 21)
    early = unlock_time(2021, 21).timestamp() - 3
    done = new(site, folder, "--wait", AOC_NOW=str(early))
    assert (done.returncode, done.stdout.count("\n")) == (0, 2)
    assert "2021/21 unlocks" in done.stderr
    assert asked(site) == ["GET /settings", f"GET {DAY}", f"GET {DAY}/input"]
    assert (folder / MODULE).exists()


@pytest.mark.slow
def test_a_template_of_ones_own(site: Site, folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.aoc]\nyear = 2021\ntemplate = "mine"\n')
    assert new(site, folder, "1").returncode == 2
    assert asked(site) == []
    (folder / "mine").mkdir()
    (folder / "mine" / "day.py").write_bytes(b'"$heading $year $day ${dd} $title $url ^\\d+$"\r\n')
    done = new(site, folder, "1")
    assert done.returncode == 0
    made = (folder / "days/year2021/day01.py").read_bytes().decode()
    url = "https://adventofcode.com/2021/day/1"
    assert made == f'"Day 1: Sonar Sweep. 2021 1 01 Sonar Sweep {url} ^\\d+$"\r\n'
    assert len(examples_of(folder, "tests/year2021/test_day01.py")) == 1


@pytest.mark.slow
def test_update_adds_the_answer_of_part_2_and_nothing_else(
    site: Site, alice: Account, folder: Path
) -> None:
    new(site, folder, "21")
    tests = folder / TESTS
    mine = tests.read_bytes().replace(b"\n", b"\r\n") + b"def sample(rng): return  'x'\r\n"
    tests.write_bytes(mine)
    tests.chmod(0o755)
    alice.solve(2021, 21, 1)
    site.journal.clear()
    done = new(site, folder, "21", "--update")
    assert done.stderr == ""
    assert done.stdout == f"{TESTS}: added part2=444356092776315 to example 1\n"
    assert asked(site) == [f"GET {DAY}"]
    added = b"        part2=444356092776315,\r\n"
    made = tests.read_bytes()
    assert added in made
    assert made.replace(added, b"") == mine
    if os.name == "posix":  # Windows has no such modes.
        assert tests.stat().st_mode & 0o777 == 0o755
    assert examples_of(folder) == [Example(EXAMPLE, 739785, 444356092776315)]
    site.journal.clear()
    done = new(site, folder, "21", "--update")
    assert done.stdout == f"{TESTS}: nothing to add\n"
    assert tests.read_bytes() == made
    assert asked(site) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("EXAMPLES = [", "is not valid Python"),
        ("", "has no plain list EXAMPLES"),
        ("EXAMPLES = [make()]", "has an example whose text is no plain string"),
    ],
)
def test_update_prints_what_to_paste_into_a_file_that_it_does_not_understand(
    site: Site, alice: Account, folder: Path, source: str, sentence: str
) -> None:
    new(site, folder, "21")
    (folder / TESTS).write_text(source)
    alice.solve(2021, 21, 1)
    done = new(site, folder, "21", "--update")
    assert done.returncode == 2
    assert done.stderr.startswith(f"aoc: {TESTS} {sentence}")
    assert done.stderr.count("\n") == 1
    assert (folder / TESTS).read_text() == source
    pasted = ast.parse(f"[{done.stdout}]", mode="eval").body
    assert "part2=444356092776315" in ast.unparse(pasted)
