"""Checks a project of one's own with the wheel installed: its imports, tests and types."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.emulator import Site
from tests.install.environment import Environment, clean, finish, run
from tests.install.own_project import OwnProject
from tests.marks import needs_posix_shell

TYPE_CHECKERS = ("mypy", "pyright[nodejs]")
MODES = ("prepend", "importlib")
SOLVED = '''\
"""Day 1: Sums."""


def parse(text: str) -> list[int]:
    """Return the numbers."""
    return [int(line) for line in text.split("\\n")]


def part1(numbers: list[int]) -> int:
    """Add the numbers."""
    return sum(numbers)


def part2(numbers: list[int]) -> int:
    """Add their squares."""
    return sum(number * number for number in numbers)
'''


def test_its_days_run(own_project: OwnProject) -> None:
    for year in (2015, 2022):
        lines = own_project.aoc("run", f"{year}/1", "--example", "--json").splitlines()
        verdicts = [json.loads(line)["verdict"] for line in lines]
        assert verdicts == ["unknown", "pass", "pass"], "of parse, and of both parts"


@pytest.mark.parametrize("mode", MODES)
def test_its_tests_pass(own_project: OwnProject, mode: str) -> None:
    shown = own_project.run(own_project.environment.script("pytest"), f"--import-mode={mode}")
    assert re.search(r"\b7 passed", shown)


def test_its_modules_can_be_imported(own_project: OwnProject) -> None:
    code = "import days.util.sums, tests.makers; print(days.util.sums.__file__)"
    expected = own_project.folder / "days" / "util" / "sums.py"
    assert Path(own_project.python("-c", code).strip()) == expected
    # Nor has it to be done in the project's folder.
    elsewhere = run(own_project.environment.python, "-c", code, cwd=own_project.folder.parent)
    assert Path(elsewhere.strip()) == expected


def test_a_day_of_it_can_be_run_as_a_module(own_project: OwnProject) -> None:
    assert own_project.python("-m", "days.year2015.day01") == "11\n"


@pytest.fixture(scope="module")
def checked(own_project: OwnProject) -> OwnProject:
    """The project with the type checkers installed."""
    own_project.environment.install(*TYPE_CHECKERS)
    return own_project


def test_mypy_is_content_with_it(checked: OwnProject) -> None:
    for options in (["--strict", "."], []):
        assert "no issues found" in checked.python("-m", "mypy", *options)


def test_mypy_knows_the_types_of_aoc(checked: OwnProject) -> None:
    wrong = 'from aoc import Example\n\nEXAMPLE = Example("1", partt1=3)\n'
    (checked.folder / "wrong.py").write_text(wrong)
    environment = checked.environment
    done = finish(environment.python, "-m", "mypy", "--strict", "wrong.py", cwd=checked.folder)
    (checked.folder / "wrong.py").unlink()
    assert 'Unexpected keyword argument "partt1"' in done.stdout


def test_pyright_is_content_with_it(checked: OwnProject) -> None:
    # pyright comes from npm.
    environment = checked.environment
    shown = run(environment.script("pyright"), cwd=checked.folder)
    assert "0 errors, 0 warnings" in shown


@needs_posix_shell
def test_the_words_of_its_readme_work_one_by_one(
    plain: Environment, site: Site, tmp_path: Path
) -> None:
    folder = tmp_path / "advent"
    run(plain.script("aoc"), "init", folder, "--year", "2022", cwd=tmp_path)
    alice = site.account("alice")
    site.event(2022)
    assert alice.token
    lines = re.findall(r"^ {4}(.+?)(?:  +#.*)?$", (folder / "README.md").read_text(), re.MULTILINE)
    assert lines[2:] == [
        'python -m pip install -e ".[test]"',
        "aoc login",
        "aoc new 1",
        "aoc run 1",
        "aoc submit 1",
        "aoc new 1 --update",
        "aoc status",
        "aoc report",
        "pytest",
    ]
    make, activate, *words = lines
    shell = ("bash", "-euc")
    run(*shell, make, cwd=folder)
    # The year is that of the settings.
    online = site.environment(tmp_path / "aocd") | {"AOC_YEAR": ""}
    for line in words:
        installs = "pip install" in line
        run(
            *shell,
            f"{activate}; {line}",
            cwd=folder,
            env=clean(os.environ) if installs else online,
            stdin=f"{alice.token}\n" if line == "aoc login" else "",
        )
        if line == "aoc run 1":
            (folder / "days" / "year2022" / "day01.py").write_text(SOLVED)
    assert site.count("POST") == 1
    assert "\n| 1 | " in (folder / "README.md").read_text()
    examples = (folder / "tests" / "year2022" / "test_day01.py").read_text()
    assert "part2=" in examples


@needs_posix_shell
def test_a_repository_with_metadata_of_its_own_runs_days_after_the_next_steps(
    plain: Environment, site: Site, tmp_path: Path
) -> None:
    folder = tmp_path / "it's mine"
    folder.mkdir()
    metadata = '[project]\nname = "mine"\nversion = "1"\n\n[tool.setuptools]\npackages = []\n'
    (folder / "pyproject.toml").write_text(metadata, encoding="utf-8")
    done = finish(plain.script("aoc"), "init", "it's mine", "--year", "2022", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    steps = re.findall(r"^  (.+)", done.stderr, re.MULTILINE)
    assert steps[-2:] == ["aoc login", "aoc new 1"]
    *install, _, new = steps
    run("bash", "-euc", "\n".join(install), cwd=tmp_path)
    words = [steps[0], ". .venv/bin/activate", new, "pip install -q --no-deps -e .", "pytest"]
    env = site.environment(tmp_path / "aocd")
    shown = run("bash", "-euc", "\n".join(words), cwd=tmp_path, env=env)
    assert "1 passed" in shown


def test_puzzle_solve_works_in_it(own_project: OwnProject, site: Site) -> None:
    alice = site.account("alice")
    sheet = site.sheet("alice", 2022, 1)
    code = "from aocd.models import Puzzle; print(Puzzle(2022, 1).solve())"
    shown = run(
        own_project.environment.python,
        "-c",
        code,
        cwd=own_project.folder,
        env=clean(site.environment(own_project.cache))
        | site.variables(own_project.cache, alice.token),
    )
    assert shown == f"({sheet.answer1!r}, {sheet.answer2!r})\n"
