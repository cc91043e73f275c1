"""The log: several programs at once, killed ones, full disks, damage."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from aoc.history.log import log_path
from tests.support.kept import RESULT, keep, query, records
from tests.support.marks import needs_linux, needs_posix_permissions, needs_signals
from tests.support.program import ROOT
from tests.support.results import changed

WRITER = """
import sys
from pathlib import Path
from tests.support.kept import RESULT, keep
from tests.support.results import changed
root, day, rounds, results = Path(sys.argv[1]), *map(int, sys.argv[2:])
print("ready", flush=True)
sys.stdin.readline()
for done in range(rounds):
    keep(root, *[changed(RESULT, day=day)] * results)
    print(done + 1, flush=True)
"""
READER = """
import sys
from pathlib import Path
from tests.support.kept import records
print("ready", flush=True)
sys.stdin.readline()
before = 0
for _ in range(40):
    count = len(records(Path(sys.argv[1])))
    assert count >= before, (count, before)
    before = count
"""
IN_A_SMALL_FILE = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
"""


def program(source: str, *args: object) -> subprocess.Popen[str]:
    """Start a program that begins once it reads a line."""
    return subprocess.Popen(
        [sys.executable, "-c", source, *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def line_of(child: subprocess.Popen[str]) -> str:
    """Return the next line that a program prints, empty at its end."""
    assert child.stdout
    return child.stdout.readline().strip()


def start_all(children: list[subprocess.Popen[str]]) -> None:
    """Let programs begin at the same moment."""
    assert [line_of(child) for child in children] == ["ready"] * len(children)
    for child in children:
        assert child.stdin
        child.stdin.write("\n")
        child.stdin.flush()


def days(root: Path) -> list[int]:
    """Return the days of all results in the history, oldest first."""
    return [record.day for record in records(root)]


@pytest.mark.slow
@pytest.mark.windows
def test_four_programs_at_once_lose_no_result_while_others_read(tmp_path: Path) -> None:
    # They also make the log and the index at the same moment.
    children = [program(WRITER, tmp_path, day, 12, 20) for day in range(1, 5)]
    children.append(program(READER, tmp_path))
    start_all(children)
    for child in children:
        child.communicate(timeout=60)
    assert [child.returncode for child in children] == [0] * len(children)
    assert Counter(days(tmp_path)) == dict.fromkeys(range(1, 5), 12 * 20)
    assert query(tmp_path, "SELECT count(DISTINCT run) FROM results") == [(4 * 12,)]


@pytest.mark.slow
@needs_signals
def test_a_killed_program_loses_no_run_that_was_kept(tmp_path: Path) -> None:
    rng = Random(5)
    kept = 0
    for _ in range(5):
        child = program(WRITER, tmp_path, 1, 1000, 30)
        with child:
            start_all([child])
            whole = [line_of(child) for _ in range(rng.randint(1, 12))]
            os.kill(child.pid, signal.SIGKILL)
            # `communicate` would leave out what `readline` has read ahead.
            assert child.stdout
            kept += len(whole) + len(child.stdout.readlines())
        runs = query(tmp_path, "SELECT count(day) FROM results WHERE part GROUP BY run")
        assert set(runs) == {(30,)}
        # The last run may have been kept, and its line not printed.
        assert kept <= len(runs) <= kept + 1
        kept = len(runs)


@pytest.mark.parametrize("share", [0.01, 0.99])
def test_a_line_that_was_cut_off_costs_that_run_alone(
    tmp_path: Path, share: float
) -> None:
    log = Path(log_path(str(tmp_path)))
    keep(tmp_path, RESULT)
    whole = log.stat().st_size
    keep(tmp_path, changed(RESULT, day=2))
    os.truncate(log, whole + int((log.stat().st_size - whole) * share))
    assert days(tmp_path) == [1]
    keep(tmp_path, changed(RESULT, day=3))
    assert days(tmp_path) == [1, 3]


@needs_linux
def test_a_full_disk_costs_the_new_run_alone(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            IN_A_SMALL_FILE + WRITER,
            str(tmp_path),
            "2",
            "50",
            "30",
        ],
        input="\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert f"SiteError: {log_path(str(tmp_path))} cannot be written (" in done.stderr
    runs = query(
        tmp_path,
        "SELECT day, count(*) FROM results WHERE part GROUP BY run ORDER BY min(rowid)",
    )
    assert runs == [(1, 1), *[(2, 30)] * (len(done.stdout.splitlines()) - 1)]
    assert len(runs) > 1
    keep(tmp_path, RESULT)
    assert query(tmp_path, "SELECT count(DISTINCT run) FROM results") == [
        (len(runs) + 1,)
    ]


def test_neither_a_missing_time_nor_a_name_that_is_no_unicode_costs_a_result(
    tmp_path: Path,
) -> None:
    name, kind = "file \udcff", "file"
    keep(
        tmp_path,
        changed(RESULT, seconds=None, answer=None, input=name, input_kind=kind),
    )
    rows = query(tmp_path, "SELECT seconds, memory, input, kind FROM results")
    assert rows == [(None, 1000, "file ?", "file")]


@needs_posix_permissions
@pytest.mark.skipif(
    os.name != "nt" and os.geteuid() == 0, reason="root may write everywhere"
)
def test_it_can_be_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    folder = tmp_path / ".aoc"
    for path in (*folder.iterdir(), folder):
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        assert days(tmp_path) == [1]
    finally:
        folder.chmod(0o755)
