"""Checks `aoc init` where something is: a repository, a project, a file in the way."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.marks import needs_git, needs_posix_shell
from tests.program import ROOT, Finished, Project

pytestmark = pytest.mark.slow

METADATA = '[project]\r\nname = "mine"\r\nversion = "1"\r\n'


@pytest.fixture
def home(tmp_path: Path) -> Project:
    """A folder without a project, and the program to run in it."""
    made = Project.__new__(Project)
    made.root, made.cache = tmp_path / "home", tmp_path / "aocd"
    made.root.mkdir()
    return made


def write(folder: Path, **files: str | bytes) -> None:
    """Write files; `__` stands for a dot in their names."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        data = text.encode() if isinstance(text, str) else text
        (folder / name.replace("__", ".")).write_bytes(data)


def snapshot(folder: Path) -> dict[str, bytes | None]:
    """Return all that is in a folder; a folder has no bytes."""
    return {
        path.relative_to(folder).as_posix(): None if path.is_dir() else path.read_bytes()
        for path in folder.rglob("*")
        if ".git/" not in path.as_posix()
    }


def sentences(done: Finished) -> list[str]:
    """Return the sentences on stderr."""
    return [line for line in done.err.splitlines() if line.startswith("aoc: ")]


def test_a_repository_gets_what_it_lacks_and_keeps_what_it_has(home: Project) -> None:
    write(home.root, LICENSE="mine\r\n", README__md="# Mine\r\n", notes="x")
    (home.root / ".git").mkdir()
    before = snapshot(home.root)
    done = home.run("init")
    assert done.code == 0, done.err
    after = snapshot(home.root)
    assert before.items() <= after.items()
    assert set(done.out.splitlines()) == {
        str(Path(name)) for name in after.keys() - before.keys() if after[name] is not None
    }
    assert {"pyproject.toml", ".gitignore", "days/__init__.py"} <= after.keys()


def test_metadata_gets_the_settings_at_its_end(home: Project) -> None:
    write(home.root, pyproject__toml=METADATA)
    done = home.run("init", "--year", "2016")
    assert "pyproject.toml: added [tool.aoc]" in done.out.splitlines()
    text = (home.root / "pyproject.toml").read_bytes().decode()
    assert text.startswith(f"{METADATA}\r\n[tool.aoc]\r\nyear = 2016\r\n")
    assert text.count("\n") == text.count("\r\n")
    assert '  python -m pip install "aoc-days' in done.err
    assert any('add "aoc-days' in line for line in sentences(done))


@needs_git
def test_gitignore_gets_the_lines_that_keep_inputs_out(home: Project) -> None:
    write(home.root, __gitignore="*.pyc\r\n.venv")
    done = home.run("init")
    assert any(line.startswith(".gitignore: added ") for line in done.out.splitlines())
    added = (home.root / ".gitignore").read_bytes()
    assert added.startswith(b"*.pyc\r\n.venv\r\n")
    assert added.count(b"\n") == added.count(b"\r\n")
    subprocess.run(["git", "init", "-q"], cwd=home.root, check=True)
    (home.root / "inputs").mkdir()
    (home.root / "inputs" / "01.txt").write_text("x", encoding="utf-8")
    command = ["git", "status", "--porcelain", "--untracked-files=all"]
    shown = subprocess.check_output(command, cwd=home.root, text=True)
    assert "README.md" in shown
    assert "inputs" not in shown


def test_tests_that_are_there_are_imported_as_before(home: Project) -> None:
    (home.root / "tests").mkdir()
    (home.root / "tests" / "helper.py").write_text("X = 1\n", encoding="utf-8")
    mine = "from helper import X\n\ndef test_mine():\n    assert X\n"
    (home.root / "tests" / "test_mine.py").write_text(mine, encoding="utf-8")
    assert home.run("init").code == 0
    for year in ("2015", "2016"):
        assert home.run("new", f"{year}/1").code == 0
        tests = home.root / "tests" / f"year{year}" / "test_day01.py"
        source = tests.read_text(encoding="utf-8")
        example = "EXAMPLES = [Example('x', part1=1)]\n"
        tests.write_text(f"{source}\n{example}", encoding="utf-8")
        day = home.root / "days" / f"year{year}" / "day01.py"
        source = day.read_text(encoding="utf-8").replace("...", "return 1")
        day.write_text(source, encoding="utf-8")
    unused = ("cacheprovider", "hypothesispytest", "pytest_cov", "xdist", "xdist.looponfail")
    options = [word for name in unused for word in ("-p", f"no:{name}")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options],
        cwd=home.root,
        env=home.environment({"PYTHONPATH": str(ROOT)}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "3 passed" in done.stdout, done.stdout


def test_a_second_time_nothing_is_made(home: Project) -> None:
    home.run("init", "--year", "2015")
    before = snapshot(home.root)
    done = home.run("init", "--year", "2015")
    assert (done.code, done.out) == (0, "")
    assert "is a project already: nothing to do" in done.err
    assert "Next:" not in done.err
    assert snapshot(home.root) == before


def test_the_home_folder_is_no_project(home: Project) -> None:
    names = ("HOME", "USERPROFILE")
    write(home.root / "2021", day1__py="print(1)\n")
    before = snapshot(home.root)
    for words in (["init"], ["init", "--yes"], ["init", "--dry-run"]):
        done = home.run(*words, env=dict.fromkeys(names, str(home.root)))
        assert (done.code, done.out) == (2, "")
        assert "is your home folder" in done.err
    assert snapshot(home.root) == before


def test_metadata_that_is_broken_is_refused_before_anything_is_made(home: Project) -> None:
    write(home.root, pyproject__toml="[x")
    done = home.run("init")
    assert done.code == 2
    assert "is not valid TOML" in done.err
    assert snapshot(home.root) == {"pyproject.toml": b"[x"}


@pytest.mark.parametrize("name", ["days", ".github"])
def test_after_a_file_was_in_the_way_the_next_try_makes_the_rest(home: Project, name: str) -> None:
    write(home.root / "advent", __gitignore="mine\n")
    write(home.root / "advent", **{name.replace(".", "__"): "a file"})
    done = home.run("init", "advent")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert name in done.err
    assert (home.root / "advent" / name).read_bytes() == b"a file"
    (home.root / "advent" / name).unlink()
    again = home.run("init", "advent")
    assert again.code == 0
    assert "Next:" in again.err
    assert {"pyproject.toml", "days/__init__.py", ".github/workflows/ci.yml"} <= snapshot(
        home.root / "advent"
    ).keys()


@needs_posix_shell
def test_a_file_too_large_for_the_disk_is_not_half_written(home: Project) -> None:
    write(home.root / "advent", pyproject__toml="[tool.aoc]\n")
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f 1; exec {shlex.quote(sys.executable)} -m aoc init advent"],
        cwd=home.root,
        env=home.environment(),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert "README.md cannot be written (File too large)" in done.stderr
    assert not any("README" in name for name in snapshot(home.root))
