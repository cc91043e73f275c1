"""Checks that an editor can debug the day of the open file."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import IO, Any, NamedTuple

import pytest

from aoc.worker.interpreter import start_command
from tests.support.marks import needs_debugpy
from tests.support.program import PATIENCE, Project

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
LINE = 5


class Session(NamedTuple):
    """A session with a debugger that speaks the Debug Adapter Protocol."""

    reader: IO[bytes]
    writer: IO[bytes]

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


@pytest.mark.slow
@needs_debugpy
def test_a_breakpoint_in_the_day_is_hit_once_and_the_run_goes_on(project: Project) -> None:
    project.day(3, DAY, EXAMPLES)
    file = project.root / "days" / "year2021" / "day03.py"
    configuration = {
        "type": "debugpy",
        "request": "launch",
        "module": "aoc",
        "args": ["run", str(file), "--pdb"],
        "cwd": str(project.root),
        "console": "internalConsole",
        "python": sys.executable,
    }
    answers = []
    with subprocess.Popen(
        [sys.executable, "-m", "debugpy.adapter"],
        env=project.environment(),
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


def test_the_debugger_of_pycharm_can_follow_into_a_worker() -> None:
    # It rewrites the code after `-c`, if all words between that and the interpreter are options.
    _, *words = start_command(sys.executable, "aoc.worker.main")
    assert all(word.startswith("-") for word in words[: words.index("-c")])
