"""The log and its index: several programs at once, killed ones, full disks, damage."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from aoc.history.log import log_path
from aoc.history.past_runs import INDEX, VERSION, read_records
from tests.support.kept import RESULT, keep, query
from tests.support.marks import needs_linux, needs_posix_permissions, needs_signals
from tests.support.program import ROOT

WRITER = """
import sys
from pathlib import Path
from tests.support.kept import RESULT, keep
root, day, rounds, results = Path(sys.argv[1]), *map(int, sys.argv[2:])
print("ready", flush=True)
sys.stdin.readline()
for done in range(rounds):
    keep(root, *[RESULT._replace(day=day)] * results)
    print(done + 1, flush=True)
"""
READER = """
import sys
from aoc.history.past_runs import read_records
print("ready", flush=True)
sys.stdin.readline()
before = 0
for _ in range(40):
    count = len(read_records(sys.argv[1]))
    assert count >= before, (count, before)
    before = count
"""
FOREIGN = (
    *("no JSON", "[]", "{}", "1", '"text"', "\udcff\0", '{"run": "a"}'),
    '{"run": "a", "python": "", "machine": "", "at": "", "results": [{"year": 2021}]}',
)
"""Lines that aoc has not written."""
IN_A_SMALL_FILE = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
"""


def index_path(root: Path) -> Path:
    """Return the path of the index."""
    return root / ".aoc" / INDEX


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
    return [record.day for record in read_records(str(root))]


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
def test_a_line_that_was_cut_off_costs_that_run_alone(tmp_path: Path, share: float) -> None:
    log = Path(log_path(str(tmp_path)))
    keep(tmp_path, RESULT)
    whole = log.stat().st_size
    keep(tmp_path, RESULT._replace(day=2))
    os.truncate(log, whole + int((log.stat().st_size - whole) * share))
    assert days(tmp_path) == [1]
    keep(tmp_path, RESULT._replace(day=3))
    assert days(tmp_path) == [1, 3]


def test_a_line_that_aoc_has_not_written_is_skipped(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    with open(log_path(str(tmp_path)), "a", encoding="utf-8", errors="surrogateescape") as log:
        log.write("\n".join(["", *FOREIGN, ""]))
    keep(tmp_path, RESULT._replace(day=2))
    assert days(tmp_path) == [1, 2]


@needs_linux
def test_a_full_disk_costs_the_new_run_alone(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    done = subprocess.run(
        [sys.executable, "-c", IN_A_SMALL_FILE + WRITER, str(tmp_path), "2", "50", "30"],
        input="\n",
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert f"SiteError: {log_path(str(tmp_path))} cannot be written (" in done.stderr
    runs = query(
        tmp_path, "SELECT day, count(*) FROM results WHERE part GROUP BY run ORDER BY min(rowid)"
    )
    assert runs == [(1, 1), *[(2, 30)] * (len(done.stdout.splitlines()) - 1)]
    assert len(runs) > 1
    keep(tmp_path, RESULT)
    assert query(tmp_path, "SELECT count(DISTINCT run) FROM results") == [(len(runs) + 1,)]


def test_any_tool_reads_the_index_which_is_as_new_as_the_last_question(tmp_path: Path) -> None:
    assert days(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
    keep(tmp_path, RESULT)
    assert days(tmp_path) == [1]
    names = sorted(path.name for path in (tmp_path / ".aoc").iterdir())
    assert names == [".gitignore", "history.sqlite3", "runs.jsonl"]
    keep(tmp_path, RESULT)
    with closing(sqlite3.connect(index_path(tmp_path))) as connection:
        statement = "SELECT day, part, seconds, source FROM results"
        assert connection.execute(statement).fetchall() == [(1, 1, 0.5, "run")]


def test_neither_a_missing_time_nor_a_name_that_is_no_unicode_costs_a_result(
    tmp_path: Path,
) -> None:
    name, kind = "file \udcff", "file"
    keep(tmp_path, RESULT._replace(seconds=None, answer=None, input=name, input_kind=kind))
    rows = query(tmp_path, "SELECT seconds, memory, input, kind FROM results")
    assert rows == [(None, 1000, "file ?", "file")]


def damage(path: Path, how: str) -> None:
    """Damage the index."""
    if how == "cut off":
        os.truncate(path, path.stat().st_size // 2)
    elif how == "another version":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    else:
        with path.open("r+b") as file:
            file.seek(int(how) * 4096)
            file.write(Random(how).randbytes(4096))


@pytest.mark.parametrize("how", ["cut off", "another version", "1", "4"])
def test_an_index_that_is_damaged_is_made_again(tmp_path: Path, how: str) -> None:
    results = [RESULT._replace(day=day, part=part) for day in range(1, 26) for part in (1, 2)]
    for _ in range(5):
        keep(tmp_path, *results)
    before = read_records(str(tmp_path))
    damage(index_path(tmp_path), how)
    keep(tmp_path, RESULT)
    assert read_records(str(tmp_path))[:-1] == before
    assert query(tmp_path, "PRAGMA integrity_check") == [("ok",)]
    assert query(tmp_path, "PRAGMA user_version") == [(VERSION,)]


@pytest.mark.windows
def test_the_index_of_a_log_that_is_gone_is_not_believed(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    assert days(tmp_path) == [1]
    Path(log_path(str(tmp_path))).unlink()
    assert days(tmp_path) == []
    keep(tmp_path, *[RESULT._replace(day=2)] * 9)
    assert days(tmp_path) == [2] * 9
    Path(log_path(str(tmp_path))).unlink()
    keep(tmp_path, RESULT._replace(day=3))
    assert days(tmp_path) == [3]


@pytest.mark.windows
def test_what_another_program_keeps_locked_is_read_from_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aoc.history.past_runs.PATIENCE", 0.0)
    keep(tmp_path, RESULT)
    assert days(tmp_path) == [1]
    with closing(sqlite3.connect(index_path(tmp_path))) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        keep(tmp_path, RESULT._replace(day=2))
        assert days(tmp_path) == [1, 2]


@needs_posix_permissions
@pytest.mark.skipif(os.name != "nt" and os.geteuid() == 0, reason="root may write everywhere")
def test_it_can_be_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    keep(tmp_path, RESULT)
    folder = tmp_path / ".aoc"
    for has_index in (False, True):
        for path in (*folder.iterdir(), folder):
            path.chmod(path.stat().st_mode & ~0o222)
        try:
            assert days(tmp_path) == [1]
        finally:
            folder.chmod(0o755)
        assert has_index or days(tmp_path) == [1]
