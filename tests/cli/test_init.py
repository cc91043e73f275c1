"""Checks `aoc init`: a fresh project in which everything works, also where something is already."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from aoc.scaffold.project_files import find_requirement
from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.marks import needs_git, needs_posix_shell, needs_windows
from tests.support.program import ROOT, Finished
from tests.support.repository import git

SOLVED = "def parse(text):\n    return text\n\n\ndef part1(text):\n    return 1\n"
EXAMPLES = "\n\nEXAMPLES = [Example('x', part1=1)]\n"


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder without a project."""
    return tmp_path_factory.mktemp("home")


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return all files that are in a folder."""
    paths = (path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def next_steps(done: Finished) -> list[str]:
    """Return the commands that come next."""
    lines = done.err.splitlines()
    return [line[2:] for line in lines[lines.index("Next:") + 1 :] if line.startswith("  ")]


def passed(folder: Path, *args: str) -> str:
    """Run the tests of a project, and return the last line about them."""
    unused = ("cacheprovider", "pytest_cov", "xdist", "xdist.looponfail")
    options = [word for name in unused for word in ("-p", f"no:{name}")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options, *args],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "AOCD_DIR": str(folder / "aocd")},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout.splitlines()[-1]


@needs_posix_shell
def test_what_it_prints_can_be_pasted_into_a_shell(aoc: Aoc, home: Path) -> None:
    for name in ('it\'s "mine"', "$HOME Ünï 日本", "a;b & c", "~"):
        done = aoc("init", "--", name, folder=home)
        assert done.code == 0, done.err
        files = " ".join(f"./{line}" for line in done.out.splitlines())
        command = ["bash", "-euc", f"ls {files} >&2; {next_steps(done)[0]}; pwd"]
        place = subprocess.check_output(
            command, cwd=home, encoding="utf-8", stderr=subprocess.DEVNULL
        )
        assert place == f"{home / name}\n"


@pytest.mark.windows
@needs_windows
def test_what_it_prints_is_in_double_quotes_on_windows(aoc: Aoc, home: Path) -> None:
    assert next_steps(aoc("init", "my advent", folder=home))[0] == 'cd "my advent"'


@pytest.mark.parametrize("has_metadata", [True, False])
def test_in_a_project_of_uv_the_next_steps_are_those_of_uv(
    aoc: Aoc, home: Path, has_metadata: bool
) -> None:
    (home / "uv.lock").touch()
    step = "uv sync"
    if has_metadata:
        (home / "pyproject.toml").write_text('[project]\nname = "mine"\nversion = "1"\n')
        step = f'uv add --dev "{find_requirement()}" pytest'
    first, login, new = next_steps(aoc("init", folder=home))
    assert first == step
    assert login == "uv run aoc-days login"
    assert new.startswith("uv run aoc-days new ")


@pytest.mark.slow
def test_a_day_of_it_can_be_begun_run_and_tested(
    aoc: Aoc, site: Site, account: Account, home: Path
) -> None:
    assert aoc("init", "My Advent", folder=home).code == 0
    folder = home / "My Advent"
    # The years may have the same days.
    site.event(2020)
    for args in ("new 1", "run 1", "new 2020/1"):
        assert aoc(*args.split(), folder=folder).code == 0
    assert site.asked() == [
        "GET /2021/day/1",
        "GET /2021/day/1/input",
        "GET /2020/day/1",
        "GET /2020/day/1/input",
    ]
    for year in (2020, 2021):
        (folder / f"days/year{year}/day01.py").write_text(SOLVED)
        (folder / f"days/year{year}/day01_show.py").write_text("")
        with (folder / f"tests/year{year}/test_day01.py").open("a") as tests:
            tests.write(EXAMPLES)
    assert passed(folder, "--import-mode=importlib").startswith("3 passed")
    done = aoc("run", "1", "--example", "--json", folder=folder)
    assert [line["verdict"] for line in done.results if line["part"] == 1] == ["pass"]


@needs_git
@pytest.mark.parametrize("ignored", [None, "*.pyc\r\n.venv"])
def test_inputs_tokens_and_times_stay_out_of_git(aoc: Aoc, home: Path, ignored: str | None) -> None:
    git(home, "init", "-q")
    if ignored:
        (home / ".gitignore").write_bytes(ignored.encode())
    done = aoc("init", folder=home)
    if ignored:
        assert any(line.startswith(".gitignore: added ") for line in done.out.splitlines())
        added = (home / ".gitignore").read_bytes()
        assert added.startswith(f"{ignored}\r\n".encode())
        assert added.count(b"\n") == added.count(b"\r\n")
    personal = ["token", "tokens.json", "2021_01_input.txt", ".aoc/runs.jsonl", "inputs/21.txt"]
    for name in personal:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("secret")
    shown = git(home, "status", "--porcelain", "--untracked-files=all")
    assert "pyproject.toml" in shown
    assert "days/__init__.py" in shown
    assert [name for name in personal if name in shown] == []


@pytest.mark.windows
def test_its_name_is_nothing_elses(aoc: Aoc, home: Path) -> None:
    names = {"aoc": "my-aoc", "AoC 2021": "my-aoc-2021", "日本": "my"}
    for folder, name in names.items():
        assert aoc("init", folder, folder=home).code == 0
        text = (home / folder / "pyproject.toml").read_text(encoding="utf-8")
        assert tomllib.loads(text)["project"]["name"] == name


@pytest.mark.windows
def test_a_repository_gets_what_it_lacks_and_keeps_what_it_has(aoc: Aoc, home: Path) -> None:
    for name, text in (("LICENSE", b"mine\r\n"), ("README.md", b"# Mine\r\n"), ("notes", b"x")):
        (home / name).write_bytes(text)
    (home / ".git").mkdir()
    before = snapshot(home)
    done = aoc("init", folder=home)
    assert done.code == 0, done.err
    after = snapshot(home)
    assert before.items() <= after.items()
    made = {str(Path(name)) for name in after.keys() - before.keys()}
    assert set(done.out.splitlines()) == made >= {"pyproject.toml", ".gitignore"}
    again = aoc("init", folder=home)
    assert (again.code, again.out) == (0, "")
    assert "is a project already: nothing to do" in again.err
    assert "Next:" not in again.err
    assert snapshot(home) == after


METADATA = (
    "",
    '[project]\r\nname = "mine"\r\nversion = "1"\r\n',
    'text = """\n[tool.aoc]\n"""\n',
    "[[list]]\na = 1",
)


def test_metadata_gets_the_settings_at_its_end(aoc: Aoc, home: Path) -> None:
    for number, text in enumerate(METADATA):
        path = home / str(number) / "pyproject.toml"
        path.parent.mkdir()
        path.write_bytes(text.encode())
        done = aoc("init", folder=path.parent)
        assert "pyproject.toml: added [tool.aoc]" in done.out.splitlines()
        made = path.read_bytes().decode()
        assert made.startswith(text)
        assert made.count("\r") == (made.count("\n") if "\r" in text else 0)
        tables = tomllib.loads(made)
        assert tables.pop("tool") == {"aoc": {}}
        assert tables == tomllib.loads(text)
        assert 'python -m pip install "aoc-days' in done.err


def test_metadata_that_is_broken_is_refused_before_anything_is_made(aoc: Aoc, home: Path) -> None:
    (home / "pyproject.toml").write_text("[x")
    done = aoc("init", folder=home)
    assert done.code == 2
    assert "is not valid TOML" in done.err
    assert snapshot(home) == {"pyproject.toml": b"[x"}


@pytest.mark.slow
def test_tests_that_are_there_are_imported_as_before(aoc: Aoc, home: Path) -> None:
    (home / "tests").mkdir()
    (home / "tests" / "helper.py").write_text("X = 1\n")
    mine = "from helper import X\n\ndef test_mine():\n    assert X\n"
    (home / "tests" / "test_mine.py").write_text(mine)
    assert aoc("init", folder=home).code == 0
    for year in (2015, 2016):
        assert aoc("new", f"{year}/1", folder=home).code == 0
        (home / f"days/year{year}/day01.py").write_text(SOLVED)
        with (home / f"tests/year{year}/test_day01.py").open("a") as tests:
            tests.write(EXAMPLES)
    assert passed(home).startswith("3 passed")


def test_the_home_folder_is_no_project(aoc: Aoc, home: Path) -> None:
    (home / "2021").mkdir()
    (home / "2021" / "day1.py").write_text("print(1)\n")
    before = snapshot(home)
    env = dict.fromkeys(("HOME", "USERPROFILE"), str(home))
    for option in ((), ("--yes",), ("--dry-run",)):
        done = aoc("init", *option, env=env, folder=home)
        assert (done.code, done.out) == (2, "")
        assert "is your home folder" in done.err
    assert snapshot(home) == before
