"""Checks `aoc init`: a fresh project in which everything works at once."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.emulator import Account, Site
from tests.emulator.program import aoc, cache_of
from tests.marks import needs_git, needs_posix_shell, needs_windows

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
    assert {Path(line.strip('"')).as_posix() for line in done.stdout.splitlines()} == made
    assert {"advent/pyproject.toml", "advent/README.md", "advent/tests/__init__.py"} < made
    assert site.requests == ()


NAMES = ["advent", "my advent", 'it\'s "mine"', "-x", "$HOME", "Ünï 日本", "a;b & c", "~"]


def next_steps(done: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the commands that come next."""
    lines = done.stderr.splitlines()
    return [line[2:] for line in lines[lines.index("Next:") + 1 :] if line.startswith("  ")]


@needs_posix_shell
@pytest.mark.parametrize("name", NAMES)
def test_what_it_prints_can_be_pasted_into_a_shell(site: Site, tmp_path: Path, name: str) -> None:
    done = aoc(site, tmp_path, "init", "--", name)
    assert done.returncode == 0, done.stderr
    place = next_steps(done)[0]
    shell = ["bash", "-euc"]
    where = subprocess.check_output([*shell, f"{place}; pwd"], cwd=tmp_path, encoding="utf-8")
    assert where == f"{tmp_path / name}\n"
    files = " ".join(f"./{line}" for line in done.stdout.splitlines())
    subprocess.run([*shell, f"ls {files}"], cwd=tmp_path, check=True, capture_output=True)


@needs_windows
def test_what_it_prints_is_in_double_quotes_on_windows(site: Site, tmp_path: Path) -> None:
    assert next_steps(aoc(site, tmp_path, "init", "my advent"))[0] == 'cd "my advent"'


@pytest.mark.parametrize(
    ("metadata", "step"),
    [
        ('dependencies = ["aoc-days"]\n', "uv add --dev pytest"),
        ("", 'uv add --dev "aoc-days'),
        (None, "uv sync"),
    ],
)
def test_in_a_project_of_uv_the_next_steps_are_those_of_uv(
    site: Site, tmp_path: Path, metadata: str | None, step: str
) -> None:
    (tmp_path / "uv.lock").touch()
    if metadata is not None:
        text = f'[project]\nname = "mine"\nversion = "1"\n{metadata}'
        (tmp_path / "pyproject.toml").write_text(text)
    first, *rest = next_steps(aoc(site, tmp_path, "init"))
    assert first.startswith(step)
    assert rest == ["uv run aoc-days login", "uv run aoc-days new 1"]


@pytest.mark.slow
def test_a_day_of_it_can_be_begun_run_and_tested(site: Site, alice: Account, folder: Path) -> None:
    empty = pytest_in(site, folder)
    assert empty.returncode == 0, empty.stdout
    assert aoc(site, folder, "new", "1", token=alice.token).returncode == 0
    assert aoc(site, folder, "run", "1", token=alice.token).returncode == 0
    (folder / "days/year2021/day01.py").write_text(SOLVED)
    solved = pytest_in(site, folder)
    assert solved.returncode == 0, solved.stdout
    done = aoc(site, folder, "run", "1", "--example", "--json")
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()][1:] == ["pass"]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["prepend", "importlib"])
def test_its_years_may_have_the_same_days(site: Site, folder: Path, mode: str) -> None:
    for year in ("2021", "2022"):
        assert aoc(site, folder, "new", f"{year}/1").returncode == 0
    assert pytest_in(site, folder, f"--import-mode={mode}").returncode == 0


@needs_git
def test_inputs_tokens_and_times_stay_out_of_git(site: Site, alice: Account, folder: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    personal = ["token", "tokens.json", "2021_01_input.txt", ".aoc/runs.jsonl"]
    personal += ["inputs/2021/01.txt"]
    (folder / ".aoc").mkdir()
    (folder / "inputs" / "2021").mkdir(parents=True)
    for name in personal:
        (folder / name).write_text("secret")
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    shown = subprocess.check_output(command, cwd=folder, text=True)
    assert "pyproject.toml" in shown
    assert "days/__init__.py" in shown
    assert [name for name in personal if name in shown] == []


@pytest.mark.parametrize(
    ("folder", "name"),
    [("advent", "my-advent"), ("aoc", "my-aoc"), ("AoC 2021", "my-aoc-2021"), ("日本", "my")],
)
def test_its_name_is_nothing_elses(site: Site, tmp_path: Path, folder: str, name: str) -> None:
    assert aoc(site, tmp_path, "init", folder).returncode == 0
    text = (tmp_path / folder / "pyproject.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text)["project"]["name"] == name
