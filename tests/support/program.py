"""Projects made up for a test, and the program run in them as a child process."""

from __future__ import annotations

import json
import locale
import os
import select
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.environment import environment_of_programs
from tests.support.marks import WINDOWS, WINE

ROOT = Path(__file__).parents[2]
AOC = (sys.executable, "-m", "aoc")
ENCODING = locale.getpreferredencoding(False) if WINDOWS else "utf-8"
"""The encoding of what a Python writes into a pipe."""
PATIENCE = 300 if WINE else 60
"""Seconds that a run may take; Wine takes long to start a process."""
LIMIT = "15" if WINE else "4"
"""Seconds, as `--timeout` takes them, in which a part that ends at once has ended on any machine.

A test waits so long for a part that never ends.
"""


NOWHERE = "http://127.0.0.1:9"
"""A proxy that nobody runs, so that no test without the emulated site asks the real one."""
CHECK = """\
import os

if any(len(word) > 90 and word.isalnum() for word in "=".join(os.environ.values()).split("=")):
    raise AssertionError("a solver sees a session token")
"""
"""The package of the days of a project with an account: no worker may see its token."""


class Finished(NamedTuple):
    """What a run of the program came to."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of `--json`."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def results(self) -> list[dict[str, Any]]:
        """The lines of `--json`, without those of inputs that could be parsed."""
        return [one for one in self.lines if not is_of_parse(one)]


def is_of_parse(line: Mapping[str, Any]) -> bool:
    """Return whether a line of `aoc run --json` is about an input that could be parsed."""
    return {"first_call", "part", "error"} <= line.keys() and not (line["part"] or line["error"])


class Project:
    """A project in a folder of its own, without an account.

    Attributes:
        root: the folder.
        cache: aocd's folder, where inputs, answers and accounts are.
        variables: the environment variables of the program that tests may add to.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.cache = root / "aocd"
        # The year is 2021, also in December.
        self.variables = {"AOCD_DIR": str(self.cache), "AOC_YEAR": "2021", "https_proxy": NOWHERE}
        (root / "days" / "year2021").mkdir(parents=True)
        (root / "tests" / "year2021").mkdir(parents=True)

    def day(self, day: int, source: str, tests: str | None = None, year: int = 2021) -> None:
        """Write the module of a day, and its tests."""
        write_day(self.root, day, source, tests, year)

    def show(self, day: int, source: str) -> None:
        """Write the shows beside a day."""
        (self.root / f"days/year2021/day{day:02d}_show.py").write_text(source, encoding="utf-8")

    def take_ours(self, *days: int) -> None:
        """Copy days of this repository with their shows and tests, and what they share."""
        for shared in (ROOT / "days").glob("[!_]*.py"):
            shutil.copy(shared, self.root / "days" / shared.name)
        for day in days:
            for path in ROOT.glob(f"*/year2021/*day{day:02d}*.py"):
                shutil.copy(path, self.root / path.relative_to(ROOT))

    def configure(self, settings: str) -> None:
        """Write lines of `[tool.aoc]`."""
        path = self.root / "pyproject.toml"
        path.write_text(f"[tool.aoc]\n{settings}\n", encoding="utf-8")

    def customize(self, code: str) -> dict[str, str]:
        """Return the variables with which each Python, the program too, runs some code first."""
        folder = self.root / "site"
        folder.mkdir(exist_ok=True)
        (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
        paths = (str(folder), os.environ.get("PYTHONPATH"))
        return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}

    def environment(self, env: Mapping[str, str] = {}) -> dict[str, str]:
        """Return the environment to run in."""
        return environment_of_programs() | self.variables | dict(env)

    def run(
        self,
        *args: str,
        stdin: bytes = b"",
        env: Mapping[str, str] = {},
        encoding: str = ENCODING,
        python: str = sys.executable,
        folder: str = ".",
    ) -> Finished:
        """Run the program in a folder of the project; `encoding` is that of what it writes."""
        done = subprocess.run(
            [python, "-m", "aoc", *args],
            cwd=self.root / folder,
            input=stdin,
            capture_output=True,
            env=self.environment(env),
            timeout=PATIENCE,
            check=False,
        )
        streams = (data.decode(encoding) for data in (done.stdout, done.stderr))
        return Finished(done.returncode, *(text.replace(os.linesep, "\n") for text in streams))

    def run_code(self, code: str) -> subprocess.CompletedProcess[str]:
        """Run Python code in the project, as a notebook does, and return what it came to."""
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=self.root,
            env=self.environment(),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def start(self, *args: str, env: Mapping[str, str] = {}) -> subprocess.Popen[bytes]:
        """Start the program in the project; signals end it, as they do in a terminal."""
        with unignored_signals():
            return subprocess.Popen(
                [*AOC, *args],
                cwd=self.root,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=self.environment(env),
            )

    def account_files(self, user: str) -> Path:
        """Return the folder of an account in aocd's folder, made if it is new."""
        folder = self.cache / user
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def remember(
        self, text: str, day: int = 21, user: str = "github.alice.1", **answers: str
    ) -> None:
        """Put an input into aocd's cache, and the answers `a` and `b` if they are given."""
        folder = self.account_files(user)
        (folder / f"2021_{day:02d}_input.txt").write_text(text, encoding="utf-8")
        for part, answer in answers.items():
            (folder / f"2021_{day:02d}{part}_answer.txt").write_text(answer, encoding="utf-8")


