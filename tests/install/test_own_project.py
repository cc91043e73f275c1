"""Checks a project of one's own with the wheel installed: its imports, tests and types."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.emulator import Site
from tests.support.installation import Environment, finish, run
from tests.support.marks import needs_posix_shell
from tests.support.own_project import DAY, HELPER, YEARS, OwnProject

SOLVED = DAY.replace("from days.util.sums import numbers", HELPER.split('"""')[-1].strip())
WRONG = """\
from aoc import Example, puzzle

EXAMPLE = Example("1", partt1=3)
ANSWERS: str = puzzle(2022, 1).run().answers()
"""


def test_its_days_run(own_project: OwnProject) -> None:
    for year in YEARS:
        lines = own_project.aoc("run", f"{year}/1", "--example", "--json").splitlines()
        verdicts = [json.loads(line)["verdict"] for line in lines]
        assert verdicts == ["unknown", "pass", "pass"], "of parse, and of both parts"


@pytest.mark.parametrize("mode", ["prepend", "importlib"])
def test_its_tests_pass(own_project: OwnProject, mode: str) -> None:
    shown = own_project.run(own_project.environment.script("pytest"), f"--import-mode={mode}")
    assert re.search(r"\b7 passed", shown)


def test_its_modules_can_be_imported_from_anywhere(own_project: OwnProject) -> None:
    for folder in (own_project.folder, own_project.folder.parent):
        found = own_project.environment.evaluate(
            "import days.util.sums, tests.makers", "days.util.sums.__file__", folder
        )
        assert Path(found) == own_project.folder / "days" / "util" / "sums.py"
    assert own_project.python("-m", "days.year2015.day01") == "11\n"


@pytest.fixture(scope="module")
def checked(own_project: OwnProject) -> OwnProject:
    """The project with the type checkers installed; pyright comes from npm."""
    own_project.environment.install("mypy", "pyright[nodejs]")
    return own_project


def test_mypy_is_content_with_it(checked: OwnProject) -> None:
    for options in (["--strict", "."], []):
        assert "no issues found" in checked.python("-m", "mypy", *options)


def test_mypy_knows_the_types_of_aoc(checked: OwnProject) -> None:
    (checked.folder / "wrong.py").write_text(WRONG)
    python = checked.environment.python
    done = finish(python, "-m", "mypy", "--strict", "wrong.py", cwd=checked.folder)
    (checked.folder / "wrong.py").unlink()
    assert 'Unexpected keyword argument "partt1"' in done.stdout
    assert 'expression has type "tuple[str | None, str | None]"' in done.stdout


def test_pyright_is_content_with_it(checked: OwnProject) -> None:
    assert "0 errors, 0 warnings" in checked.run(checked.environment.script("pyright"))


@needs_posix_shell
def test_the_words_of_its_readme_work_one_by_one(
    plain: Environment, site: Site, tmp_path: Path
) -> None:
    folder = tmp_path / "advent"
    run(plain.script("aoc"), "init", folder, cwd=tmp_path)
    alice = site.account("alice")
    site.event(2022)
    readme = folder / "README.md"
    lines = re.findall(r"(?m)^ {4}(.+?)(?:  +#.*)?$", readme.read_text())
    make, activate, install, *words = lines
    assert install == 'python -m pip install -e ".[test]"'
    assert words == [
        "aoc login",
        "aoc new 1",
        "aoc run 1",
        "aoc submit 1",
        "aoc new 1 --update",
        "aoc status",
        "aoc report",
        "pytest",
    ]
    run("bash", "-euc", f"{make}; {activate}; {install}", cwd=folder)
    # The year is that of the settings.
    env = site.environment(tmp_path / "aocd") | {"AOC_YEAR": "2022"}
    for line in words:
        typed = f"{alice.token}\n" if line == "aoc login" else ""
        run("bash", "-euc", f"{activate}; {line}", cwd=folder, env=env, stdin=typed)
        if line == "aoc run 1":
            (folder / "days" / "year2022" / "day01.py").write_text(SOLVED)
    # Both parts are solved, so both are sent.
    assert site.count("POST") == 2
    assert "\n| 1 | " in readme.read_text()
    assert "part2=" in (folder / "tests" / "year2022" / "test_day01.py").read_text()


@needs_posix_shell
def test_a_repository_with_metadata_of_its_own_runs_days_after_the_next_steps(
    plain: Environment, site: Site, tmp_path: Path
) -> None:
    folder = tmp_path / "it's mine"
    folder.mkdir()
    metadata = '[project]\nname = "mine"\nversion = "1"\n\n[tool.setuptools]\npackages = []\n'
    (folder / "pyproject.toml").write_text(metadata, encoding="utf-8")
    done = finish(plain.script("aoc"), "init", "it's mine", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    *install, login, new = re.findall(r"^  (.+)", done.stderr, re.MULTILINE)
    assert login == "aoc login"
    assert new.startswith("aoc new ")
    run("bash", "-euc", "\n".join(install), cwd=tmp_path)
    words = [
        install[0],
        ". .venv/bin/activate",
        "aoc new 2022/1",
        "pip install -q --no-deps -e .",
        "pytest",
    ]
    env = site.environment(tmp_path / "aocd")
    assert "1 passed" in run("bash", "-euc", "\n".join(words), cwd=tmp_path, env=env)
