"""Checks `aoc init`: a fresh project in which everything works at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from aoc.scaffold.project_files import project_name
from tests.marks import WINDOWS, needs_git
from tests.site import Account, Site
from tests.site.program import ROOT, aoc, cache_of

SOLVED = '''"""Day 1: Sonar Sweep."""


def parse(text: str) -> tuple[int, ...]:
    """Read depths."""
    return tuple(map(int, text.split("\\n")))


def part1(depths: tuple[int, ...]) -> int:
    """Count increases."""
    return sum(a < b for a, b in zip(depths, depths[1:], strict=False))


def part2(depths: tuple[int, ...]) -> int:
    """Count increases over three."""
    return sum(a < b for a, b in zip(depths, depths[3:], strict=False))
'''


@pytest.fixture
def alice(site: Site) -> Account:
    return site.account("alice")


@pytest.fixture
def folder(site: Site, tmp_path: Path) -> Path:
    done = aoc(site, tmp_path, "init", "My Advent", "--year", "2021")
    assert done.returncode == 0, done.stderr
    return tmp_path / "My Advent"


def run(
    site: Site, folder: Path, *command: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    environment = site.environment(cache_of(folder)) | (env or {})
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def pytest_in(
    site: Site, folder: Path, *args: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    unused = ("cacheprovider", "hypothesispytest", "pytest_cov", "xdist", "xdist.looponfail")
    options = [word for name in unused for word in ("-p", f"no:{name}")]
    return run(site, folder, sys.executable, "-m", "pytest", "-q", *options, *args, env=env)


def test_it_says_what_it_made(site: Site, tmp_path: Path) -> None:
    done = aoc(site, tmp_path, "init", "advent")
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert done.returncode == 0
    assert {Path(line).as_posix() for line in done.stdout.splitlines()} == made
    assert {"advent/pyproject.toml", "advent/README.md", "advent/tests/__init__.py"} < made
    assert site.requests == ()


def test_the_next_words_can_be_typed_into_any_shell(site: Site, tmp_path: Path) -> None:
    done = aoc(site, tmp_path, "init", "my advent")
    assert 'cd "my advent"' in done.stderr
    assert 'pip install -e ".[test]"' in done.stderr
    assert "'" not in done.stderr


def test_its_readme_names_the_program_as_it_was_started(folder: Path) -> None:
    readme = (folder / "README.md").read_text()
    assert "\n    python -m aoc new 1  " in readme
    assert "$" not in readme


def test_it_registers_no_solver(folder: Path) -> None:
    written = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    assert "entry-points" not in written["project"]
    assert not list(folder.glob("*.py"))


def test_a_day_of_it_can_be_begun_run_and_tested(site: Site, alice: Account, folder: Path) -> None:
    empty = pytest_in(site, folder)
    assert empty.returncode == 0, empty.stdout
    assert aoc(site, folder, "new", "1", token=alice.token).returncode == 0
    assert aoc(site, folder, "run", "1", token=alice.token).returncode == 0
    (folder / "days/year2021/day01.py").write_text(SOLVED)
    solved = pytest_in(site, folder)
    assert solved.returncode == 0, solved.stdout
    done = aoc(site, folder, "run", "1", "--example", "--json")
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == ["pass"]


@pytest.mark.parametrize("mode", ["prepend", "importlib"])
def test_its_years_may_have_the_same_days(site: Site, folder: Path, mode: str) -> None:
    for year in ("2021", "2022"):
        assert aoc(site, folder, "new", f"{year}/1").returncode == 0
    assert pytest_in(site, folder, f"--import-mode={mode}").returncode == 0


def test_its_tests_may_have_helpers_of_their_own(site: Site, folder: Path) -> None:
    (folder / "tests" / "makers.py").write_text("MADE = 1\n")
    (folder / "tests" / "test_makers.py").write_text(
        "from tests.makers import MADE\n\ndef test_made():\n    assert MADE == 1\n"
    )
    # As some distributions do; a `tests` without an __init__.py would lose against this one.
    other = folder.parent / "elsewhere" / "tests"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("")
    done = pytest_in(site, folder, env={"PYTHONPATH": f"{ROOT}{os.pathsep}{other.parent}"})
    assert done.returncode == 0, done.stdout


@needs_git
def test_inputs_tokens_and_times_stay_out_of_git(site: Site, alice: Account, folder: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    personal = ["token", "tokens.json", "2021_01_input.txt", ".aoc/history.jsonl"]
    (folder / ".aoc").mkdir()
    for name in personal:
        (folder / name).write_text("secret")
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    shown = subprocess.check_output(command, cwd=folder, text=True)
    assert "pyproject.toml" in shown
    assert "days/__init__.py" in shown
    assert [name for name in personal if name in shown] == []


def test_a_folder_with_something_in_it_is_left_alone(site: Site, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("")
    in_a_file = "cannot be made a project" if WINDOWS else "Not a directory"
    for target, sentence in (("full", "is not empty"), ("full/mine", in_a_file)):
        done = aoc(site, tmp_path, "init", target)
        assert done.returncode == 2
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1
    assert os.listdir(tmp_path / "full") == ["mine"]


def test_a_new_repository_counts_as_empty(site: Site, tmp_path: Path) -> None:
    (tmp_path / "new" / ".git").mkdir(parents=True)
    assert aoc(site, tmp_path / "new", "init", ".").returncode == 0


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("advent", "aoc-advent"),
        ("aoc", "aoc-mine"),
        ("AoC 2021", "aoc-2021"),
        ("aoc_days", "aoc-days-mine"),
        ("日本", "aoc-mine"),
    ],
)
def test_its_name_is_nothing_elses(folder: str, name: str) -> None:
    assert project_name(f"/somewhere/{folder}") == name


def test_its_ci_runs_what_works_without_an_account(folder: Path) -> None:
    text = (folder / ".github/workflows/ci.yml").read_text()
    assert "python -m pytest" in text
    assert "secrets." not in text
