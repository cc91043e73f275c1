"""Runs the tests that only Windows can fail, and every day, on Windows' own CPython under Wine.

    python tests/windows/run.py [FOLDER] [-- PYTEST ARGS]

It sets Python for Windows up in FOLDER (`setup.py`; by default in ~/.cache, where a second call
finds it), then runs

    pytest -m windows, or with other arguments, in this checkout: a folder of Wine's drive Z:
    `aoc run --all --sample --json`, on Windows and by this Python, and compares the answers

and ends with one line on what was compared. Exit code 1 means that a test failed, or that an answer
is missing or differs; exit code 75 that Wine cannot be had here, of which `setup.py` says why. The
Python that runs this needs the group `dev`.
"""

from __future__ import annotations

import json
import os
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SETUP = Path(__file__).with_name("setup.py")
FOLDER = Path.home() / ".cache" / "aoc-days" / "wine"
LONGEST = 45 * 60
"""Seconds after which everything in Wine is ended."""
ANSWERS = 49  # 25 days have two parts, but for the last
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "2", "--dist", "worksteal")
SELECTED = ["-m", "windows"]
WINES_OWN = re.compile(rb"^E .*(?:\[WinError 1359\]|lets no worker process start)", re.MULTILINE)
"""How Wine fails to start a process, if its server is too busy: for a test, or for the program."""
FAILURE = re.compile(rb"^_+ [A-Za-z].* _+\r?$", re.MULTILINE)
"""What pytest prints above what it tells of a test that failed; a long name leaves little room."""
FAILED = re.compile(rb"^FAILED (\S+::.*?)(?: - .*)?\r?$", re.MULTILINE)
"""What it prints in the end; there may be blanks in a name."""
POLL = 0.5  # seconds between two looks at whether a program is running
AOC = ("-m", "aoc", "run", "--all", "--sample", "--json")


class Windows(NamedTuple):
    """How to call Python for Windows."""

    command: tuple[str, ...]
    env: Mapping[str, str]


def set_up(folder: Path) -> Windows:
    """Set Python for Windows up, with the project in it. Ends the program where that fails."""
    done = subprocess.run([sys.executable, SETUP, folder], stdout=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    words = shlex.split(done.stdout.decode())
    wine = words.index("wine")
    settings = dict(word.split("=", 1) for word in words[:wine])
    python = {
        "PYTHONPATH": windows_path(ROOT),
        # Keeps what is compiled out of the checkout, and for the next call.
        "PYTHONPYCACHEPREFIX": windows_path(folder / "pycache"),
    }
    return Windows(tuple(words[wine:]), own_environment() | settings | python)


def windows_path(path: Path) -> str:
    """Return where Wine has a folder."""
    return "Z:" + str(path.resolve()).replace("/", "\\")


def own_environment() -> dict[str, str]:
    """Return our environment without what would lead a child elsewhere.

    The C library of Windows does not understand the time zones of Linux.
    """
    foreign = ("AOC", "PYTHON", "PYTEST", "COV", "TZ")
    return {name: text for name, text in os.environ.items() if not name.startswith(foreign)}


@contextmanager
def wine_running(windows: Windows) -> Iterator[None]:
    """Have Wine's services run, which take two seconds to start; end all of Wine in the end.

    They inherit the pipes of whoever starts them, so they are started without any.
    """

    def call(*command: str) -> None:
        quiet = subprocess.DEVNULL
        subprocess.run(
            command, env=windows.env, stdin=quiet, stdout=quiet, stderr=quiet, check=False
        )

    call("wineserver", "-p")
    call("wine", "wineboot")
    alarm = threading.Timer(LONGEST, call, ("wineserver", "-k"))
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
        call("wineserver", "-k")


def run_tests(windows: Windows, args: list[str]) -> bool:
    """Run the tests in Wine, show what pytest prints, and return whether all passed.

    Wine now and then fails to start a process, with an error that Windows does not have. Tests
    that failed by nothing else are run once more.
    """
    printed = b""
    with subprocess.Popen(
        [*windows.command, *PYTEST, *args],
        cwd=ROOT,
        env=windows.env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,  # Wine gives a plain file as an invalid handle.
        stderr=subprocess.STDOUT,
    ) as running:
        assert running.stdout is not None
        for data in pieces_of(running.stdout.fileno(), running):
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
            printed += data
    failed = [name.decode() for name in FAILED.findall(printed)]
    if failed and all(map(WINES_OWN.search, FAILURE.split(printed)[1:])):
        again = [*SELECTED, *failed] if args[:2] == SELECTED else failed
        return again != args and run_tests(windows, again)
    return running.returncode == 0


def pieces_of(pipe: int, running: subprocess.Popen[bytes]) -> Iterator[bytes]:
    """Yield what comes through a pipe from a program, as long as that is running.

    Wine's server may hold the other end for ever, where it has failed to start a process.
    """
    while True:
        has_ended = running.poll() is not None
        while select.select([pipe], [], [], 0 if has_ended else POLL)[0]:
            data = os.read(pipe, 1 << 16)
            if not data:
                return
            yield data
        if has_ended:
            return


def answers_of(
    command: tuple[str, ...], env: Mapping[str, str], project: Path
) -> dict[tuple[int, int], str]:
    """Run all days on their samples, and return the answers by day and part, but for failures."""
    done = subprocess.run(
        [*command, *AOC],
        cwd=project,
        env={**env, "AOCD_DIR": str(project / "aocd")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=600,
        check=False,
    )
    sys.stderr.buffer.write(done.stderr)
    sys.stderr.flush()
    results = [json.loads(line) for line in done.stdout.splitlines()]
    return {
        (result["day"], result["part"]): result["answer"]
        for result in results
        if result["answer"] is not None and result["verdict"] != "error"
    }


def compare(windows: Windows, folder: Path) -> tuple[bool, str]:
    """Run all days on both systems; return whether all answers are the same, and a line on it."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        project = Path(name)
        for part in ("days", "tests"):
            shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("*.pyc"))
        here = answers_of((sys.executable,), own_environment() | {"PYTHONPATH": str(ROOT)}, project)
        there = answers_of(windows.command, windows.env, project)
    differing = sorted(
        f"2021/{day:02d} part {part}"
        for day, part in here.keys() | there.keys()
        if here.get((day, part)) != there.get((day, part))
    )
    what = f"`aoc run --all --sample` gave {len(there)} answers on Windows, {len(here)} on Linux"
    if differing:
        return False, f"{what}; not the same are {', '.join(differing)}"
    return len(there) == ANSWERS, f"{what}, all the same"


def main() -> None:
    """Set up, run, compare."""
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    folder = Path(sys.argv[1] if at > 1 else FOLDER).resolve()
    args = sys.argv[at + 1 :]
    windows = set_up(folder)
    with wine_running(windows):
        passed = run_tests(windows, args or SELECTED)
        same, line = compare(windows, folder)
    sys.stdout.write(f"The tests {'passed' if passed else 'FAILED'}; {line}.\n")
    sys.exit(0 if passed and same else 1)


if __name__ == "__main__":
    main()
