"""Checks `aoc init`: a fresh project in which everything works at once."""

from __future__ import annotations

import json
import os
import site as installed
import subprocess
import sys
from pathlib import Path

import pytest

from aoc.scaffold.project_files import project_names
from tests.marks import WINDOWS, needs_git, needs_venv
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


def pytest_in(site: Site, folder: Path) -> subprocess.CompletedProcess[str]:
    unused = ("cacheprovider", "hypothesispytest", "pytest_cov", "xdist", "xdist.looponfail")
    options = [word for name in unused for word in ("-p", f"no:{name}")]
    return run(site, folder, sys.executable, "-m", "pytest", "-q", *options)


def test_it_says_what_it_made(site: Site, tmp_path: Path) -> None:
    done = aoc(site, tmp_path, "init", "advent")
    made = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert done.returncode == 0
    assert {Path(line).as_posix() for line in done.stdout.splitlines()} == made
    assert {"advent/pyproject.toml", "advent/aoc_advent.py", "advent/README.md"} < made
    assert site.requests == ()


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


def test_its_years_may_have_the_same_days(site: Site, folder: Path) -> None:
    for year in ("2021", "2022"):
        assert aoc(site, folder, "new", f"{year}/1").returncode == 0
    assert pytest_in(site, folder).returncode == 0


@needs_venv
def test_installed_it_is_a_solver_for_aoc_and_for_aocds_own_runner(
    site: Site, alice: Account, folder: Path
) -> None:
    pytest.importorskip("hatchling")
    pytest.importorskip("pip")
    import venv

    assert aoc(site, folder, "new", "1", token=alice.token).returncode == 0
    # Not what the days of aoc-days find, which are installed as well.
    unlike = SOLVED.replace("return sum(", "return 10**6 + sum(")
    (folder / "days/year2021/day01.py").write_text(unlike)
    assert alice.token
    (cache_of(folder) / "tokens.json").write_text(json.dumps({"alice": alice.token}))
    home = folder.parent / "venv"
    venv.create(home, symlinks=True)
    [packages] = home.glob("Lib/site-packages" if WINDOWS else "lib/python*/site-packages")
    here = "".join(f"site.addsitedir({path!r}); " for path in installed.getsitepackages())
    (packages / "here.pth").write_text(f"import site; {here}\n")
    python = str(home / "Scripts" / "python.exe" if WINDOWS else home / "bin" / "python")
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    options = ("--no-deps", "--no-build-isolation", "--no-index", "-q")
    done = run(site, folder, *pip, "install", *options, "-e", ".")
    assert done.returncode == 0, done.stderr
    listed = run(site, folder, python, "-m", "aoc", "solvers")
    assert "aoc-my-advent\taoc_my_advent:solve" in listed.stdout
    done = run(site, folder, python, "-m", "aoc", "run", "1", "--solver", "aoc-my-advent", "--json")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    answers = [result["answer"] for result in results if result["input"] == alice.id]
    assert len(set(answers)) == 2
    assert min(map(int, answers)) > 10**6
    code = "from aocd.runner import main; main()"
    chosen = ("-p", "aoc-my-advent", "-y", "2021", "-d", "1", "--no-submit")
    session = {"AOC_SESSION": alice.token}
    runner = run(site, folder, python, "-c", code, *chosen, env=session)
    assert all(f" {answer} " in runner.stdout for answer in answers), runner.stdout + runner.stderr
    assert site.count("POST") == 0


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
    assert "days/.gitkeep" in shown
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
    assert project_names(f"/somewhere/{folder}") == (name, name.replace("-", "_"))


def test_its_ci_runs_what_works_without_an_account() -> None:
    text = (ROOT / "aoc/scaffold/templates/project/ci.yml.txt").read_text()
    assert "python -m pytest" in text
    assert "secrets." not in text
