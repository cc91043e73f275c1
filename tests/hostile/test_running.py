"""A run where the system has too little of something: fewer jobs at once, or one sentence."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.marks import needs_linux, needs_posix_shell
from tests.program import AOC, Finished, Project, processes_with
from tests.running.executions import execute, jobs_of

pytestmark = pytest.mark.slow

SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return {answer}\n"
DAYS = 12


@pytest.fixture
def year(project: Project) -> Project:
    """A project with some days, of which each returns its number."""
    for day in range(1, DAYS + 1):
        project.day(day, DAY.format(answer=day), SAMPLE)
    return project


def limited(project: Project, limit: str, *args: str) -> Finished:
    """Run the program with a limit of the shell, such as `-n 20`."""
    done = subprocess.run(
        ["sh", "-c", f'ulimit {limit}; exec "$@"', "sh", *AOC, *args],
        cwd=project.root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        # Where a file cannot grow, Python would write caches of modules that are cut off.
        env=project.environment({"LIMITED": str(project.root), "PYTHONDONTWRITEBYTECODE": "1"}),
        timeout=60,
        check=False,
    )
    assert processes_with(f"LIMITED={project.root}") == set()
    return Finished(done.returncode, done.stdout, done.stderr)


def answers(done: Finished) -> list[str]:
    """Return the answers to part 1 of the days."""
    return [result["answer"] for result in done.results if result["part"] == 1]


RUN = ("run", "--all", "--sample", "--json")
ALL = [str(day) for day in range(1, DAYS + 1)]


@needs_posix_shell
def test_too_few_open_files_are_one_sentence(year: Project) -> None:
    done = limited(year, "-n 7", *RUN, "--jobs", "100")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "aoc: the system lets no worker process start (Too many open files): "
        "end other programs, allow more with `ulimit`, or run fewer jobs with `--jobs`\n"
    )


@needs_posix_shell
def test_any_number_of_open_files_is_enough_or_one_sentence(year: Project) -> None:
    for files in range(8, 48):
        done = limited(year, f"-n {files}", *RUN, "--jobs", "100")
        if done.code:
            assert (done.code, done.err.count("\n")) == (1, 1), files
        else:
            assert answers(done) == ALL, files


REFUSE = """\
import errno, os
from pathlib import Path

fork = os.fork

def limited_fork():
    if len(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()) >= LIMIT:
        raise OSError(errno.EAGAIN, "no")
    return fork()

os.fork = limited_fork
"""
"""Lets a process have no more children at once than `LIMIT`."""


@needs_linux
def test_a_forkserver_that_cannot_be_started_is_one_sentence(year: Project) -> None:
    code = f"{REFUSE}LIMIT = 0\nos.posix_spawn = lambda *args, **keywords: limited_fork()\n"
    (year.root / "sitecustomize.py").write_text(code, encoding="utf-8")
    path = f"{year.root}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    done = year.run(*RUN, env={"PYTHONPATH": path})
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "aoc: the system lets no worker process start (Resource temporarily unavailable): "
        "end other programs, allow more with `ulimit`, or run fewer jobs with `--jobs`\n"
    )


@needs_linux
def test_memory_that_the_shell_limits_is_an_error_of_memory(project: Project) -> None:
    project.day(1, DAY.format(answer="len(bytearray(10 ** 9))"), SAMPLE)
    done = limited(project, "-v 200000", "run", "1", "--sample", "--json", "--part", "1")
    [result] = done.results
    assert result["error"]["kind"] == "memory"
    assert result["error"]["message"].startswith("out of memory")


LEAKS = """\
FILES = []

def parse(text):
    return text

def part1(text):
    while True:
        FILES.append(open(__file__))

def part2(text):
    try:
        part1(text)
    except OSError:
        return 2
"""


@needs_posix_shell
@pytest.mark.parametrize("options", [[], ["--repeat", "3"], ["--part", "2"]])
def test_a_day_that_opens_files_until_none_is_left_is_an_error_of_its_own(
    project: Project, options: list[str]
) -> None:
    project.day(1, LEAKS, SAMPLE)
    done = limited(project, "-n 100", "run", "1", "--sample", "--json", *options)
    for result in done.results:
        if result["part"] == 1:
            assert result["error"]["kind"] == "exception"
            assert result["error"]["message"].startswith("OSError: [Errno 24] Too many open files")
        else:
            assert (result["verdict"], result["answer"]) == ("unknown", "2")
    assert "worker" not in done.out


@pytest.fixture
def plugin(project: Project) -> Project:
    """A project with a solver that is a plugin."""
    info = project.root / "x.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: x\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[adventofcode.user]\nx = xplug:solve\n")
    solve = "import shutil\n\ndef solve(year, day, data):\n    return 1, 2\n"
    (project.root / "xplug.py").write_text(solve, encoding="utf-8")
    project.day(1, DAY.format(answer=1), SAMPLE)
    return project


def test_a_plugin_runs_where_the_folder_for_temporary_files_does_not_exist(plugin: Project) -> None:
    nowhere = str(plugin.root / "nowhere")
    env = {"PYTHONPATH": str(plugin.root), "TMPDIR": nowhere, "TEMP": nowhere, "TMP": nowhere}
    done = plugin.run("run", "1", "--sample", "--json", "--solver", "x", env=env)
    assert [result["answer"] for result in done.results] == ["1", "2"]


@needs_linux
def test_a_day_that_deletes_the_project_is_an_error_of_the_next_one(project: Project) -> None:
    delete = DAY.format(answer=1) + "\ndef part2(text):\n    import shutil\n"
    project.day(1, f"{delete}    shutil.rmtree({str(project.root)!r})\n    return 2\n")
    project.day(2, DAY.format(answer=2))
    *_, result = execute(jobs_of(project, [1, 2], (1, 2)))
    assert result.error
    assert result.error.message.startswith("broke the worker: FileNotFoundError: ")


@needs_linux
@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can hide /proc"
)
def test_a_run_needs_no_proc(year: Project) -> None:
    hide = 'mount -t tmpfs none /proc && mount -t tmpfs -o size=1 none /dev/shm; exec "$@"'
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", hide, "sh", *AOC, *RUN],
        cwd=year.root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=year.environment(),
        timeout=60,
        check=False,
    )
    if "unshare" in done.stderr or "mount" in done.stderr:
        pytest.skip(done.stderr)
    assert (done.returncode, done.stderr) == (0, "")
    assert answers(Finished(0, done.stdout, "")) == ALL
