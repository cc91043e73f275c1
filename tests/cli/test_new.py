"""Checks `aoc new`: the files it makes, what it asks the site for, and what --update adds."""

from __future__ import annotations

import ast
import os
import runpy
import shutil
import subprocess
import sys
from importlib.metadata import version

import pytest

from aoc import Example
from tests.emulator import Account, Site, faults
from tests.support.aoc import Aoc
from tests.support.marks import needs_ruff
from tests.support.program import Project

PAGE, INPUT = "GET /2021/day/21", "GET /2021/day/21/input"
MODULE = os.path.join("days", "year2021", "day21.py")
TESTS = os.path.join("tests", "year2021", "test_day21.py")
EXAMPLE = "Player 1 starting position: 4\nPlayer 2 starting position: 8\n"

pytestmark = pytest.mark.usefixtures("account")


def examples_of(project: Project, name: str = TESTS) -> list[Example]:
    found: list[Example] = runpy.run_path(str(project.root / name))["EXAMPLES"]
    return found


def test_the_first_day_of_a_new_token_costs_three_requests_and_runs(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    shutil.rmtree(project.cache)
    done = aoc("new", "21")
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{MODULE}: Dirac Dice\n{TESTS}: 1 example\n"
    assert site.asked() == ["GET /settings", PAGE, INPUT]
    assert (project.root / MODULE).read_text().startswith('"""Day 21: Dirac Dice.')
    assert examples_of(project) == [Example(EXAMPLE, 739785)]
    done = aoc("run", "21", "--json")
    assert (done.code, done.err, site.asked()) == (0, "", [])
    assert {result["verdict"] for result in done.lines if result["part"]} == {"skipped"}
    assert {result["title"] for result in done.lines} == {"Dirac Dice"}
    assert account.id in {result["input"] for result in done.lines}


def test_files_that_exist_are_left_as_they_are(aoc: Aoc, site: Site, project: Project) -> None:
    (project.root / MODULE).write_text("mine")
    done = aoc("new", "21")
    assert done.err == f"aoc: {MODULE} exists already: left as it is\n"
    assert (done.out, site.asked()) == (f"{TESTS}: 1 example\n", [PAGE])
    (project.root / TESTS).write_text("mine too")
    done = aoc("new", "21")
    assert (done.code, done.out, site.asked()) == (0, "", [])
    assert done.err.count("exists already") == 2
    assert [(project.root / name).read_text() for name in (MODULE, TESTS)] == ["mine", "mine too"]


def test_without_a_token_the_public_page_has_the_title_and_the_examples(
    aoc: Aoc, site: Site, project: Project
) -> None:
    del project.variables["AOC_SESSION"]
    shutil.rmtree(project.cache)
    done = aoc("new", "21")
    assert done.code == 0
    login = "log in with `aoc login`"
    assert done.err == f"aoc: no session token, so your input was not fetched: {login}\n"
    assert done.out == f"{MODULE}: Dirac Dice\n{TESTS}: 1 example\n"
    assert examples_of(project) == [Example(EXAMPLE, 739785)]
    [request] = site.requests
    assert (request.account, request.user_agent) == (None, f"aoc-days/{version('aoc-days')}")
    assert site.asked() == [PAGE]
    pages = [path.name for path in project.cache.rglob("*.html")]
    assert pages == ["2021_21_prose.0.html"]
    (project.root / MODULE).unlink()
    assert aoc("new", "21").out == f"{MODULE}: Dirac Dice\n"
    done = aoc("new", "21", "--update")
    assert (done.code, done.err) == (3, f"aoc: no session token: {login}\n")
    assert site.asked() == []


def test_without_the_site_the_files_are_made_and_one_sentence_says_why(
    aoc: Aoc, site: Site, project: Project
) -> None:
    later = "aoc: title and examples are missing: `aoc new 2021/21` adds them later"
    for fault, code, sentence in (
        (faults.garbage(), 3, "is not the page of 2021/21: try again later"),
        (faults.status(500), 3, "answered 500"),
        (faults.status(500), 0, "answered 500"),
    ):
        if code == 0:
            del project.variables["AOC_SESSION"]
            shutil.rmtree(project.cache)
        site.fail(fault, "GET", "/2021/day/21")
        done = aoc("new", "21")
        assert (done.code, site.asked()) == (code, [PAGE])
        assert sentence in done.err
        assert done.err.splitlines()[-1] == later
        assert examples_of(project) == []
        assert (project.root / MODULE).read_text().startswith('"""Day 21.')
        (project.root / MODULE).unlink()
        (project.root / TESTS).unlink()


def test_a_puzzle_that_is_locked_is_neither_asked_for_nor_begun(
    aoc: Aoc, site: Site, project: Project
) -> None:
    site.unlock(2021, 21, -60)
    done = aoc("new", "21")
    assert done.code == 3
    assert "locked until" in done.err
    assert "`aoc new --wait --open --watch` waits for it" in done.err
    # Nothing but its time is asked for, as this computer's clock may be behind.
    assert site.asked() == ["HEAD /"]
    assert not (project.root / MODULE).exists()


def test_a_template_of_ones_own(aoc: Aoc, site: Site, project: Project) -> None:
    project.configure('template = "mine"')
    assert aoc("new", "1").code == 2
    folder = project.root / "mine"
    folder.mkdir()
    (folder / "day.py").write_bytes(b'"$heading $year $day ${dd} $title $url ^\\d+$"\r\n')
    assert aoc("new", "1").code == 0
    assert site.asked() == ["GET /2021/day/1", "GET /2021/day/1/input"]
    made = (project.root / "days/year2021/day01.py").read_bytes().decode()
    url = "https://adventofcode.com/2021/day/1"
    assert made == f'"Day 1: Sonar Sweep. 2021 1 01 Sonar Sweep {url} ^\\d+$"\r\n'
    assert len(examples_of(project, "tests/year2021/test_day01.py")) == 1


@pytest.mark.windows
def test_update_adds_the_answer_of_part_2_and_nothing_else(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    aoc("new", "21")
    tests = project.root / TESTS
    mine = tests.read_bytes().replace(b"\n", b"\r\n") + b"def sample(rng): return  'x'\r\n"
    tests.write_bytes(mine)
    tests.chmod(0o755)
    account.solve(2021, 21, 1)
    assert site.asked() == [PAGE]
    done = aoc("new", "21", "--update")
    assert (done.err, site.asked()) == ("", [PAGE])
    assert done.out == f"{TESTS}: added part2=444356092776315 to example 1\n"
    added = b"        part2=444356092776315,\r\n"
    made = tests.read_bytes()
    assert added in made
    assert made.replace(added, b"") == mine
    if os.name == "posix":  # Windows has no such modes.
        assert tests.stat().st_mode & 0o777 == 0o755
    assert examples_of(project) == [Example(EXAMPLE, 739785, 444356092776315)]
    done = aoc("new", "21", "--update")
    assert (done.out, site.asked()) == (f"{TESTS}: nothing to add\n", [])
    assert tests.read_bytes() == made


def test_update_prints_what_to_paste_into_a_file_that_it_does_not_understand(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    source = "EXAMPLES = [make()]"
    (project.root / TESTS).write_text(source)
    account.solve(2021, 21, 1)
    done = aoc("new", "21", "--update")
    assert (done.code, site.asked()) == (2, [PAGE])
    assert done.err == (
        f"aoc: {TESTS} is no Python, or has its EXAMPLES in a form of its own; it was not changed: "
        "paste the lines above\n"
    )
    assert (project.root / TESTS).read_text() == source
    pasted = ast.parse(f"[{done.out}]", mode="eval").body
    assert "part2=444356092776315" in ast.unparse(pasted)


def test_an_example_of_the_page_has_its_parameters(aoc: Aoc, site: Site, project: Project) -> None:
    site.event(2023)
    site.expect("GET /2023/day/11*")
    assert aoc("new", "2023/11").code == 0
    [example] = examples_of(project, "tests/year2023/test_day11.py")
    assert example.params == {"expansion_factor": 100}
    module = project.root / "days" / "year2023" / "day11.py"
    module.write_text("def part1(text):\n    return 1\n")
    said = aoc("run", "2023/11", "--example").out
    assert "write one as `def part1(data, *, expansion_factor=...)`" in said


@needs_ruff
def test_a_fresh_day_is_as_ruff_wants_it(aoc: Aoc, site: Site, project: Project) -> None:
    shutil.rmtree(project.root / "days")
    shutil.rmtree(project.root / "tests")
    assert aoc("init").code == 0
    site.expect("GET /2021/day/*")
    site.fail(faults.status(500), "GET", "/2021/day/20")
    assert [aoc("new", day).code for day in ("20", "21", "25")] == [3, 0, 0]
    rules = "ANN,B,C4,E,F,I,N,PIE,PLC,PLE,PLW,RET,RUF,SIM,T20,UP,W"
    for command in (("check", "--select", rules), ("format", "--check")):
        options = ("--no-cache", "--isolated", "--line-length=100")
        ruff = (sys.executable, "-m", "ruff")
        subprocess.run([*ruff, *command, *options], cwd=project.root, check=True)
