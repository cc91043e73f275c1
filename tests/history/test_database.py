"""The file of the history: several programs at once, killed ones, full disks, other versions."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from aoc.history.database import HistoryError, database_path, open_history
from aoc.history.reader import read_records
from aoc.history.schema import VERSION
from tests.history.kept import RESULT, keep, query
from tests.marks import needs_linux, needs_posix_permissions, needs_signals
from tests.program import ROOT

WRITER = """
import sys
from pathlib import Path
from tests.history.kept import RESULT, keep
root, day, rounds, results = Path(sys.argv[1]), *map(int, sys.argv[2:])
print("ready", flush=True)
sys.stdin.readline()
for done in range(rounds):
    keep(root, *[RESULT._replace(day=day)] * results)
    print(done + 1, flush=True)
"""
IN_A_SMALL_FILE = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
"""


def writer(root: Path, day: int, rounds: int, results: int) -> subprocess.Popen[str]:
    """Start a program that keeps so many runs of so many results, once it reads a line."""
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(root), *map(str, (day, rounds, results))],
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


def test_eight_programs_at_once_lose_no_row(tmp_path: Path) -> None:
    # They also make the file at the same moment.
    children = [writer(tmp_path, day, rounds=12, results=20) for day in range(1, 9)]
    start_all(children)
    for child in children:
        child.communicate(timeout=60)
    assert [child.returncode for child in children] == [0] * 8
    days = Counter(record.day for record in read_records(str(tmp_path)))
    assert days == dict.fromkeys(range(1, 9), 12 * 20)
    assert query(tmp_path, "SELECT count(*) FROM runs") == [(8 * 12,)]


def test_the_old_lines_are_taken_over_once_by_several_programs(tmp_path: Path) -> None:
    from tests.history.test_json_lines import OLD, line_of, write_lines

    write_lines(tmp_path, *[line_of(OLD._replace(day=25))] * 50)
    children = [writer(tmp_path, day, rounds=1, results=1) for day in (1, 2, 3)]
    start_all(children)
    for child in children:
        child.communicate(timeout=60)
    days = Counter(record.day for record in read_records(str(tmp_path)))
    assert days == {25: 50, 1: 1, 2: 1, 3: 1}


@needs_signals
def test_a_killed_program_loses_no_run_that_was_kept(tmp_path: Path) -> None:
    rng = Random(5)
    kept = 0
    for _ in range(8):
        child = writer(tmp_path, 1, rounds=1000, results=30)
        with child:
            start_all([child])
            whole = [line_of(child) for _ in range(rng.randint(1, 12))]
            os.kill(child.pid, signal.SIGKILL)
            # `communicate` would leave out what `readline` has read ahead.
            assert child.stdout
            kept += len(whole) + len(child.stdout.readlines())
        runs = query(tmp_path, "SELECT count(*) FROM results GROUP BY run")
        assert set(runs) == {(30,)}
        # The last run may have been kept, and its line not printed.
        assert kept <= len(runs) <= kept + 1
        kept = len(runs)
    keep(tmp_path, RESULT)
    assert query(tmp_path, "PRAGMA integrity_check") == [("ok",)]


@needs_linux
def test_a_full_disk_costs_the_new_run_alone(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    script = IN_A_SMALL_FILE + WRITER
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), "2", "50", "30"],
        input="\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    path = database_path(str(tmp_path))
    assert f"HistoryError: {path} cannot be written: " in done.stderr
    runs = query(tmp_path, "SELECT day, count(*) FROM results GROUP BY run")
    assert runs == [(1, 1), *[(2, 30)] * (len(done.stdout.splitlines()) - 1)]
    assert len(runs) > 1
    assert query(tmp_path, "PRAGMA integrity_check") == [("ok",)]
    keep(tmp_path, RESULT)
    assert query(tmp_path, "SELECT count(*) FROM runs") == [(len(runs) + 1,)]


def test_a_history_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    query(tmp_path, f"PRAGMA user_version = {VERSION + 1}")
    path = Path(database_path(str(tmp_path)))
    before = path.read_bytes()
    for use in (lambda: keep(tmp_path, RESULT), lambda: read_records(str(tmp_path))):
        with pytest.raises(HistoryError, match="by a newer version of aoc: update aoc-days"):
            use()
    assert path.read_bytes() == before


def test_without_a_history_there_are_no_records_and_none_is_made(tmp_path: Path) -> None:
    assert read_records(str(tmp_path)) == []
    assert list(tmp_path.iterdir()) == []


def test_what_another_program_is_writing_is_waited_for_and_reading_is_not(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    child = writer(tmp_path, 2, rounds=1, results=1)
    with closing(open_history(database_path(str(tmp_path)))) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE results SET day = 3")
        start_all([child])
        assert [record.day for record in read_records(str(tmp_path))] == [1]
        connection.execute("COMMIT")
    assert child.communicate(timeout=60)[0] == "1\n"
    assert [record.day for record in read_records(str(tmp_path))] == [3, 2]


def test_no_file_is_left_beside_it(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    read_records(str(tmp_path))
    names = sorted(path.name for path in (tmp_path / ".aoc").iterdir())
    assert names == [".gitignore", "history.sqlite3"]


@needs_posix_permissions
@pytest.mark.skipif(os.name != "nt" and os.geteuid() == 0, reason="root may write everywhere")
def test_it_can_be_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    folder = tmp_path / ".aoc"
    for path in (folder / "history.sqlite3", folder):
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        assert [record.day for record in read_records(str(tmp_path))] == [1]
    finally:
        folder.chmod(0o755)