@contextmanager
def unignored_signals() -> Iterator[None]:
    """Start child processes that ignore no signal, even if this process ignores some.

    It does where it is a background job of a script, or runs under `nohup`. A child inherits that
    a signal is ignored, but no handler.
    """
    names = {"SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT"} & vars(signal).keys()
    ignored = [name for name in names if signal.getsignal(vars(signal)[name]) is signal.SIG_IGN]
    for name in ignored:
        signal.signal(vars(signal)[name], lambda number, frame: None)
    try:
        yield
    finally:
        for name in ignored:
            signal.signal(vars(signal)[name], signal.SIG_IGN)


class Signal:
    """A named pipe that a child process opens for writing, to say that it has come this far."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def wait(self, seconds: float = PATIENCE) -> None:
        """Wait until the pipe was opened."""
        poll = select.poll()
        poll.register(self.fd, select.POLLIN)
        assert poll.poll(seconds * 1000), "the child never came this far"
        os.close(self.fd)


def is_held(path: Path) -> bool:
    """Delete a file, and return whether a living process has it open: Windows then refuses to."""
    try:
        path.unlink()
    except PermissionError:
        return True
    return False


def write_day(
    root: Path, day: int, source: str, tests: str | None = None, year: int = 2021
) -> None:
    """Write the module of a day into the project at `root`, and its tests."""
    module = root / "days" / f"year{year}" / f"day{day:02d}.py"
    module.parent.mkdir(parents=True, exist_ok=True)
    module.write_text(source, encoding="utf-8")
    if tests is not None:
        path = root / "tests" / f"year{year}" / f"test_day{day:02d}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(tests, encoding="utf-8")


def newest_process() -> int:
    """Return the number of the process that was started last, on Linux; else 0."""
    if sys.platform != "linux":
        return 0
    return int(Path("/proc/loadavg").read_text().split()[-1])


def children(parent: int) -> list[int]:
    """Return the children of a process on Linux."""
    pids: list[int] = []
    for path in Path(f"/proc/{parent}/task").glob("*/children"):
        # A thread may end meanwhile.
        with suppress(OSError):
            pids += map(int, path.read_text().split())
    return pids


def processes_with(variable: str, since: int = 0) -> set[int]:
    """Find the living processes that have a variable, as `NAME=value`, in their environment.

    On Linux, only those that were started after the process `since` are looked at, and a fork of
    the zygote of this process counts, too: it shows the variables of that.
    """
    if sys.platform == "darwin":  # It has no /proc, but a `ps` that shows environments.
        command = ["ps", "-A", "-E", "-ww", "-o", "pid=,command="]
        lines = subprocess.check_output(command, text=True, errors="replace").splitlines()
        return {int(pid) for pid, *words in map(str.split, lines) if variable in words}
    if newest_process() < since:
        # The numbers have begun anew.
        since = 0
    found = set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        if int(name) <= since:
            continue
        try:
            environ = Path(f"/proc/{name}/environ").read_bytes()
            process_name = Path(f"/proc/{name}/comm").read_text()
        except OSError:
            continue
        is_of_zygote = process_name == f"aoc {os.getpid()}\n"
        if is_of_zygote or variable.encode() in environ.split(b"\0"):
            found.add(int(name))
    return found
