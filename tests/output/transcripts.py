"""What the program shows, as text files: `NAME.txt` has the command lines and all they show.

`python -m tests.output` rewrites the files. The program runs in this process, where its clock
stands still, and each time that a run took is shown as 1.23 ms.
"""

from __future__ import annotations

import json
import re
import shlex
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from unittest import mock

from aoc.model import puzzles
from tests.emulator import Account, Clock, Site
from tests.support.accounts import remember_accounts
from tests.support.aoc import Aoc
from tests.support.logs import log_run
from tests.support.program import Project

FOLDER = Path(__file__).parent
CASES = {
    "run": (
        "run 1",
        "run 1 --variant all --sample --quiet",
        "run 2",
        "run 4",
        "run --all",
        "run 1 --user all",
    ),
    "fuzz": ("fuzz 1 --runs 40 --seconds 0",),
    "status": ("status --times",),
    "report": ("report", "head README.md", "head pictures/calendar-2021.svg"),
    "site": (
        "login --list",
        "fetch 3",
        "read 3",
        "submit 3 --answer 5",
        "submit 3 --answer 6",
        "leaderboard 1001",
        "leaderboard 1001 1",
    ),
    "doctor": ("doctor --offline",),
    "usage": (
        "runn",
        "run 32",
        "run 5",
        "run 1 --frobnicate",
        "run 1 --user nobody",
        "status 2014",
        "login 0123abcd",
        "leaderboard",
        "new",
    ),
}
"""The command lines of each file, run one after the other; `head` shows a file."""
TIMED = (
    "aoc.render.table.seconds_text",
    "aoc.render.table.time_text",
    "aoc.render.matrix_table.seconds_text",
)
"""The functions that show how long a run took."""
OF_THE_SYSTEM = re.compile(
    r"^. (?:python|git) .*\n|, at \d\d:\d\d:00|^  .* first calls?\b.*\n", re.MULTILINE
)
"""What is about the system: lines of `aoc doctor`, a time in its zone, and whether it was busy."""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("1\\n2\\n", part1=3)]


def sample(rng):
    return "".join(f"{rng.randrange(9)}\\n" for _ in range(rng.randrange(2, 5)))
"""
SOLVED = '''\
"""Day 1: Sonar Sweep.

Add and multiply.
"""

def parse(text): return [int(line) for line in text.splitlines()]
def part1(numbers): return sum(numbers)
def part1_ends(numbers): return numbers[0] + numbers[-1]
def part2(numbers): return numbers[0] * numbers[-1]
'''
FAILS = '''\
"""Day 2: Dive!"""

def part1(text): return len(text)
def part2(text):
    if "1" not in text:
        raise ValueError("too deep")
'''
DRAWS = '''\
"""Day 4: Giant Squid."""

def part1(text): return "###\\n#.#\\n###"
'''


def make(root: Path, account: Account) -> Project:
    """Make a project with three days, the inputs of an account and a log."""
    project = Project(root)
    for day, source in ((1, SOLVED), (2, FAILS), (4, DRAWS)):
        project.day(day, source, TESTS)
    remember_accounts(project, {f"google.user.{n}": f"{n}\n" for n in range(3, 7)}, 1)
    project.remember("3\n", 1, "google.user.3", a="31")
    project.remember("6\n7\n", 1, account.id, a="13")
    project.remember("8\n9\n", 2, account.id, a="7")
    project.remember("10\n", 4, account.id)
    sent = {"part": "a", "value": "1", "message": "That's not the right answer."}
    right = sent | {"value": "13", "message": "That's the right answer!"}
    posts = [one | {"when": "2021-12-01 00:09:00-05:00"} for one in (sent, right)]
    (project.account_files(account.id) / "2021_01_post.json").write_text(json.dumps(posts))
    (root / "README.md").write_text(
        "<!-- pictures -->\n<!-- /pictures -->\n\n<!-- days -->\n<!-- /days -->\n"
    )
    for day, seconds in ((1, 0.02), (2, 0.001), (4, 0.5)):
        times = ((1, 1, seconds), (1, 2, 0.03 * day), (day, 1, 3e-4))
        user = "sample 0" if day == 4 else account.id
        log_run(root, *times, user=user)
    return project


def transcript(name: str) -> str:
    """Run the command lines of a file, and return what it has to be."""
    clock = Clock()
    clock.set(datetime(2021, 12, 6, 12, tzinfo=UTC))
    with tempfile.TemporaryDirectory() as folder, Site(clock) as site, ExitStack() as stack:
        account, bob = site.account("alice"), site.account("bob")
        site.boards["alice"] = ["alice", "bob"]
        for one in (account, bob):
            one.solve(2021, 1)
        account.award(2021, 2, 1, datetime(2021, 12, 5, tzinfo=UTC))
        project = make(Path(folder).resolve(), account)
        project.variables |= site.variables(project.cache)
        (project.cache / "token").write_text(account.token or "")
        ids = json.loads((project.cache / "token2id.json").read_text())
        (project.cache / "token2id.json").write_text(json.dumps(ids | {account.token: account.id}))
        for function in TIMED:
            stack.enter_context(mock.patch(function, return_value="1.23 ms"))
        # Which `aoc` is installed here is up to the installer.
        stack.enter_context(mock.patch("aoc.commands.doctor.check_name", return_value=()))
        still = mock.Mock(wraps=time, monotonic=lambda: puzzles.PROGRAM_START)
        stack.enter_context(mock.patch("aoc.model.puzzles.time", still))
        aoc = Aoc(project, clock, site)
        return "\n".join(shown(aoc, line) for line in CASES[name])


def shown(aoc: Aoc, line: str) -> str:
    """Run a command line, and return it with all that it shows."""
    command, *args = shlex.split(line)
    root = aoc.project.root
    if command == "head":
        lines = (root / args[0]).read_text(encoding="utf-8").splitlines()[:50]
        return "\n".join([f"$ {line}", *(line[:120] for line in lines), ""])
    done = aoc(command, *args)
    code = f"exit code {done.code}\n" if done.code else ""
    text = f"$ aoc {line}\n{done.out}{done.err}{code}".replace(str(root), "/project")
    text = re.sub(r"\.\.\.[0-9a-f]{4}", "...beef", text)  # the end of a token
    text = OF_THE_SYSTEM.sub("", text.replace(" ms*", " ms "))
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
