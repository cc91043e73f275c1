"""The program, forked from a process that has already imported it, to be killed or signalled.

So a campaign can have thousands of rounds (Linux). `WarmProgram` is this side of it; the module
run with `python -m` is the warm process: it reads a `Run` as JSON from each line of stdin, forks,
and writes how that run ended.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, NoReturn, Self

import aoc
from aoc.worker.orphans import adopt_orphans, children, kill_worker

MODULES = (
    *("aoc.cli", "aoc.commands.submit", "aoc.site.http"),
    *("aoc.submitting.submitter", "aoc.render.messages", "aoc.scaffold.example_list"),
    *("filelock", "markdownify", "urllib3", "aocd.utils"),
    *("aocd_example_parser", "tomllib", "stringprep", "encodings.idna"),
)
"""What a submission imports."""
OURS = str(Path(aoc.__file__ or "").parent)
"""The folder of the program."""
POLL = 0.0005
LONGEST = 60
"""Seconds after which a run is killed."""
PATIENCE = 30.0
"""Seconds in which all that a run started has to end after it."""


class Line(NamedTuple):
    """One time that a line is executed: the `nth` in its process, from 1."""

    path: str
    number: int
    nth: int

    def __str__(self) -> str:
        """Return the fields as people know them: `path:number:nth`."""
        return f"{self.path}:{self.number}:{self.nth}"

    def first_and_last(self) -> list[Line]:
        """Return the first time that the line is executed, and this one."""
        return [self._replace(nth=nth) for nth in sorted({1, self.nth})]


class Run(NamedTuple):
    """A run of the program: its arguments and variables, and what happens to it.

    It gets the signal `number`, by default SIGKILL, before `line`, and once more after `again`
    lines of `aoc`. With `traces`, the lines that it executes are returned.
    """

    args: tuple[str, ...]
    folder: str
    variables: dict[str, str]
    line: Line | None = None
    number: int = signal.SIGKILL
    again: int = 0
    traces: bool = False
    stdin: str = ""


class Ended(NamedTuple):
    """How a run ended: `code` is negative for a signal; with the lines of a run that `traces`.

    `left` are the processes of it that had not ended after `PATIENCE`; `memory` is in KiB.
    """

    code: int
    out: str
    err: str
    memory: int
    left: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()


class WarmProgram:
    """The warm process, seen from the campaign. Leaving the `with` ends it."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.warm_program"],
            cwd=Path(__file__).parents[2],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        return self

    def __exit__(self, *error: object) -> None:
        # It ends once its stdin is closed.
        self.process.communicate()

    def run(self, run: Run) -> Ended:
        """Run the program to its end."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(run) + "\n")
        self.process.stdin.flush()
        ended = Ended(*json.loads(self.process.stdout.readline()))
        lines = tuple(Line(*line) for line in ended.lines)
        return ended._replace(left=tuple(ended.left), lines=lines)


def main() -> None:
    """Be the warm process."""
    adopt_orphans()
    for name in MODULES:
        __import__(name)
    import zoneinfo

    zoneinfo.ZoneInfo("America/New_York")
    for text in sys.stdin:
        values = json.loads(text)
        values[3] = values[3] and Line(*values[3])
        print(json.dumps(fork(Run(*values))), flush=True)


def fork(run: Run) -> Ended:
    """Fork for a run, and wait for its end."""
    files = [os.path.join(run.folder, f".{name}") for name in ("in", "out", "err", "lines")]
    for name, text in zip(files, (run.stdin, "", "", "[]"), strict=True):
        Path(name).write_text(text, encoding="utf-8")
    # No signal comes before the program is there to handle it.
    signal.pthread_sigmask(signal.SIG_BLOCK, [run.number])
    pid = os.fork()
    if not pid:
        become(run, *files)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    _, status, usage = os.wait4(pid, 0)
    out, err, lines = (Path(name).read_text("utf-8", "replace") for name in files[1:])
    code = os.waitstatus_to_exitcode(status)
    return Ended(code, out, err, usage.ru_maxrss, left_over(), json.loads(lines))


def left_over() -> tuple[int, ...]:
    """Wait until no descendant of this process is left; return those that do not end."""
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(POLL)
    except ChildProcessError:
        return ()
    left = children(os.getpid())
    for pid in left:
        family = [pid]
        for member in family:  # which grows
            family += children(member)
        for member in family:
            kill_worker(member)
        os.waitpid(pid, 0)
    return tuple(left)


def become(run: Run, stdin: str, out: str, err: str, lines: str) -> NoReturn:
    """Be a run of the program, in a process that was just forked."""
    for descriptor, path in ((0, stdin), (1, out), (2, err)):
        os.dup2(os.open(path, os.O_RDWR), descriptor)
    os.chdir(run.folder)
    os.environ.update(run.variables)
    sys.argv = ["aoc", *run.args]
    from aoc.__main__ import main

    if run.traces:
        sys.settrace(recorder(lines))
    elif run.line:
        sys.settrace(signaller(run.line, run.number, run.again))
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.alarm(LONGEST)
    main()
    raise AssertionError


Tracer = Callable[[FrameType, str, Any], Any]


def signaller(line: Line, number: int, again: int) -> Tracer:
    """Return what sends this process a signal before a line, and `again` lines later once more.

    Its forks get none.
    """
    left = line.nth
    pid = os.getpid()

    def look(frame: FrameType, event: str, value: Any) -> Any:
        nonlocal left
        if event != "line":
            return look
        place = (frame.f_code.co_filename, frame.f_lineno)
        if left <= 0 or place == line[:2]:
            left -= 1
            if left in (0, -again) and os.getpid() == pid:
                os.kill(pid, number)
        return look

    def enter(frame: FrameType, event: str, value: Any) -> Any:
        path = frame.f_code.co_filename
        return look if path == line.path or (again and path.startswith(OURS)) else None

    return enter


def recorder(lines: str) -> Tracer:
    """Return what records the lines of this process in a file, before it ends."""
    counts: dict[tuple[str, int], int] = {}
    end = os._exit
    pid = os.getpid()

    def look(frame: FrameType, event: str, value: Any) -> Any:
        if event == "line":
            place = (frame.f_code.co_filename, frame.f_lineno)
            counts[place] = counts.get(place, 0) + 1
        return look

    def finish(status: int) -> NoReturn:
        sys.settrace(None)
        if os.getpid() == pid:
            found = [[*place, count] for place, count in counts.items()]
            Path(lines).write_text(json.dumps(found), encoding="utf-8")
        end(status)

    os._exit = finish
    return look


if __name__ == "__main__":
    main()
