"""The program as the fixture `aoc` runs it: in this process, in another, or in a terminal.

Whatever it shows is looked at for what nobody may see, and it may leave no process behind.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

from aoc.aocd_client import hidden_from_aocd
from aoc.cli import main
from aoc.model.puzzles import site_clock
from aoc.render.terminal import prepare_streams
from tests.emulator import Clock, Site
from tests.support.marks import WINDOWS
from tests.support.program import ROOT, Finished, Project, newest_process, processes_with
from tests.support.terminal import Shown, Terminal, open_terminal

if TYPE_CHECKING:
    from tests.support.zygote import Zygote

MARK = "TEST_OF"
"""The variable that marks all processes of a test."""
SECONDS_TO_END = 20
ARGV_0 = str(ROOT / "aoc" / "__main__.py")


class Pace:
    """A time that passes where the program waits between requests, without a wait."""

    def __init__(self) -> None:
        self.skipped = 0.0

    def monotonic(self) -> float:
        """Return the time in seconds."""
        return time.monotonic() + self.skipped

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.skipped += seconds


class Aoc:
    """The program in a project.

    Attributes:
        is_process: whether each call runs a process of its own.
        zygote: where the workers of a run in this process come from, if not from a real start.
        secrets: the texts that nothing may show.
    """

    def __init__(
        self,
        project: Project,
        clock: Clock,
        site: Site | None = None,
        *,
        is_process: bool = False,
        zygote: Zygote | None = None,
    ) -> None:
        self.project, self.clock, self.site = project, clock, site
        self.is_process, self.zygote = is_process, zygote
        self.secrets: set[str] = set()
        self.mark = f"{project.root}.{time.monotonic()}"
        self.started_after = newest_process()

    def __call__(
        self, *args: str, stdin: str = "", env: Mapping[str, str] = {}, folder: str | Path = "."
    ) -> Finished:
        """Run the program in a folder of the project, to its end, and return what it came to."""
        if self.is_process:
            return self.process(*args, stdin=stdin, env=env, folder=folder)
        streams = [io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2)]
        with (
            self.here(*args, env=env, folder=folder),
            mock.patch.object(sys, "argv", [ARGV_0, *args]),
            standard_input(stdin.encode()),
            redirect_stdout(streams[0]),
            redirect_stderr(streams[1]),
        ):
            prepare_streams()
            code = main()
        out, err = map(read_back, streams)
        return self.checked(Finished(code, out, err), args)

    @contextmanager
    def here(
        self, *args: str, env: Mapping[str, str] = {}, folder: str | Path = "."
    ) -> Iterator[None]:
        """Let this process be one of the program, in the project and led to the site."""
        with (
            self.run(args) as pace,
            in_folder(self.project.root / folder),
            mock.patch.dict(os.environ, self.environment(env), clear=True),
            mock.patch("aoc.model.puzzles.PROGRAM_START", time.monotonic()),
            forked_from(self.zygote) if self.zygote else nullcontext(),
            led_to_site(pace),
        ):
            # A new process has not seen the time on the site.
            site_clock.cache_clear()
            yield

    def process(
        self, *args: str, stdin: str = "", env: Mapping[str, str] = {}, folder: str | Path = "."
    ) -> Finished:
        """Run the program as a process."""
        with self.run(args):
            done = self.project.run(
                *args,
                stdin=stdin.encode(),
                # What it shows on Windows is what it shows elsewhere; there a pipe is not UTF-8.
                env=self.environment({"PYTHONIOENCODING": "utf-8"} | dict(env)),
                encoding="utf-8",
                folder=str(folder),
            )
        return self.checked(done, args)

    def start(self, *args: str, env: Mapping[str, str] = {}) -> subprocess.Popen[bytes]:
        """Start the program as a process, and leave it running."""
        self.note(args)
        return self.project.start(*args, env=self.environment(env))

    def terminal(self, *args: str, columns: int = 100, env: Mapping[str, str] = {}) -> Terminal:
        """Start the program in a terminal."""
        self.note(args)
        return open_terminal(self.project, *args, columns=columns, env=self.environment(env))

    def shown(self, *args: str, columns: int = 100, env: Mapping[str, str] = {}) -> Shown:
        """Run the program in a terminal, to its end, and return what it showed."""
        with self.run(args):
            shown = self.terminal(*args, columns=columns, env=env).end()
        self.checked(Finished(shown.code, shown.raw, ""), args)
        return shown

    def environment(self, env: Mapping[str, str] = {}) -> dict[str, str]:
        """Return the environment of the program, at the time of the clock once that was moved."""
        now = {"AOC_NOW": str(self.clock.now().timestamp())} if self.clock.is_moved else {}
        return self.project.environment({MARK: self.mark} | now | dict(env))

    def note(self, args: tuple[str, ...]) -> None:
        """Let the site know that an answer may come again."""
        if self.site and "--force" in args:
            self.site.may_resend = True

    @contextmanager
    def run(self, args: tuple[str, ...]) -> Iterator[Pace]:
        """Watch how fast a run asks the site."""
        self.note(args)
        pace = Pace()
        if self.site is None:
            yield pace
            return
        with self.site.journal.paced(pace.monotonic):
            yield pace

    def checked(self, done: Finished, args: tuple[str, ...]) -> Finished:
        """Return what a run came to, if nothing in it is what nobody may see."""
        shown = done.out + done.err
        accounts = self.site.accounts if self.site else ()
        for secret in self.secrets | {token for account in accounts for token in account.tokens}:
            assert not shows(shown, secret), f"a session token is shown: {shown}"
        if "--debug" not in args:
            ours = f'File "{ROOT / "aoc"}{os.sep}'
            assert ours not in shown, shown
        return done

    def end(self) -> None:
        """Check that no process is left; what sees that the program has ended may take a moment.

        What is left is ended, since it could break the next tests.
        """
        if WINDOWS:
            return
        deadline = time.monotonic() + SECONDS_TO_END
        left = self.processes()
        while left and time.monotonic() < deadline:
            time.sleep(0.02)
            left = self.processes()
        for pid in left:
            end_process(pid)
        assert not left, f"processes are left: {left}"

    def processes(self) -> set[int]:
        """Return the processes of this test that are running, without this one."""
        mark = f"{MARK}={self.mark}"
        return processes_with(mark, self.started_after) - {os.getpid()}


def end_process(pid: int) -> None:
    """End a process, and forget it where it is a child of this one."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


