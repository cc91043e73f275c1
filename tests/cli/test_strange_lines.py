"""Lines of the log that no run has written: they are left out, and said once."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.aoc import Aoc
from tests.support.histories import keep_run
from tests.support.marks import needs_git, needs_posix_shell, with_slow
from tests.support.program import Project
from tests.support.repository import Repository


@pytest.fixture
def root(project: Project) -> Path:
    """A project with a day and two runs of it, at 0.25 and 0.125 seconds."""
    project.day(1, '"""Day 1: Sonar Sweep."""\ndef part1(text): return 1\n')
    (project.root / "README.md").write_text("<!-- days -->\n<!-- /days -->\n")
    keep_run(project.root, "a" * 40, (1, 1, 0.25), parse=None)
    keep_run(project.root, "b" * 40, (1, 1, 0.125), parse=None)
    return project.root


def log_of(root: Path) -> Path:
    """Return the path of the log."""
    return root / ".aoc" / "runs.jsonl"


def changed_line(line: bytes, *path: str | int, value: object) -> bytes:
    """Return a line of the log with another value at a path; `...` removes it."""
    run = json.loads(line)
    owner: Any = run
    for name in path[:-1]:
        owner = owner[name]
    if value is ...:
        del owner[path[-1]]
    else:
        owner[path[-1]] = value
    return json.dumps(run).encode()


FIRST = ("results", 0)
RUN_FIELDS = ("run", "at", "commit", "python", "machine", "files", "results")
PART_FIELDS = (
    *("year", "day", "part", "solver", "variant", "input", "kind", "digest", "verdict"),
    *("seconds", "memory"),
)
RUN_VALUES: dict[str, tuple[object, ...]] = {
    "run": (None, 1, []),
    "at": (
        *(
            None,
            1,
            "",
            "yesterday",
            "2021-12-24",
            "2021-12-24T05:00:00",
            "10000-01-01T00:00:00Z",
        ),
        *("2021-13-24T05:00:00Z", "2021-12-24T25:00:00Z", "2021-12-24T05:00:00+01:00"),
    ),
    "commit": ("", "HEAD", "--output=stolen", "a" * 39, 1, "b" * 40 + "\n"),
    "python": (None, 3.12),
    "machine": (None, []),
    "files": (None, [], "", {"a": 1}, {"a\nb": None}, {"a": ["b"]}, {"a": "b"}),
    "results": (None, {}, "", [1], [None], [[]], [{}]),
    "source": ("", "run?", 1, ["bench"], "bench"),
    "changed": (0, "no", []),
    "layout": (1, "ab", {}),
}
VALUES: dict[str, tuple[object, ...]] = {
    "year": (True, "2021", 2021.0, 2014, 10**5, -1, None, [2021]),
    "day": (0, 26, 99, True, "1", 1.0, None, {}),
    "part": (0, 3, True, "1", 1.5, [], [1]),
    "seconds": ("1", -1, True, float("nan"), float("inf"), 10**400, [1]),
    "verdict": ("right", "", None, 1, ["pass"], True),
    "memory": ("1", -1, 0.5, True, 10**30),
    "kind": (None, "small", 1, ["sample"]),
    "solver": (None, 1, ["days"], "\ud800"),
    "variant": (1, {}, "\udcff"),
    "input": (1, [], "\udfff"),
    "digest": (1, {}, False, "", "ab", "AB" * 32, "ab" * 32 + "\n"),
    "changed": ("yes", 1),
    "first_call": ("yes", 1),
    "calls": ("1", -1, True),
    "answer": (1, ["1"], "\ud800"),
    "expected": (1, {}),
    "drawing": (1, True),
    "reason": (1, []),
    "time_of": (1, []),
}
BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "no JSON": lambda line: b"no JSON",
    "one quote": lambda line: b'"',
    "a list": lambda line: b"[" + line.strip() + b"]",
    "a number": lambda line: b"1",
    "null": lambda line: b"null",
    "a text": lambda line: b'"run"',
    "an empty object": lambda line: b"{}",
    "cut off": lambda line: line[: len(line) // 2],
    "cut off at its end": lambda line: line.rstrip()[:-1],
    "cut off at its start": lambda line: line[len(line) // 2 :],
    "half of it, and the next one": lambda line: line[: len(line) // 2].rstrip() + line,
    "two objects": lambda line: line.rstrip() + line,
    "two objects and a comma": lambda line: line.rstrip() + b", " + line,
    "a conflict of git": lambda line: b"<<<<<<< HEAD",
    "the middle of a conflict": lambda line: b"=======",
    "no UTF-8": lambda line: line.replace(b"machine", b"machin\xe9"),
    "Latin-1 in a name": lambda line: line.replace(b'"days"', b'"d\xe4ys"'),
    "UTF-16": lambda line: line.decode().rstrip().encode("utf-16"),
    "zeros": lambda line: b"\0" * 4096,
    "zeros before it": lambda line: b"\0" * 4096 + line,
    "a zero in a name": lambda line: line.replace(b'"days"', b'"da\0ys"'),
    "deep lists": lambda line: b"[" * 200_000,
    "deep lists that end": lambda line: b"[" * 100_000 + b"]" * 100_000,
    "deep objects": lambda line: b'{"a":' * 100_000,
    "a deep field": lambda line: line.replace(
        b'"days"', b"[" * 100_000 + b"]" * 100_000
    ),
    "a number of too many digits": lambda line: line.replace(b"0.25", b"9" * 5000),
    "1e400": lambda line: line.replace(b"0.25", b"1e400"),
    "-1e400": lambda line: line.replace(b"0.25", b"-1e400"),
    "50 MB": lambda line: b'{"run": "' + b"x" * (50 << 20) + b'"}',
    "two values of one name": lambda line: line.replace(
        b'"day": 1', b'"day": 1, "day": 2'
    ),
    "two lists of results": lambda line: line.replace(
        b'"results"', b'"results": [], "results"'
    ),
    "a comment": lambda line: b"# " + line.strip(),
    "another log": lambda line: b'{"level": "info", "msg": "started", "time": 1}',
}


def broken_lines() -> dict[str, Callable[[bytes], bytes]]:
    """Return the ways in which a line becomes none of ours, by their names."""

    def way(path: tuple[str | int, ...], value: object) -> Callable[[bytes], bytes]:
        return lambda line: changed_line(line, *path, value=value)

    ways = dict(BROKEN)
    for name in RUN_FIELDS:
        ways[f"without {name}"] = way((name,), ...)
    for name in PART_FIELDS:
        ways[f"a result without {name}"] = way((*FIRST, name), ...)
    for name, values in RUN_VALUES.items():
        for value in values:
            ways[f"{name} {value!r}"[:40]] = way((name,), value)
    for name, values in VALUES.items():
        for value in values:
            ways[f"a result with {name} {value!r}"[:40]] = way((*FIRST, name), value)
    return ways


WAYS = broken_lines()


def note(lines: str) -> str:
    """Return the sentence about the lines that are left out."""
    return f"aoc: {lines.replace('LOG', os.path.join('.aoc', 'runs.jsonl'))}\n"


ONE = note("1 line of LOG is no result and was left out: see line 2")


@pytest.mark.parametrize("kind", with_slow(WAYS, "50 MB"))
def test_a_line_that_is_none_of_ours_is_left_out_and_said_once(
    aoc: Aoc, root: Path, kind: str
) -> None:
    first, second = log_of(root).read_bytes().splitlines(keepends=True)
    log_of(root).write_bytes(second)
    calendar = aoc("status", "--offline").out
    assert "125 ms" in calendar
    log_of(root).write_bytes(second + WAYS[kind](first).strip() + b"\n")
    done = aoc("history", "--json")
    assert (done.code, done.err) == (0, ONE)
    assert [(line["commit"], line["seconds"]) for line in done.lines] == [
        ("b" * 40, 0.125)
    ]
    assert aoc("status", "--offline") == (0, calendar, ONE)


SAME: dict[str, Callable[[bytes], bytes]] = {
    "a byte order mark": lambda log: b"\xef\xbb\xbf" + log,
    "the line ends of Windows": lambda log: log.replace(b"\n", b"\r\n"),
    "no line end at the end": lambda log: log.rstrip(b"\n"),
    "empty lines": lambda log: log.replace(b"\n", b"\n\n \n\t\n"),
    "an unknown field": lambda log: log.replace(
        b'"run":', b'"later": {"a": [1]}, "run":'
    ),
    "an unknown field of a result": lambda log: log.replace(
        b'"day"', b'"at": 5, "run": 1, "day"'
    ),
    "escapes": lambda log: log.replace(b'"days"', b'"day\\u0073"'),
}


@pytest.mark.parametrize("kind", SAME)
def test_a_line_that_an_editor_has_changed_a_little_still_counts(
    aoc: Aoc, root: Path, kind: str
) -> None:
    before = aoc("history", "--json")
    log_of(root).write_bytes(SAME[kind](log_of(root).read_bytes()))
    assert aoc("history", "--json") == before
    assert len(before.lines) == 2


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (("history", "1"), "125 ms"),
        (("status", "--offline"), "125 ms"),
        (("report", "--last"), "1 day in 125 ms"),
    ],
)
def test_each_command_says_once_how_many_lines_it_has_left_out(
    aoc: Aoc, root: Path, args: tuple[str, ...], shown: str
) -> None:
    first, second = log_of(root).read_bytes().splitlines(keepends=True)
    strange = [b"\n", b"[]\n", b"\0\n", first.replace(b"0.25", b"NaN")]
    log_of(root).write_bytes(b"".join([*strange, second]))
    done = aoc(*args)
    assert (done.code, shown in done.out) == (0, True)
    expected = note("3 lines of LOG are no results and were left out: see line 2")
    # Without an account, a report also says so.
    assert [line for line in done.err.splitlines(keepends=True) if "line" in line] == [
        expected
    ]


def seconds(aoc: Aoc) -> list[float]:
    """Return the times in the history."""
    return [line["seconds"] for line in aoc("history", "--json").lines]


@pytest.mark.windows
def test_a_log_that_was_replaced_is_read_from_its_start(aoc: Aoc, root: Path) -> None:
    log = log_of(root)
    old = log.read_bytes()
    assert seconds(aoc) == [0.25, 0.125]
    # As by `git checkout`: as long as before, and as old.
    times = log.stat()
    log.write_bytes(old.replace(b"0.25", b"0.75"))
    os.utime(log, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert seconds(aoc) == [0.75, 0.125]
    # Another file in its place, which is longer.
    (root / "other").write_bytes(old.replace(b"0.25", b"0.5") * 3)
    (root / "other").replace(log)
    assert seconds(aoc) == [0.5, 0.125] * 3
    # Cut off, and longer than before again.
    log.write_bytes(old.replace(b"0.125", b"0.0625") * 4)
    assert seconds(aoc) == [0.25, 0.0625] * 4
    log.unlink()
    assert seconds(aoc) == []


@needs_git
def test_the_branches_of_a_repository_may_have_logs_of_their_own(
    aoc: Aoc, root: Path
) -> None:
    repository = Repository(root)
    repository.git("add", "-f", ".aoc/runs.jsonl")
    repository.git("commit", "-qm", "Keep the times")
    keep_run(root, "c" * 40, (1, 1, 2.0), parse=None)
    repository.git("commit", "-qam", "Keep another one")
    assert seconds(aoc) == [0.25, 0.125, 2.0]
    repository.git("checkout", "-q", "HEAD~")
    assert seconds(aoc) == [0.25, 0.125]


@needs_git
def test_git_takes_nothing_in_a_log_for_an_option(aoc: Aoc, root: Path) -> None:
    Repository(root)
    log = log_of(root)
    log.write_bytes(log.read_bytes().replace(b"b" * 40, b"--output=stolen"))
    assert seconds(aoc) == [0.25]
    assert aoc("history").code == 0
    assert not (root / "stolen").exists()


@needs_posix_shell
@pytest.mark.parametrize("kind", ["a pipe", "a device", "a socket", "a folder"])
def test_what_is_no_file_in_the_place_of_the_log_ends_in_a_sentence(
    aoc: Aoc, root: Path, kind: str
) -> None:
    log = log_of(root)
    log.unlink()
    if kind == "a pipe":
        os.mkfifo(log)
    elif kind == "a device":
        log.symlink_to("/dev/zero")
    elif kind == "a socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(os.path.relpath(log))
    else:
        log.mkdir()
    for args in (("history", "1"), ("status", "--offline"), ("report", "--last")):
        done = aoc(*args)
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
        assert f"{log} cannot be read (" in done.err
    # A run does not wait for it either.
    done = aoc("run", "1", "--input", "-", stdin="1")
    assert done.code == 0
    assert f"this run is not in the history: {log} cannot be written (" in done.err
