"""Checks that an editor runs and debugs the day of the open file, as its configurations say."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from aoc.registry import puzzle_of
from tests.program import ENCODING, Finished, Project

pytestmark = pytest.mark.slow

DAY = """\
def parse(text):
    return text

def part1(text):
    answer = 40 + 2
    return answer

def part2(text):
    return 2
"""
EXAMPLES = "from aoc import Example\nEXAMPLES = [Example('1', part1=42, part2=2)]\n"
EDITORS = ("vscode", "pycharm")
LINE = 5


@pytest.fixture
def folder(project: Project) -> Project:
    """A project with a day, and the configurations of all editors."""
    made = project.run("init", "--editor", "vscode", "--editor", "pycharm")
    assert made.code == 0, made.err
    project.day(3, DAY, EXAMPLES)
    return project


def run(project: Project, *words: str, stdin: str = "") -> Finished:
    """Run this Python with some words in the project."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=project.root,
        env=project.environment(),
        input=stdin,
        capture_output=True,
        encoding=ENCODING,
        timeout=60,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


def vscode_words(project: Project, name: str, file: Path) -> list[str]:
    """Return what VS Code runs Python with, for the configuration that a word is in the name of."""
    text = (project.root / ".vscode" / "launch.json").read_text(encoding="utf-8")
    [found] = [c for c in json.loads(text)["configurations"] if name in c["name"]]
    assert (found["type"], found["request"]) == ("debugpy", "launch")
    assert found["cwd"] == "${workspaceFolder}"
    args = [arg.replace("${file}", str(file)) for arg in found.get("args", [])]
    return ["-m", found["module"], *args]


def pycharm_words(project: Project, name: str, file: Path) -> list[str]:
    """Return what PyCharm runs Python with, for the configuration that a word is in the name of."""
    folder = project.root / ".idea" / "runConfigurations"
    found = [ElementTree.parse(path).getroot()[0] for path in folder.glob("*.xml")]
    [made] = [configuration for configuration in found if name in configuration.attrib["name"]]
    options = {option.attrib["name"]: option.attrib["value"] for option in made.iter("option")}
    assert options["WORKING_DIRECTORY"] == "$PROJECT_DIR$"
    if made.attrib["type"] == "tests":
        return ["-m", "pytest", json.loads(options["_new_target"]).replace("$PROJECT_DIR$", ".")]
    assert made.attrib["type"] == "PythonConfigurationType"
    assert options["MODULE_MODE"] == "true"
    words = options["PARAMETERS"].replace("$FilePath$", file.as_posix())
    return ["-m", options["SCRIPT_NAME"], *shlex.split(words)]


WORDS = {"vscode": vscode_words, "pycharm": pycharm_words}


@pytest.mark.parametrize("editor", EDITORS)
@pytest.mark.parametrize("file", ["days/year2021/day03.py", "tests/year2021/test_day03.py"])
def test_the_day_of_the_open_file_runs(folder: Project, editor: str, file: str) -> None:
    done = run(folder, *WORDS[editor](folder, "Run", folder.root / file))
    assert done.code == 0, done.err
    assert re.search(r"part 1 .* 42\n", done.out)


@pytest.mark.parametrize("editor", EDITORS)
def test_a_breakpoint_of_a_debugger_is_hit(folder: Project, editor: str) -> None:
    # Python's own debugger stands for the editor's: it too is in the process that it started.
    file = folder.root / "days" / "year2021" / "day03.py"
    words = WORDS[editor](folder, "Debug the day", file)
    commands = f"break {file}:{LINE + 1}\ncontinue\np __import__('os').getpid(), answer\nq\ny\n"
    with subprocess.Popen(
        [sys.executable, "-m", "pdb", *words],
        cwd=folder.root,
        env=folder.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding=ENCODING,
    ) as process:
        shown, _ = process.communicate(commands, timeout=60)
        assert f"({process.pid}, 42)" in shown, shown


@pytest.mark.parametrize("editor", EDITORS)
def test_all_tests_run(folder: Project, editor: str) -> None:
    words = WORDS[editor](folder, "tests", folder.root)
    unused = ("cacheprovider", "hypothesispytest", "pytest_cov", "xdist", "xdist.looponfail")
    done = run(folder, *words, *(word for name in unused for word in ("-p", f"no:{name}")))
    assert done.code == 0, done.out
    assert " passed" in done.out


def test_the_settings_of_vscode_let_it_find_the_tests(folder: Project) -> None:
    text = (folder.root / ".vscode" / "settings.json").read_text(encoding="utf-8")
    assert json.loads(text)["python.testing.pytestEnabled"] is True


def test_a_folder_of_any_name_is_a_module_of_pycharm(project: Project) -> None:
    name = "a & b's Ünï"
    assert project.run("init", name, "--editor", "pycharm").code == 0
    path = project.root / name / ".idea" / "runConfigurations" / "run_day.xml"
    assert [module.attrib["name"] for module in ElementTree.parse(path).iter("module")] == [name]


@pytest.mark.parametrize("file", ["days/util.py", "../days/year2021/day03.py", "day03.py"])
def test_a_file_that_is_of_no_day_is_one_sentence(folder: Project, file: str) -> None:
    done = folder.run("run", file)
    assert (done.code, done.out) == (2, "")
    [line] = done.err.splitlines()
    assert f"{file} is not a day of this project" in line
    assert "days/yearYYYY/dayDD.py or its tests" in line


def test_days_may_be_files(folder: Project) -> None:
    file = os.path.join("days", "year2021", "day03.py")
    assert [r["answer"] for r in folder.run("run", "--json", file).results] == ["42", "2"]
    assert folder.run("open", "--print", file).out == "https://adventofcode.com/2021/day/3\n"


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("days/year2021/day03.py", "2021/3"),
        ("tests/year2015/test_day25.py", "2015/25"),
        ("tests/year2015/test_day25_properties.py", "2015/25"),
        ("days/year2021/day031.py", None),
        ("days/year2021/util.py", None),
        ("elsewhere/year2021/day03.py", None),
    ],
)
def test_a_file_is_of_a_puzzle_by_its_name(tmp_path: Path, file: str, name: str | None) -> None:
    found = puzzle_of(str(tmp_path), str(tmp_path / file))
    assert (found and f"{found.year}/{found.day}") == name
