"""What a solver starts finds no token, and so can send nothing by aocd or aoc."""

from __future__ import annotations

import json

import pytest

from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.day21 import RIGHT
from tests.support.program import Project
from tests.support.repositories import Repository, adopt

pytestmark = pytest.mark.real_start

CHILDREN = (
    ("-c", f"import aocd; aocd.submit({RIGHT}, part='a', day=21, year=2021)"),
    ("-m", "aoc", "submit", "21", "--answer", "5"),
    ("-m", "aoc", "submit", "21"),
    ("-m", "aoc", "run", "21", "--submit"),
    ("-m", "aoc", "fetch", "20"),
    ("-m", "aoc", "login", "--list"),
    ("-c", f"from aocd.models import Puzzle; Puzzle(2021, 21).answer_a = {RIGHT}"),
    (
        "-c",
        "from aocd.models import Puzzle, User; "
        f"Puzzle(2021, 21, User.from_id('mine'))._submit({RIGHT}, 'a')",
    ),
    (
        "-c",
        "import sys; sys.argv = ['aoc', '-y', '2021', '-d', '21', '-p', 'days']; "
        "from aocd.runner import main; main()",
    ),
    (
        "-c",
        "import sys; sys.argv = ['aocd-token', '--check']; "
        "from aocd.cookies import scrape_session_tokens as main; main()",
    ),
)
"""Programs that would send an answer, or show a token, by aocd or by aoc."""
FEW = CHILDREN[:2]
CODE = """\
import os, subprocess, sys

def start(*words):
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=os.environ["PROJECT"], capture_output=True, text=True)
    return f"{' '.join(words)}\\n{done.stdout}{done.stderr}\\n"

def work():
    if os.environ.get("INNER"):
        return RIGHT
    os.environ["INNER"] = "yes"
    folder = os.environ["AOCD_CONFIG_DIR"]
    assert not any(entry.is_file() for entry in os.scandir(folder))
    # It goes at the end, whatever is in it.
    os.mkdir(os.path.join(folder, "more"))
    for words in CHILDREN:
        print(start(*words))
    return RIGHT
"""
MODULE = "\ndef part1(text):\n    return work()\n"
SCRIPT = "\nopen('input.txt').read()\nprint('Part 1:', work())\n"


@pytest.mark.slow
@pytest.mark.parametrize(("end", "children"), [(MODULE, CHILDREN), (SCRIPT, FEW)])
def test_a_child_process_finds_no_token_and_sends_nothing(
    aoc: Aoc,
    site: Site,
    account: Account,
    project: Project,
    end: str,
    children: tuple[tuple[str, ...], ...],
) -> None:
    token = project.variables.pop("AOC_SESSION")
    (project.cache / "token").write_text(token)
    (project.cache / "tokens.json").write_text(json.dumps({"mine": token}))
    source = f"CHILDREN, RIGHT = {children!r}, {RIGHT}\n{CODE}{end}"
    if end == MODULE:
        project.day(21, source)
    else:
        adopt(aoc, Repository({"2021/day21.py": source}, ("{year}/day{day:02}.py",), ()))
    temporary = project.root / "temporary"
    temporary.mkdir()
    env = {"TMPDIR": str(temporary), "PROJECT": str(project.root)}
    done = aoc.process("run", "21", "--part", "1", "--json", env=env)
    [result] = [row for row in done.results if row["input_kind"] == "personal"]
    assert result["answer"] == RIGHT, done.out + done.err
    printed = result["output"]
    refused = sum(words[0] == "-m" for words in children)
    assert printed.count("\naoc: ") == refused, printed
    assert token[16:40] not in printed
    assert site.asked() == []
    assert [*temporary.iterdir()] == []
