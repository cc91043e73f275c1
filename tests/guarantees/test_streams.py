"""Streams, files, folders, variables and limits that are not as they should be."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread

import pytest

from aoc import files
from aoc.errors import AocError, SiteError, UsageError
from tests.support.aoc import Aoc
from tests.support.logs import log_run, logged
from tests.support.marks import needs_posix_shell
from tests.support.program import AOC, Finished, Project

DAY = '''\
"""Day {}: Élan ★ 漢."""

import os, sys

def parse(text):
    return text

def part1(text):
    if os.name == "posix":
        streams = [os.fstat(number) for number in range(3)]
        null = os.stat(os.devnull)
        if not os.path.samestat(streams[0], null) or os.path.samestat(streams[1], null):
            return "a stream is missing"
    print("漢 \\udcff", flush=True)
    print("★", file=sys.stderr)
    return 1

def part2(text):
    return 2
'''
TESTS = "from aoc import Example\n\nEXAMPLES = [Example('x\\n', part1=1, part2=2)]\n"
NO_ROOM = "/dev/full"
NOTHING = "/dev/null/x"
"""A folder that not even root can create."""
FAILED = "aoc: the output or the current folder: {}; --debug shows where it comes from\n"
RUN = "run 1-2 --example --json"

needs_dev_full = pytest.mark.skipif(not Path(NO_ROOM).exists(), reason=f"needs {NO_ROOM}")


@pytest.fixture
def project(project: Project) -> Project:
    """A project with two days, whose first part checks the streams of its process."""
    for day in (1, 2):
        project.day(day, DAY.format(day), TESTS)
    return project


def shell(aoc: Aoc, line: str, env: Mapping[str, str] = {}) -> Finished:
    """Run a line in a shell, in which `aoc` is the program."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'aoc() {{ {shlex.join(AOC)} "$@"; }}\n{line}'],
        cwd=aoc.project.root,
        # A module that is compiled must not be cut off by `ulimit -f`.
        env=aoc.environment({"PYTHONDONTWRITEBYTECODE": "1", **env}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding=env.get("PYTHONIOENCODING", "utf-8").replace(":strict", "utf-8"),
        timeout=60,
        check=False,
    )
    return aoc.checked(Finished(done.returncode, done.stdout, done.stderr), ())


@needs_posix_shell
@pytest.mark.parametrize("closed", [">&-", "<&- 2>&-"])
def test_a_closed_stream_is_the_null_device_in_every_process(
    aoc: Aoc, project: Project, closed: str
) -> None:
    (project.root / "x.txt").write_text("x\n", encoding="utf-8")
    done = shell(aoc, f"aoc run 1 --input x.txt --json {closed}")
    assert (done.code, done.err) == (0, "")
    expected = [] if closed == ">&-" else ["1", "2"]
    assert [result["answer"] for result in done.results] == expected
    # Nothing else may have been written into the log.
    assert [one.part for one in logged(project.root)] == [0, 1, 2]


@needs_posix_shell
@needs_dev_full
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"aoc {RUN} >{NO_ROOM}", "No space left on device"),
        (f"aoc {RUN} 1</dev/null", "Bad file descriptor"),
        (f"ulimit -f 1; aoc {RUN} >results", "File too large"),
    ],
)
def test_where_the_output_cannot_be_written_one_sentence_says_so(
    aoc: Aoc, project: Project, line: str, why: str
) -> None:
    assert shell(aoc, line) == (1, "", FAILED.format(why))


@needs_posix_shell
def test_the_end_of_the_reader_ends_a_run_without_a_word(aoc: Aoc, project: Project) -> None:
    done = shell(aoc, f"{{ aoc {RUN}; echo $? >&2; }} | head -n 1")
    assert len(done.lines) == 1
    assert done.err in ("1\n", "0\n")  # 0 where all of it fitted into the pipe


def test_what_cannot_be_encoded_is_escaped_and_our_signs_are_in_ascii(project: Project) -> None:
    env = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = project.run("run", "1", "--example", env=env, encoding="ascii")
    assert done.code == 0
    for part in (r"2021/01 \xc9lan * \u6f22", r"\u6f22 \udcff", "+ "):
        assert part in done.out


