"""The program, forked from a process that has already imported it, to be killed or signalled.

So a campaign can have thousands of rounds. `WarmProgram` is this side of it; the module run with
`python -m` is the warm process: it reads a `Run` as JSON from each line of stdin, forks, and writes
how that run ended.
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

__all__ = ["Ended", "Line", "Run", "WarmProgram"]

MODULES = (
    *("aoc.cli", "aoc.commands.submit", "aoc.commands.submit_results", "aoc.site.client"),
    *("aoc.submitting.submitter", "aoc.render.part2_text", "aoc.scaffold.tests_update"),
    *("aoc.submitting.post_request", "filelock", "markdownify", "urllib3", "aocd.utils"),
    *("aocd_example_parser", "tomllib", "stringprep", "encodings.idna"),
)
"""What a submission imports."""
POLL = 0.0005


class Line(NamedTuple):
    """One time that a line is executed: the `nth` in its process, from 1."""

    path: str
    number: int
    nth: int


class Run(NamedTuple):
    """A run of the program: its arguments and variables, and what happens to it.

    It kills itself before `line`, or gets the signal `number` after some `seconds`. With `traces`,
    the lines that it executes are returned.
    """

    args: tuple[str, ...]
    folder: str
    variables: dict[str, str]
    line: Line | None = None
    number: int = 0
    seconds: float = 0.0
    traces: bool = False


class Ended(NamedTuple):
    """How a run ended: `code` is negative for a signal; with the lines of a run that `traces`."""

    code: int
    out: str
    err: str
    seconds: float
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
        return ended._replace(lines=tuple(Line(*line) for line in ended.lines))


def main() -> None:
    """Be the warm process."""
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
    files = [os.path.join(run.folder, f".{name}") for name in ("out", "err", "lines")]
    for name in files:
        Path(name).write_text("[]" if name.endswith("lines") else "", encoding="utf-8")
    start = time.monotonic()
    # No signal comes before the program is there to handle it.
    signal.pthread_sigmask(signal.SIG_BLOCK, [run.number] if run.number else [])
    pid = os.fork()
    if not pid:
        become(run, *files)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    is_sent = not run.number
    while True:
        ended, status = os.waitpid(pid, 0 if is_sent else os.WNOHANG)
        seconds = time.monotonic() - start
        if ended:
            break
        if seconds >= run.seconds:
            os.kill(pid, run.number)
            is_sent = True
        else:
            time.sleep(POLL)
    out, err, lines = (Path(name).read_text(encoding="utf-8") for name in files)
    return Ended(os.waitstatus_to_exitcode(status), out, err, seconds, json.loads(lines))


def become(run: Run, out: str, err: str, lines: str) -> NoReturn:
    """Be a run of the program, in a process that was just forked."""
    for descriptor, path in ((0, os.devnull), (1, out), (2, err)):
        os.dup2(os.open(path, os.O_RDWR), descriptor)
    os.chdir(run.folder)
    os.environ.update(run.variables)
    sys.argv = ["aoc", *run.args]
    from aoc.__main__ import main

    if run.traces:
        sys.settrace(recorder(lines))
    elif run.line:
        sys.settrace(killer(run.line))
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    main()
    raise AssertionError


Tracer = Callable[[FrameType, str, Any], Any]


def killer(line: Line) -> Tracer:
    """Return what kills this process before a line."""
    left = line.nth

    def look(frame: FrameType, event: str, value: Any) -> Any:
        nonlocal left
        if event == "line" and frame.f_lineno == line.number:
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)
        return look

    return lambda frame, event, value: look if frame.f_code.co_filename == line.path else None


def recorder(lines: str) -> Tracer:
    """Return what records the lines of this process in a file, before it ends."""
    counts: dict[tuple[str, int], int] = {}
    end = os._exit

    def look(frame: FrameType, event: str, value: Any) -> Any:
        if event == "line":
            place = (frame.f_code.co_filename, frame.f_lineno)
            counts[place] = counts.get(place, 0) + 1
        return look

    def finish(status: int) -> NoReturn:
        sys.settrace(None)
        found = [[*place, count] for place, count in counts.items()]
        Path(lines).write_text(json.dumps(found), encoding="utf-8")
        end(status)

    os._exit = finish
    return look


if __name__ == "__main__":
    main()
