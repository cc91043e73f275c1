"""What a solver starts finds no token, and so can send nothing by aocd or aoc."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.day21 import RIGHT
from tests.support.guest import install_guest
from tests.support.marks import needs_signals
from tests.support.program import Project, Signal
from tests.support.repositories import Repository, adopt

pytestmark = pytest.mark.real_start

CHILDREN = {
    "submit": f"import aocd; aocd.submit({RIGHT}, part='a', day=21, year=2021)",
    "setter": f"from aocd.models import Puzzle; Puzzle(2021, 21).answer_a = {RIGHT}",
    "account": f"from aocd.models import Puzzle, User; "
    f"Puzzle(2021, 21, User.from_id('mine'))._submit({RIGHT}, 'a')",
    "runner": "import sys; sys.argv = ['aoc', '-y', '2021', '-d', '21', '-p', 'days']; "
    "from aocd.runner import main; main()",
    "tokens": "import sys; sys.argv = ['aocd-token', '--check']; "
    "from aocd.cookies import scrape_session_tokens as main; main()",
}
"""Programs that would send an answer, or show a token, by aocd."""
OURS = (
    "submit 21 --answer 5",
    "submit 21",
    "run 21 --submit",
    "fetch 20",
    "login --list",
)
CODE = f"""\
import os, subprocess, sys

def start(*words):
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=os.environ["PROJECT"], capture_output=True, text=True)
    return f"{{' '.join(words)}}\\n{{done.stdout}}{{done.stderr}}\\n"

def work():
    if os.environ.get("INNER"):
        return {RIGHT}
    os.environ["INNER"] = "yes"
    for entry in os.scandir(os.environ["AOCD_CONFIG_DIR"]):
        assert not entry.is_file(), entry
    for child in {[*CHILDREN.values()]!r}:
        print(start("-c", child))
    for words in {OURS!r}:
        print(start("-m", "aoc", *words.split()))
    return {RIGHT}
"""
ENDS = {
    "module": "\ndef part1(text):\n    return work()\n",
    "script": "\nopen('input.txt').read()\nprint('Part 1:', work())\n",
    "adapter": "\ndef solve(year, day, text):\n    return work(), None\n",
    "plugin": "\ndef solve(year, day, data):\n    return work(), None\n",
}


@pytest.fixture(autouse=True)
def temporary(aoc: Aoc, account: Account, project: Project) -> Path:
    """The temporary folder of the program; the token of an account is in aocd's files."""
    token = project.variables.pop("AOC_SESSION")
    (project.cache / "token").write_text(token)
    (project.cache / "tokens.json").write_text(json.dumps({"mine": token}))
    folder = project.root / "temporary"
    folder.mkdir()
    project.variables["TMPDIR"] = str(folder)
    return folder


def write_solver(aoc: Aoc, kind: str) -> dict[str, str]:
    """Write a solver of day 21 that starts child processes; return the variables to run it with."""
    source = CODE + ENDS[kind]
    project = aoc.project
    if kind == "module":
        project.day(21, source)
    elif kind == "plugin":
        project.day(21, f"def part1(text):\n    return {RIGHT}\n")
        return install_guest(project, source)
    else:
        layout = {"script": "run = 'script'", "adapter": "solver = 'adapter:solve'"}[
            kind
        ]
        name = {"script": "2021/day21.py", "adapter": "adapter.py"}[kind]
        adopt(aoc, Repository({"2021/day21.py": "", name: source}, (), ()))
        project.configure(
            f"layouts = [{{ days = '{{year}}/day{{day:02}}.py', {layout} }}]"
        )
    return {}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ENDS)
def test_a_child_process_finds_no_token_and_sends_nothing(
    aoc: Aoc, site: Site, account: Account, temporary: Path, kind: str
) -> None:
    env = write_solver(aoc, kind)
    env["PROJECT"] = str(aoc.project.root)
    solver = ["--solver", "guest"] if kind == "plugin" else []
    done = aoc.process("run", "21", "--part", "1", "--json", *solver, env=env)
    [result] = [one for one in done.results if one["input_kind"] == "personal"]
    assert result["answer"] == RIGHT, done.out + done.err
    printed = result["output"]
    assert printed.count("\naoc: ") == len(OURS), printed
    assert (account.token or "")[16:40] not in printed
    assert site.asked() == []
    assert [*temporary.iterdir()] == []


HANGS = """\
import os, time

def part1(text):
    open({began!r}, "w").close()
    {end}
"""


@needs_signals
@pytest.mark.parametrize(
    "end",
    [
        "os._exit(3)",
        "os.kill(os.getppid(), 9) or time.sleep(99)",
        "os.mkdir(os.path.join(os.environ['AOCD_CONFIG_DIR'], 'more'))",
    ],
)
def test_the_folder_is_gone_however_a_worker_ends(
    aoc: Aoc, project: Project, temporary: Path, end: str
) -> None:
    project.day(21, HANGS.format(began=os.devnull, end=end))
    aoc.process("run", "21", "--part", "1")
    assert [*temporary.iterdir()] == []


@needs_signals
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_the_folder_is_gone_after_a_signal(
    aoc: Aoc, project: Project, temporary: Path, name: str
) -> None:
    began = Signal(project.root / "began")
    end = "time.sleep(99)"
    project.day(21, HANGS.format(began=str(project.root / "began"), end=end))
    running = aoc.start("run", "21", "--part", "1")
    began.wait()
    assert len([*temporary.iterdir()]) == 1
    running.send_signal(getattr(signal, name))
    running.communicate()
    aoc.end()  # The forkserver ends a moment later than a program that was killed.
    assert [*temporary.iterdir()] == []