QUICK = (
    "run 1 --example",
    "new 2021/3",
    "submit 1 --part 1 --answer 5",
    "init made",
    "completion bash",
    "status",
    "leaderboard 123456",
    "login --list",
    "",
    "rnu",
)
VARIABLES = {
    "HOME": (NOTHING,),
    "AOCD_DIR": ("\udcff", "~nobody-of-this-name"),
    "TMPDIR": (NOTHING,),
    "TERM": ("unknown",),
    "COLUMNS": ("0", "9" * 5000),
    "AOC_PROJECT": ("\udcff",),
}


@pytest.mark.parametrize("name", VARIABLES)
def test_no_value_of_a_variable_is_more_than_an_error(
    aoc: Aoc, project: Project, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("tempfile.tempdir", None)  # as in a new process
    if name == "HOME":
        del project.variables["AOCD_DIR"]
    for value in VARIABLES[name]:
        for line in QUICK:
            done = aoc(*line.split(), env={name: value})
            assert done.code in (0, 1, 2, 3), (value, line)
            assert "unexpected " not in done.err, (value, line)


WRITERS: Mapping[str, tuple[Callable[[str], None], type[AocError]]] = {
    "write_file": (lambda path: files.write_file(path, "new"), SiteError),
    "overwrite": (lambda path: files.overwrite(path, b"new"), UsageError),
    "delete_file": (files.delete_file, SiteError),
}


@needs_posix_shell
@pytest.mark.parametrize("name", WRITERS)
def test_what_is_no_file_is_neither_written_nor_deleted(tmp_path: Path, name: str) -> None:
    write, expected = WRITERS[name]
    path, pipe = tmp_path / "place", tmp_path / "pipe"
    os.mkfifo(pipe)  # unlike a device, it is nobody's if it is deleted
    path.symlink_to(pipe)
    with pytest.raises(expected, match=r"place cannot be written .*: fix this, then try again$"):
        write(str(path))
    assert path.is_symlink()
    assert path.is_fifo()
    assert {*os.listdir(tmp_path)} == {"place", "pipe"}


FOLDERS = [
    ("pyproject.toml", "run 21", 2),
    ("README.md", "report", 2),
    ("aocd/token", "fetch 21", 3),
    ("aocd/token2id.json", "login --list", 3),
]


@pytest.mark.parametrize(("name", "command", "code"), FOLDERS)
def test_a_folder_in_place_of_a_file_is_one_sentence(
    aoc: Aoc, project: Project, name: str, command: str, code: int
) -> None:
    project.day(21, "def part1(text): return 1\n")
    log_run(project.root, (21, 1, 0.5))
    place = project.root / name
    place.mkdir(parents=True)
    done = aoc(*command.split())
    assert done.code == code, done.err
    assert place.name in done.err
    assert done.err.count("\n") == 1


@needs_posix_shell
def test_an_input_may_come_out_of_a_fifo(aoc: Aoc, project: Project) -> None:
    project.day(21, "def parse(text): return text\ndef part1(text): return len(text)\n")
    pipe = project.root / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=("hello",))
    writer.start()
    done = aoc("run", "21", "--input", "pipe", "--json")
    writer.join()
    assert '"answer": "5"' in done.out


SAMPLE = "def sample(rng):\n    return 'x\\n'\n"


LEAKS = """\
FILES = []

def parse(text):
    return text

def part1(text):
    while True:
        FILES.append(open(__file__))
"""


@needs_posix_shell
def test_a_day_that_opens_files_until_none_is_left_is_an_error_of_its_own(
    aoc: Aoc, project: Project
) -> None:
    project.day(1, LEAKS, SAMPLE)
    done = shell(aoc, "ulimit -n 100; aoc run 1 --sample --json --part 1")
    [error] = [result["error"] for result in done.results if result["part"] == 1]
    assert error["kind"] == "exception"
    assert error["message"].startswith("OSError: [Errno 24] Too many open files")
