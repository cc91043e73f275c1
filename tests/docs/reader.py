"""A reader of the documentation, who types its commands in a terminal, with a home of their own."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import distribution
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from aoc.program import NAME, OTHER_NAME
from tests.docs.pages import ROOT
from tests.emulator import Sheet, Site
from tests.support.launchers import PROGRAM, python_launcher, write_launcher
from tests.support.terminal import Terminal

HOME = "/home/you"
"""What a page has for the home of its reader; the real one is as long, so lines wrap alike."""
COLUMNS = 100
SECONDS = 60
TODAY = datetime(2022, 1, 10, 12, tzinfo=UTC)
COLOR = re.compile(r"\x1b\[[0-9;]*m")
OTHER_ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[A-Za-ln-z]|[=>])")
ERASED = re.compile(r"[^\n]*\r\x1b\[K")
"""What a line had before it was erased."""
WAITS = re.compile(r"(^|\n)[^\n]*(token: |\(Pdb\) |\]: |\? )$")
"""How an output ends when the program waits for a line to be typed."""
END_OF_INPUT = "\x04"
ACCOUNTS = ("alice", "bob")

PYTHON = f'#!/bin/sh\nexec "{sys.executable}"'
PROGRAMS = {
    **dict.fromkeys((NAME, OTHER_NAME), python_launcher(PROGRAM)),
    **dict.fromkeys(("python", "python3"), f'{PYTHON} "$@"\n'),
    "pytest": f'{PYTHON} -m pytest -p no:cacheprovider "$@"\n',
}

# What a command exports, and where it goes, is there for the next one.
SHELL = """\
trap 'code=$?; { export -p; printf "cd -- \\"%%s\\"\\n" "$PWD"; } > "%(state)s"; exit $code' EXIT
if [ -e "%(state)s" ]; then . "%(state)s"; fi
export AOC_NOW=%(now)s
%(command)s
"""


class Printed(NamedTuple):
    """What a command left on the terminal, and its exit code; `colored` has escapes for colors."""

    code: int
    colored: list[str]

    @property
    def lines(self) -> list[str]:
        """The lines without colors."""
        return [COLOR.sub("", line).rstrip() for line in self.colored]


class Reader:
    """Somebody with an empty home, `aoc` on the path, and the emulated site in place of the real.

    The clock of reader and site stands still, unless it is set.
    """

    def __init__(self, home: Path, site: Site) -> None:
        self.home, self.site = home, site
        self.running: Terminal | None = None
        scripts, metadata = install(home / ".local", home)
        self.state = home / ".local" / "state"
        self.environment = site.environment(home / ".config" / "aocd") | {
            "HOME": str(home),
            "NO_COLOR": "1",
            # From Python 3.15 on, the debugger else draws its prompt with escapes.
            "PYTHON_BASIC_REPL": "1",
            "PATH": f"{scripts}:{os.environ['PATH']}",
            "PYTHONPATH": f"{metadata}:{os.environ.get('PYTHONPATH', '')}".rstrip(":"),
            "TZ": "UTC",
        }
        self.set_clock(TODAY)
        site.event(2026)
        self.tokens = {name: str(site.account(name).token) for name in ACCOUNTS}
        for name in ACCOUNTS:
            site.account(name).give(2021, 1, real_sheet(name))

    def set_clock(self, moment: datetime) -> None:
        """Make it this time, here and on the site."""
        self.now = moment
        self.site.clock.set(moment)

    def wait(self, seconds: float) -> None:
        """Let time pass, without waiting."""
        self.set_clock(self.now + timedelta(seconds=seconds))

    def go_to(self, name: str) -> None:
        """Go to a folder of the home, which is made if it is missing, or to a repository."""
        folder = self.home / name
        if name == "repository" and not folder.exists():
            copy_repository(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.run(f'cd "{folder}"')

    def write(self, name: str, text: str) -> None:
        """Write a file, in the folder that the reader is in."""
        path = Path(self.run("pwd -P").lines[0].replace(HOME, str(self.home), 1), name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(
        self, command: str, typed: list[str] | None = None, until: str | None = None
    ) -> Printed:
        """Run a command in the terminal; the lines in `typed` are typed, one at each prompt.

        They are taken out of `typed`. With `until`, it goes on once that text is there, and can be
        given keys. Raises `TimeoutError` if the command does not end.
        """
        about = {"state": self.state, "now": self.now.timestamp()}
        script = SHELL % {**about, "command": self.with_tokens(command)}
        terminal = Terminal(["sh", "-c", script], self.home, self.environment, columns=COLUMNS)
        if until is not None:
            self.running = terminal
            return self.press("", until)
        code = self.converse(terminal, typed or [])
        return Printed(code, left_on_screen(terminal.raw.replace(str(self.home), HOME)))

    def press(self, keys: str, until: str | None) -> Printed:
        """Type keys for the command that runs, and return what it then shows.

        That is up to the text `until`; without it, to the end of the command.
        """
        assert self.running, "no command runs that could be given keys"
        terminal = self.running
        before = terminal.awaited
        terminal.write(keys)
        code = 0
        if until is None:
            self.running = None
            code = terminal.end().code
        else:
            terminal.read_until(until)
        shown = terminal.raw[before : terminal.awaited if until else None].lstrip()
        return Printed(code, left_on_screen(shown.replace(str(self.home), HOME)))

    def converse(self, terminal: Terminal, typed: list[str]) -> int:
        """Type a line at each prompt, or the end of input if none is left; return the exit code."""
        deadline = monotonic() + SECONDS
        answered = 0
        while terminal.read(deadline - monotonic()):
            if WAITS.search(OTHER_ESCAPE.sub("", terminal.raw[answered:])):
                answered = len(terminal.raw)
                terminal.write(f"{self.with_tokens(typed.pop(0))}\n" if typed else END_OF_INPUT)
        os.close(terminal.ours)
        try:
            return terminal.process.wait(max(0.1, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(terminal.process.pid, signal.SIGKILL)
            terminal.process.wait(60)
            raise TimeoutError(f"it did not end within {SECONDS} s: {terminal.raw!r}") from None

    def with_tokens(self, text: str) -> str:
        """Put the session tokens of accounts in the place of their names, as in `{alice}`."""
        for name, token in self.tokens.items():
            text = text.replace(f"{{{name}}}", token)
        return text


def install(folder: Path, home: Path) -> tuple[Path, Path]:
    """Install `aoc` as pip does from a clone in a home; return the folders of both paths.

    What is installed is this checkout; only scripts and metadata are the reader's own.
    """
    scripts, real = folder / "bin", distribution(OTHER_NAME)
    info = folder / "lib" / f"aoc_days-{real.version}.dist-info"
    files = {
        **{scripts / name: text for name, text in PROGRAMS.items()},
        **{info / name: real.read_text(name) or "" for name in ("METADATA", "entry_points.txt")},
        info / "INSTALLER": "pip\n",
        info / "RECORD": f"../bin/{NAME},,\n../bin/{OTHER_NAME},,\n",
        info / "direct_url.json": f'{{"dir_info": {{}}, "url": "file://{home}/{OTHER_NAME}"}}',
    }
    for path, text in files.items():
        write_launcher(path, text)
    return scripts, info.parent


@contextlib.contextmanager
def reader(site: Site) -> Iterator[Reader]:
    """Make a reader, whose home goes away with them; its path is as long as `HOME`."""
    home = Path("/tmp").resolve() / secrets.token_urlsafe(3)
    home.mkdir(mode=0o700)
    somebody = Reader(home, site)
    try:
        yield somebody
    finally:
        if somebody.running:
            somebody.running.write("q")
            somebody.running.end()
        shutil.rmtree(home, ignore_errors=True)


def left_on_screen(raw: str) -> list[str]:
    """Return the lines that are there at the end; one that was written over has the last text."""
    text = ERASED.sub("", raw.replace("\r\n", "\n"))
    text = OTHER_ESCAPE.sub("", text).rstrip()
    return [line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n")] if text else []


def copy_repository(folder: Path) -> None:
    """Copy what a run of this repository's own days needs."""
    for name in ("days", "tests/year2021"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("pyproject.toml", "README.md", "tests/__init__.py"):
        shutil.copy2(ROOT / name, folder / name)


def real_sheet(name: str) -> Sheet:
    """Return an input for the first day of 2021, and what is right for it."""
    from days.year2021 import day01
    from tests.year2021.test_day01 import sample

    text = sample(Random(name))
    depths = day01.parse(text.rstrip("\n"))
    return Sheet(text, str(day01.part1(depths)), str(day01.part2(depths)))
