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
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self

import aoc
from aoc.worker.posix_processes import adopt_orphans, kill_orphans
from tests.support.program import Finished, children

if TYPE_CHECKING:
    from tests.support.aoc import Aoc

MODULES = (
    "aoc.cli",
    "aoc.commands.submit",
    "aoc.site.http",
    "aoc.submitting.submitter",
    "aoc.render.messages",
    "aoc.scaffold.example_list",
    "filelock",
    "markdownify",
    "urllib3",
    "aocd.utils",
    "aocd_example_parser",
    "tomllib",
    "stringprep",
    "encodings.idna",
)
"""What a submission imports."""
OURS = str(Path(aoc.__file__ or "").parent)
"""The folder of the program."""
KILL = 9
"""SIGKILL, which Windows does not have."""
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
    """A run of the program: its arguments, folder and variables, and what happens to it.

    It gets the signal `number` before `line`, and once more after `again` lines of `aoc`. With
    `traces`, the lines that it executes are returned.
    """

    args: tuple[str, ...]
    folder: str
    variables: dict[str, str]
    stdin: str = ""
    line: Line | None = None
    number: int = KILL
    again: int = 0
    traces: bool = False


class Ended(NamedTuple):
    """How a run ended: `code` is negative for a signal; with the lines of a run that `traces`.

    `left` are the processes of it that had not ended after `PATIENCE`; `memory` is in KiB.
    """

    code: int
    out: str
    err: str
    memory: int
    left: list[int]
    lines: list[Line]


class WarmProgram:
    """The warm process, seen from the campaign. Leaving the `with` ends it."""

    def __init__(self, aoc: Aoc) -> None:
        self.aoc = aoc

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.warm_program"],
            cwd=Path(__file__).parents[2],
            env=self.aoc.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        return self

    def __exit__(self, *error: object) -> None:
        self.process.communicate()  # It ends once its stdin is closed.

    def run(self, *args: str, **more: Any) -> Ended:
        """Run the program in the project to its end; `more` are fields of `Run`."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin
        assert stdout
        self.aoc.note(args)
        run = Run(args, str(self.aoc.project.root), self.aoc.environment(), **more)
        print(json.dumps(run), file=stdin, flush=True)
        ended = Ended(*json.loads(stdout.readline()))
        self.aoc.checked(Finished(ended.code, ended.out, ended.err), args)
        return ended._replace(lines=[Line(*line) for line in ended.lines])


def main() -> None:
    """Be the warm process."""
    adopt_orphans()
    for name in MODULES:
        __import__(name)
    import zoneinfo

    zoneinfo.ZoneInfo("America/New_York")
    for text in sys.stdin:
        run = Run(*json.loads(text))
        run = run._replace(line=run.line and Line(*run.line))
        print(json.dumps(fork(run)), flush=True)


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


def left_over() -> list[int]:
    """Wait until no descendant of this process is left; return those that do not end."""
    deadline = time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(POLL)
    except ChildProcessError:
        return []
    left = children(os.getpid())
    kill_orphans()
    return left


def become(run: Run, stdin: str, out: str, err: str, lines: str) -> NoReturn:
    """Be a run of the program, in a process that was just forked."""
    for descriptor, path in ((0, stdin), (1, out), (2, err)):
        os.dup2(os.open(path, os.O_RDWR), descriptor)
    os.chdir(run.folder)
    os.environ.clear()
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
        if left <= 0 or (frame.f_code.co_filename, frame.f_lineno) == line[:2]:
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
    counts: Counter[tuple[str, int]] = Counter()
    end = os._exit
    pid = os.getpid()

    def look(frame: FrameType, event: str, value: Any) -> Any:
        if event == "line":
            counts[frame.f_code.co_filename, frame.f_lineno] += 1
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
