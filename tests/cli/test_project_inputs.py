"""Checks inputs that are files of the project, such as `inputs/2021/21.txt`, and its answers."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.program import Project

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return text\n"
SAMPLE = "def sample(rng):\n    return 'made up'\n"
NAME = os.path.join("inputs", "2021", "21.txt")
INPUT = "GET /2021/day/21/input"


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose day 21 answers with its input."""
    project.day(21, DAY, SAMPLE)
    return project


@pytest.fixture
def file(project: Project) -> Path:
    """The file with the input of day 21."""
    return put(project, "mine\n")


def put(project: Project, text: str, name: str = NAME) -> Path:
    """Write an input into a project."""
    path = project.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def run(aoc: Aoc, days: str = "21") -> dict[str, str]:
    """Run part 1, and return the answers by input."""
    done = aoc("run", days, "--json", "--part", "1")
    assert done.code == 0
    return {result["input"]: result["answer"] for result in done.results}


def test_a_file_in_the_project_is_the_input_of_its_day(
    aoc: Aoc, project: Project, file: Path
) -> None:
    assert run(aoc) == {f"file {NAME}": "mine"}
    project.day(20, DAY, SAMPLE)
    assert run(aoc, "20-21") == {"sample 0": "made up", f"file {NAME}": "mine"}
    # The zero may be left out.
    project.day(1, DAY, SAMPLE)
    name = os.path.join("inputs", "2021", "1.txt")
    put(project, "other\n", name)
    assert run(aoc, "1") == {f"file {name}": "other"}
    project.remember("cached\n")
    assert run(aoc) == {"github.alice.1": "cached"}


@pytest.mark.parametrize("folder", ["../elsewhere", "{root}/far"])
def test_the_folder_is_a_setting(aoc: Aoc, project: Project, folder: str) -> None:
    folder = folder.format(root=project.root.as_posix())
    project.configure(f"inputs = '{folder}'")
    name = os.path.join(folder, "2021", "21.txt")
    put(project, "mine\n", name)
    assert run(aoc) == {f"file {name}": "mine"}


def test_what_cannot_be_an_input_is_refused(aoc: Aoc, file: Path) -> None:
    remedy = "save your puzzle input there, or delete the file"
    for text, reason in (("", "is empty"), ("<!DOCTYPE html>\n<html>", "is an HTML page")):
        file.write_text(text)
        done = aoc("run", "21", "--json")
        [result] = done.lines
        assert (done.code, result["error"]["kind"]) == (1, "input")
        assert result["error"]["message"] == f"{NAME} {reason}: {remedy}"


@pytest.fixture
def cached(account: Account, project: Project) -> Path:
    """The input of an account in aocd's cache, from where it is taken; a day that solves it."""
    sheet = account.sheets[2021, 21]
    source = f"def part1(text):\n    return 5 if text == 'x' else {sheet.answer1}\n"
    tests = "from aoc import Example\n\nEXAMPLES = [Example('x', part1=5)]\n"
    project.day(21, source, tests)
    path = project.account_files(account.id) / "2021_21_input.txt"
    path.unlink()
    return path


def test_no_request_is_made_where_there_is_a_file(
    aoc: Aoc, site: Site, account: Account, cached: Path, file: Path
) -> None:
    # Neither for an account whose id is known nor for a new token.
    for token in (account.token or "", account.login()):
        done = aoc("run", "21", "--json", env={"AOC_SESSION": token})
        assert (done.code, done.err) == (0, "")
        assert f"file {NAME}" in {result["input"] for result in done.results}
    assert site.asked() == []


def test_a_file_stands_in_for_no_account_that_was_named(
    aoc: Aoc, site: Site, account: Account, cached: Path, file: Path
) -> None:
    account.expire()
    done = aoc("run", "21", "--user", "all", "--json")
    assert (done.code, [result["input"] for result in done.results]) == (3, ["example 1"])
    assert site.asked() == [INPUT]


@pytest.mark.parametrize("command", ["run 21 --submit", "submit 21"])
def test_an_answer_to_what_may_be_somebody_elses_input_is_not_sent(
    aoc: Aoc, site: Site, account: Account, cached: Path, file: Path, command: str
) -> None:
    done = aoc(*command.split())
    assert done.code == 1
    assert (
        f"was not sent: {NAME} may be the input of another account: fetch yours with "
        "`aoc fetch 2021/21`; `aoc submit --force` sends it anyway\n"
    ) in done.err
    assert site.asked() == []
    # What was said to do helps.
    aoc("fetch", "21")
    site.expect("GET /2021/day/21", INPUT)
    assert cached.read_text(encoding="utf-8") == account.sheets[2021, 21].input
    assert aoc(*command.split()).code == 0
    assert (site.count("POST"), account.solved(2021, 21)) == (1, 1)


def test_an_answer_to_a_file_is_sent_by_force(
    aoc: Aoc, site: Site, account: Account, cached: Path, file: Path
) -> None:
    done = aoc("submit", "21", "--force", "--part", "1")
    assert (done.code, account.solved(2021, 21)) == (0, 1), done.err
    assert site.count("POST") == 1
    site.expect("GET /2021/day/21")


def test_the_setting_to_submit_leaves_alone_a_file_other_games_and_the_debugger(
    aoc: Aoc, site: Site, account: Account, project: Project, cached: Path, file: Path
) -> None:
    project.configure("submit = true")
    consent = json.dumps({os.path.realpath(project.root): True})
    (project.cache / "aoc_consent.json").write_text(consent)
    assert aoc("run", "21").code == 0
    assert site.asked() == []
    cached.write_text(account.sheets[2021, 21].input, encoding="utf-8")
    module = project.root / "days" / "year2021" / "day21.py"
    module.write_text(module.read_text().replace("part1(text)", "part1(text, *, target=1000)"))
    for option in ("--param=target=30", "--pdb"):
        assert aoc("run", "21", option).code == 0
        assert site.asked() == []
    site.expect("GET /2021/day/21")
    assert aoc("run", "21").code == 0
    assert (site.count("POST"), account.solved(2021, 21)) == (1, 1)