def shows(text: str, token: str) -> bool:
    """Return whether a text has more of a token than the start of all and its last characters."""
    text, token = text.lower(), token.lower()
    return any(token[start : start + 9] in text for start in range(16, len(token) - 8))


@contextmanager
def standard_input(data: bytes) -> Iterator[None]:
    """Let this process read bytes, from `sys.stdin` as from descriptor 0."""
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        before = os.dup(0)
        os.dup2(file.fileno(), 0)
        try:
            with mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8")):
                yield
        finally:
            os.dup2(before, 0)
            os.close(before)


def read_back(stream: io.TextIOWrapper) -> str:
    """Return all that was written into a stream."""
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode().replace(os.linesep, "\n")


@contextmanager
def in_folder(folder: Path) -> Iterator[None]:
    """Stand in a folder, and then in the repository again: the one before may be gone."""
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(ROOT)


@contextmanager
def forked_from(zygote: Zygote) -> Iterator[None]:
    """Let the workers of this process be forks of a clean interpreter that is there already."""
    with mock.patch("aoc.running.posix_launcher.spawn_forkserver", zygote.fork):
        yield


@contextmanager
def led_to_site(pace: Pace) -> Iterator[None]:
    """Let this process make its requests as a new process would, but without waiting."""
    from aoc.site.http import site_http

    site_http.cache_clear()
    with hidden_from_aocd():
        import aocd.utils  # noqa: F401 - patched below
    with mock.patch("aoc.site.http.time", pace), mock.patch("aocd.utils.HttpClient._limiter"):
        yield
    if site_http.cache_info().currsize:
        site_http().client.pool_manager.clear()
    site_http.cache_clear()
