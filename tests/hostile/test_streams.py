"""Standard streams, encodings and folders that are not as they should be."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import click
import pytest

from aoc.cli import cli
from aoc.history.past_runs import read_records
from tests.marks import WINDOWS, needs_linux, needs_posix_shell
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
MISSING = "No such file or directory"
RUN = "run 1-2 --example --json"
TOKEN = "0123456789abcdef" * 8

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


def shell(
    project: Project, line: str, env: Mapping[str, str] = {}, folder: Path | None = None
) -> Finished:
    """Run a line in a shell, in which `aoc` is the program."""
    done = shell_bytes(project, line, env, folder)
    return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())


def shell_bytes(
    project: Project, line: str, env: Mapping[str, str], folder: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a line in a shell, and return what it writes in any encoding."""
    return subprocess.run(
        ["/bin/sh", "-c", f'aoc() {{ {shlex.join(AOC)} "$@"; }}\n{line}'],
        cwd=folder or project.root,
        # A module that is compiled must not be cut off by `ulimit -f`.
        env=project.environment({"PYTHONDONTWRITEBYTECODE": "1", **env}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )


@needs_posix_shell
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_the_null_device_in_every_process(project: Project, closed: str) -> None:
    (project.root / "x.txt").write_text("x\n", encoding="utf-8")
    done = shell(project, f"aoc run 1 --input x.txt --json {closed}")
    assert (done.code, done.err) == (0, "")
    expected = [] if ">&-" in closed.replace("2>&-", "") else ["1", "2"]
    assert [result["answer"] for result in done.results] == expected
    # Nothing else may have been written into the history.
    log = (project.root / ".aoc" / "runs.jsonl").read_text("utf-8")
    assert [json.loads(line)["python"] for line in log.splitlines() if line]
    assert [row.part for row in read_records(str(project.root))] == [None, 1, 2]


@needs_posix_shell
@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("login <&-", 2, "aoc: no session token in stdin (0 characters, not"),
        ("rnu 2>&-", 2, ""),
        ("run 1 --input - --quiet <&-", 1, ""),
        ("status <&- >&- 2>&-", 0, ""),
    ],
)
def test_a_closed_stream_changes_no_exit_code(
    project: Project, line: str, code: int, sentence: str
) -> None:
    done = shell(project, f"aoc {line}")
    assert done.code == code
    assert done.err.startswith(sentence)
    assert done.err.count("\n") == bool(sentence)


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
C_LOCALE = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}


@pytest.mark.parametrize(
    ("env", "args", "shown"),
    [
        (ASCII, "run 1 --example", [r"2021/01 \xc9lan * \u6f22", r"\u6f22 \udcff", "+ "]),
        (ASCII, "open ★漢", [r"'*\u6f22' is not a day: "]),
        (LATIN_1, "run 1 --example", [r"2021/01 Élan * \u6f22", r"\u6f22 \udcff", "+ "]),
        pytest.param(
            C_LOCALE,
            "run 1 --example",
            [r"2021/01 \xc9lan * \u6f22"],
            marks=pytest.mark.skipif(WINDOWS, reason="needs locales of POSIX"),
        ),
    ],
)
def test_what_cannot_be_encoded_is_escaped_and_our_signs_are_in_ascii(
    project: Project, env: Mapping[str, str], args: str, shown: list[str]
) -> None:
    encoding = "latin-1" if env is LATIN_1 else "ascii"
    done = project.run(*args.split(), env=env, encoding=encoding)
    assert done.code == (2 if args.startswith("open") else 0)
    text = done.out + done.err
    assert not [part for part in shown if part not in text]


@needs_linux
@pytest.mark.parametrize("args", ["run 1", "init"])
def test_a_deleted_folder_is_named_where_a_folder_is_needed(project: Project, args: str) -> None:
    gone = project.root / "gone"
    gone.mkdir()
    assert shell(project, f"rmdir {gone}; aoc {args}", folder=gone) == (
        1,
        "",
        FAILED.format(MISSING),
    )


@needs_linux
def test_a_project_may_be_named_or_made_from_a_deleted_folder(project: Project) -> None:
    for args, env in (
        (RUN, {"AOC_PROJECT": str(project.root)}),
        (f"init {project.root / 'new'}", {"AOC_PROJECT": NOTHING}),
    ):
        gone = project.root / "gone"
        gone.mkdir()
        done = shell(project, f"rmdir {gone}; aoc {args}", env, folder=gone)
        assert done.code == 0
        assert "does not exist" not in done.err
    assert "Next:" in done.err


