"""Standard streams, encodings and folders that are not as they should be."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

import click
import pytest

from aoc.cli import cli
from aoc.history.past_runs import read_records
from tests.marks import needs_linux, needs_posix_shell
from tests.program import AOC, Finished, Project

pytestmark = pytest.mark.slow

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
"""The path of a folder that does not exist, and that not even root can create."""
FAILED = "aoc: the output or the current folder: {}; --debug shows where it comes from\n"
RUN = "run 1-2 --example --json"

needs_dev_full = pytest.mark.skipif(not Path(NO_ROOM).exists(), reason=f"needs {NO_ROOM}")


@pytest.fixture
def project(project: Project) -> Project:
    """A project with two days, whose first part checks the streams of its process."""
    for day in (1, 2):
        module = project.root / "days" / "year2021" / f"day{day:02d}.py"
        module.write_text(DAY.format(day), encoding="utf-8")
        tests = project.root / "tests" / "year2021" / f"test_day{day:02d}.py"
        tests.write_text(TESTS, encoding="utf-8")
    return project


def shell(project: Project, line: str, env: Mapping[str, str] = {}) -> Finished:
    """Run a line in a shell, in which `aoc` is the program."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'aoc() {{ {shlex.join(AOC)} "$@"; }}\n{line}'],
        cwd=project.root,
        # A module that is compiled must not be cut off by `ulimit -f`.
        env=project.environment({"PYTHONDONTWRITEBYTECODE": "1", **env}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding=env.get("PYTHONIOENCODING", "utf-8").replace(":strict", "utf-8"),
        timeout=60,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


@needs_posix_shell
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_the_null_device_in_every_process(project: Project, closed: str) -> None:
    (project.root / "x.txt").write_text("x\n", encoding="utf-8")
    done = shell(project, f"aoc run 1 --input x.txt --json {closed}")
    assert (done.code, done.err) == (0, "")
    expected = [] if ">&-" in closed.replace("2>&-", "") else ["1", "2"]
    assert [result["answer"] for result in done.results] == expected
    # Nothing else may have been written into the history.
    assert [row.part for row in read_records(str(project.root))] == [None, 1, 2]


@needs_posix_shell
@needs_dev_full
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"aoc {RUN} >{NO_ROOM}", "No space left on device"),
        (f"aoc run --help >{NO_ROOM}", "No space left on device"),
        ("aoc status --json --offline 1</dev/null", "Bad file descriptor"),
        (f"ulimit -f 1; aoc {RUN} >results", "File too large"),
    ],
)
def test_where_the_output_cannot_be_written_one_sentence_says_so(
    project: Project, line: str, why: str
) -> None:
    assert shell(project, line) == (1, "", FAILED.format(why))


@needs_posix_shell
def test_the_end_of_the_reader_ends_a_run_without_a_word(project: Project) -> None:
    done = shell(project, f"{{ aoc {RUN} --repeat 2; echo $? >&2; }} | head -n 1")
    assert len(done.lines) == 1
    assert done.err in ("1\n", "0\n")  # 0 where all of it fitted into the pipe


ASCII = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
LATIN_1 = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}


@pytest.mark.parametrize(("env", "title"), [(ASCII, r"\xc9lan"), (LATIN_1, "Élan")])
def test_what_cannot_be_encoded_is_escaped_and_our_signs_are_in_ascii(
    project: Project, env: Mapping[str, str], title: str
) -> None:
    done = project.run("run", "1", "--example", env=env, encoding=env["PYTHONIOENCODING"])
    assert done.code == 0
    for part in (rf"2021/01 {title} * \u6f22", r"\u6f22 \udcff", "+ "):
        assert part in done.out


LINES = (
    *(RUN, "run 1 --input - --quiet", "bench 1 --against HEAD", "new 2021/3", "fetch 1", "read 1"),
    *("submit 1 --part 1 --answer 5", "open 1 --print", "history", "history --json"),
    *("fuzz 1 --runs 2", "report --repeat 1", "show 1 --input -", "completion bash"),
    # It would go on until somebody types a key.
    *("watch 1-2", "watch 1 --input none.txt"),
    *("status --offline", "status --offline --json", "leaderboard 123456", "init made"),
    *("doctor --offline", "login", "login --list", "login --remove a", "", "--help", "rnu"),
)
"""Command lines of every command."""
CONDITIONS: dict[str, tuple[str, dict[str, str]]] = {
    "all are closed": ("aoc {} <&- >&- 2>&-", {}),
    "both are full": (f"aoc {{}} >{NO_ROOM} 2>{NO_ROOM}", {}),
    "stdout is for reading": ("aoc {} 1</dev/null", {}),
    "stdin is for writing": ("aoc {} 0>/dev/null", {}),
    "stdin never ends": (f"aoc {{}} <{NO_ROOM}", {}),
    "stdout has no reader": ("{{ aoc {}; }} | :", {}),
    "a deleted folder": ("mkdir gone; cd gone; rmdir ../gone; aoc {}", {}),
    # With a folder for aocd, since without HOME the home is that of the person who tests this.
    "no HOME": ("unset HOME; aoc {}", {}),
    **{
        f"{name}={value}": (f"unset {without}; aoc {{}}", {name: value})
        for name, without, values in (
            ("PYTHONIOENCODING", "LANG", ("ascii", "utf-16", ":strict")),
            ("LC_ALL", "LANG PYTHONUTF8", ("C", "xx_YY.none")),
            ("HOME", "AOCD_DIR", (NOTHING,)),
            ("AOCD_DIR", "LANG", ("/dev/null", "\udcff", "~nobody-of-this-name")),
            ("TMPDIR", "LANG", (NOTHING,)),
            ("TERM", "LANG", ("", "unknown")),
            ("COLUMNS", "LANG", ("0", "-5", "9" * 5000)),
            ("AOC_YEAR", "LANG", ("99999", "\udcff")),
            ("AOC_PROJECT", "LANG", (NOTHING, "\udcff")),
        )
        for value in values
    },
}
"""Lines of a shell, and variables to set, for each condition."""


def test_there_is_a_line_for_every_command() -> None:
    named = {line.split(" ")[0] for line in LINES}
    assert named == {*cli.list_commands(click.Context(cli)), "", "--help", "rnu"}


@needs_linux
@needs_dev_full
@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda value: value[:30])
def test_every_command_says_nothing_but_sentences(project: Project, condition: str) -> None:
    line, env = CONDITIONS[condition]
    env = {"https_proxy": "http://127.0.0.1:9", **env}
    faults = []
    for command in LINES:
        done = shell(project, line.format(command), env)
        strange = ("Traceback", "unexpected ", "Exception ignored", "Fatal Python")
        if any(word in done.err for word in strange) or done.code not in (0, 1, 2, 3):
            faults.append((command, done.code, done.err[-300:]))
    assert not faults
