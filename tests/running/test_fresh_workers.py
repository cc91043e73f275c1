"""Where a fork would not be safe, workers are fresh interpreters, with the same results."""

from __future__ import annotations

import os
import sys

import pytest

from tests.program import Finished, Project

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="on Windows every worker is a fresh interpreter"
)

DAY = """\
import os, sys

def parse(text):
    return text

def part1(text):
    with open(f"/proc/{os.getppid()}/cmdline") as file:
        assert "aoc.worker.forkserver" in file.read()
    with open("/proc/self/cmdline") as file:
        return "fresh" if "aoc.worker.main" in file.read() else "forked"

def part2(text):
    print(text)
    return os.environ.get("THREAD", "") + sys.stdin.read()
"""
# With a token in the environment, the forkserver is no fork of `aoc`, but an interpreter too.
TOKEN = {"AOC_SESSION": "ab" * 64}
LOOP = DAY.replace("    print(text)", "    while True: pass")
THREAD = """\
import sys, threading, time
if any("forkserver" in argument for argument in sys.orig_argv):
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
"""


def run(project: Project, *args: str, threads: bool) -> Finished:
    """Run two days; with `threads`, the forkserver has one that it did not ask for."""
    (project.root / "site").mkdir()
    (project.root / "site" / "sitecustomize.py").write_text(THREAD if threads else "")
    path = f"{project.root / 'site'}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    (project.root / "x.txt").write_text("h\xe9llo\n", encoding="utf-8")
    env = {"PYTHONPATH": path, "THREAD": "yes", "PYTHONIOENCODING": "ascii:strict", **TOKEN}
    return project.run("run", "1", "--input", "x.txt", "--json", *args, env=env)


@pytest.mark.parametrize(("threads", "kind"), [(False, "forked"), (True, "fresh")])
def test_a_worker_is_forked_only_from_a_single_thread(
    project: Project, threads: bool, kind: str
) -> None:
    # numpy would start threads of its own, if it were not told otherwise.
    project.day(1, f"import numpy\n{DAY}")
    done = run(project, threads=threads)
    assert [(r["part"], r["answer"]) for r in done.results] == [(1, kind), (2, "yes")]
    assert [r["output"] for r in done.results] == ["", "h\xe9llo\n"]


def test_a_fresh_worker_is_ended_like_any_other(project: Project) -> None:
    project.day(1, LOOP)
    done = run(project, "--timeout", "1", threads=True)
    assert [r["error"] and r["error"]["kind"] for r in done.results] == [None, "timeout"]


def test_a_python_that_does_not_start_is_one_sentence(project: Project) -> None:
    project.day(1, DAY)
    (project.root / "site").mkdir()
    code = "import sys\nif any('forkserver' in a for a in sys.orig_argv): raise SystemExit('no!')\n"
    (project.root / "site" / "sitecustomize.py").write_text(code)
    done = project.run(
        "run", "1", "--sample", env={"PYTHONPATH": str(project.root / "site"), **TOKEN}
    )
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "aoc: the process that starts the workers has ended (SystemExit: no!): check the Python "
        "installation and the PYTHON... environment variables, and which processes a day kills\n"
    )