@needs_linux
def test_names_that_are_not_utf8_are_only_names(project: Project) -> None:
    root = os.path.join(str(project.root), os.fsdecode(b"\xff \n x"))
    shutil.copytree(project.root / "days", os.path.join(root, "days"))
    shutil.copytree(project.root / "tests", os.path.join(root, "tests"))
    for args, text in (
        ("run 1 --sample --input \udcff", r"aoc: --input and --sample do not go together"),
        ("run days/year2021/day01.py --example", "2 right"),
        ("doctor --offline", "solvers  days"),
        ("submit 1 --part 1 --answer \udcff", r"aoc: --answer '\udcff' cannot be an answer"),
    ):
        done = subprocess.run(
            [*AOC, *args.split(" ")],
            cwd=root,
            env=project.environment({"AOCD_DIR": os.path.join(root, "\udcff")}),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert text in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


LINES = {
    "run": (RUN, "run 1 --input - --quiet", "run --help"),
    "bench": ("bench 1 --quick --part 1 --input -", "bench 1 --against HEAD"),
    "new": ("new 2021/3",),
    "submit": ("submit 1 --part 1 --answer 5",),
    "fetch": ("fetch 1",),
    "read": ("read 1",),
    "open": ("open 1 --print",),
    "history": ("history", "history --json"),
    "fuzz": ("fuzz 1 --runs 2", "fuzz 1 --runs 2 --json"),
    # It would go on until somebody types a key.
    "watch": ("watch 1-2", "watch 1 --input none.txt"),
    "report": ("report --repeat 1",),
    "show": ("show 1 --input -", "show 1 --input - --out a.svg"),
    "status": ("status --offline", "status --offline --json"),
    "leaderboard": ("leaderboard 123456",),
    "init": ("init made",),
    "doctor": ("doctor --offline",),
    "login": ("login", "login --list", "login --remove a"),
    "completion": ("completion bash",),
    "": ("", "--help", "--version", "rnu", "run --foo"),
}
"""Command lines of every command."""
FULL = "No space left on device"
CONDITIONS: dict[str, tuple[str, dict[str, str]]] = {
    **{closed: (f"aoc {{}} {closed}", {}) for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-")},
    "stdout is full": (f"aoc {{}} >{NO_ROOM}", {}),
    "stderr is full": (f"aoc {{}} 2>{NO_ROOM}", {}),
    "both are full": (f"aoc {{}} >{NO_ROOM} 2>{NO_ROOM}", {}),
    "stdout is for reading": ("aoc {} 1</dev/null", {}),
    "stderr is for reading": ("aoc {} 2</dev/null", {}),
    "stdin is for writing": ("aoc {} 0>/dev/null", {}),
    "stdin never ends": (f"aoc {{}} <{NO_ROOM}", {}),
    "stdout has no reader": ("{{ aoc {}; }} | :", {}),
    "a deleted folder": ("mkdir gone; cd gone; rmdir ../gone; aoc {}", {}),
    # With a folder for aocd, since without HOME the home is that of the person who tests this.
    "no HOME": ("unset HOME; aoc {}", {}),
    **{
        f"{name}={value}": (f"unset {without}; aoc {{}}", {name: value})
        for name, without, values in (
            ("PYTHONIOENCODING", "LANG", ("ascii", "latin-1", "utf-16", ":strict")),
            ("LC_ALL", "LANG PYTHONUTF8", ("C", "xx_YY.none")),
            ("HOME", "AOCD_DIR", (NOTHING, "/dev/null")),
            ("AOCD_DIR", "LANG", ("/dev/null", NOTHING, "\udcff", "~nobody-of-this-name")),
            ("AOCD_CONFIG_DIR", "LANG", ("/dev/null", NOTHING, "\udcff")),
            ("TMPDIR", "LANG", (NOTHING, "/dev/null")),
            ("TERM", "LANG", ("", "unknown", "dumb")),
            ("COLUMNS", "LANG", ("0", "1", "-5", "abc", "9" * 5000)),
            ("AOC_YEAR", "LANG", ("0", "99999", "\udcff")),
            ("AOC_PROJECT", "LANG", (NOTHING, "/dev/null", "\udcff")),
        )
        for value in values
    },
}
"""Lines of a shell, and variables to set, for each condition."""


def test_there_is_a_line_for_every_command() -> None:
    assert {*LINES} == {*cli.list_commands(click.Context(cli)), ""}


@needs_linux
@needs_dev_full
@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda value: value[:30])
def test_every_command_says_nothing_but_sentences(project: Project, condition: str) -> None:
    line, env = CONDITIONS[condition]
    env = {"https_proxy": "http://127.0.0.1:9", **env}
    faults = []
    for command in (command for commands in LINES.values() for command in commands):
        done = shell_bytes(project, line.format(command), env)
        text = done.stderr.decode(env.get("PYTHONIOENCODING", "utf-8").replace(":strict", "utf-8"))
        strange = ("Traceback", "unexpected ", "Exception ignored", "Fatal Python")
        if any(word in text for word in strange) or done.returncode not in (0, 1, 2, 3):
            faults.append((command, done.returncode, text[-300:]))
    assert not faults
