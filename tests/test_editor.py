"""Checks that an editor runs and debugs the day of the open file, as its configurations say."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import IO, Any
from xml.etree import ElementTree

import pytest

from aoc.project import puzzle_of
from aoc.worker import start_command
from tests.marks import needs_debugpy
from tests.program import ENCODING, PATIENCE, Finished, Project

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


def vscode_configuration(project: Project, name: str, file: Path) -> dict[str, Any]:
    """Return the configuration of VS Code that a word is in the name of, for the open file."""
    text = (project.root / ".vscode" / "launch.json").read_text(encoding="utf-8")
    for variable, path in {"${file}": file, "${workspaceFolder}": project.root}.items():
        text = text.replace(variable, json.dumps(str(path))[1:-1])
    [found] = [one for one in json.loads(text)["configurations"] if name in one["name"]]
    assert (found["type"], found["request"]) == ("debugpy", "launch")
    assert found["cwd"] == str(project.root)
    return dict(found)


def vscode_words(project: Project, name: str, file: Path) -> list[str]:
    """Return what VS Code runs Python with, for the configuration that a word is in the name of."""
    found = vscode_configuration(project, name, file)
    return ["-m", found["module"], *found.get("args", [])]


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


class Session:
    """A session with a debugger that speaks the Debug Adapter Protocol."""

    def __init__(self, reader: IO[bytes], writer: IO[bytes]) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, command: str, **arguments: object) -> None:
        """Send a request."""
        request = {"seq": 1, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(request).encode()
        self.writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.writer.flush()

    def wait(self, *names: str) -> tuple[str, dict[str, Any]]:
        """Wait for one of some events, or for the response to a command: its name and its body."""
        while True:
            header = self.reader.readline() + self.reader.readline()
            assert header, f"the debugger ended, or took too long, before any of {names}"
            message = json.loads(self.reader.read(int(header.split()[1])))
            assert message.get("success", True), message
            name = message.get("event") or message["command"]
            if name in names:
                return name, message.get("body", {})

    def start(self, configuration: dict[str, Any], file: Path) -> None:
        """Start to debug, with a breakpoint in the day."""
        self.send("initialize", adapterID="debugpy", pathFormat="path")
        self.send(configuration["request"], **configuration)
        self.wait("initialized")
        self.send("setBreakpoints", source={"path": str(file)}, breakpoints=[{"line": LINE + 1}])
        self.send("configurationDone")


def answers_at_the_breakpoint(configuration: dict[str, Any], file: Path) -> list[str]:
    """Debug a child process to its end; return the variable `answer` of each stop."""
    address = (configuration["connect"]["host"], configuration["connect"]["port"])
    answers = []
    with (
        socket.create_connection(address, PATIENCE) as connection,
        connection.makefile("rb") as reader,
        connection.makefile("wb") as writer,
    ):
        child = Session(reader, writer)
        child.start(configuration, file)
        while (event := child.wait("stopped", "terminated"))[0] == "stopped":
            thread = event[1]["threadId"]
            child.send("stackTrace", threadId=thread)
            frame = child.wait("stackTrace")[1]["stackFrames"][0]
            child.send("evaluate", expression="answer", frameId=frame["id"])
            answers.append(child.wait("evaluate")[1]["result"])
            child.send("continue", threadId=thread)
    return answers


@needs_debugpy
def test_a_breakpoint_in_the_day_is_hit_once_and_the_run_goes_on(folder: Project) -> None:
    file = folder.root / "days" / "year2021" / "day03.py"
    configuration = vscode_configuration(folder, "Debug the day", file)
    configuration |= {"console": "internalConsole", "python": sys.executable}
    answers = []
    with subprocess.Popen(
        [sys.executable, "-m", "debugpy.adapter"],
        env=folder.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as adapter:
        assert adapter.stdin
        assert adapter.stdout
        limit = Timer(PATIENCE, adapter.kill)
        limit.start()
        try:
            main = Session(adapter.stdout, adapter.stdin)
            main.start(configuration, file)
            while (event := main.wait("debugpyAttach", "exited"))[0] == "debugpyAttach":
                answers += answers_at_the_breakpoint(event[1], file)
            main.wait("terminated")
            adapter.communicate(timeout=PATIENCE)  # Until no process has its streams any more.
        finally:
            limit.cancel()
            adapter.kill()
    assert (answers, event[1]["exitCode"]) == (["42"], 0)


def test_pycharm_debugs_what_vscode_does(folder: Project) -> None:
    file = folder.root / "days" / "year2021" / "day03.py"
    words = [WORDS[editor](folder, "Debug the day", file) for editor in EDITORS]
    assert words[0] == words[1]


def test_the_debugger_of_pycharm_can_follow_into_a_worker() -> None:
    # It rewrites the code after `-c`, if all words between that and the interpreter are options.
    _, *words = start_command(sys.executable, "aoc.worker.main")
    assert all(word.startswith("-") for word in words[: words.index("-c")])


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
