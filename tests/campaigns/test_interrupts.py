"""Programs that get Ctrl-C before every line that they execute, then are run once more.

Each round is one of our commands; it sends itself SIGINT before a line of `aoc`, when it gets there
for the first or for the last time, and every second time once more some lines later. It then ends
with 130 and one line, or as if nothing had happened; no process or temporary file of it is left,
and the same command works afterwards.
"""

from __future__ import annotations

import linecache
import shutil
import signal
from typing import NamedTuple

import pytest

from tests.campaigns.conftest import LOST, SHEET, Campaign, Newcomer
from tests.emulator import Site
from tests.support.logs import log_run
from tests.support.program import Project
from tests.support.warm_program import OURS, Line, WarmProgram

pytestmark = pytest.mark.campaign


class Command(NamedTuple):
    """What is interrupted: its arguments, a part of what it shows, and how it ends undisturbed."""

    args: str
    shows: str
    code: int = 0


COMMANDS = (
    Command("run 2021/21", SHEET.answer1),
    Command("run 2020/1-4 --sample --jobs 2 --timeout 0.3", "took longer than 0.3 s", code=1),
    Command(f"submit 2021/21 --answer {SHEET.answer1} --part 1", "is right"),
    Command("run 2021/21 --submit", "is right"),
    Command("fetch 2021/21", "1 page"),
    Command("new 2021/5", "test_day05.py"),
    Command("status --year 2021", "☆"),
    Command("status --times --year 2021", "☆"),
    Command("report 2021", "README.md: 2021, "),
    Command("show 2021/21 --part 1 --out show.gif", "show.gif"),
)
FAULTS = (
    "return 1",
    "import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session=True); return 1",
    "import os; os._exit(3)",
    "import time; time.sleep(1000)",
)
"""The parts of the days that one command runs."""
DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    {}\n"
SHOWS = "def show1(value):\n    yield '#.'\n    yield '##'\n"
SAMPLE = "def sample(rng):\n    return 'x'\n"
README = "<!-- pictures -->\n<!-- /pictures -->\n<!-- days -->\n<!-- /days -->\n"
LINE = "aoc: interrupted\n"
INTERRUPTED = 130
NOT_SENT = 3
OUTERMOST = ("aoc/cli.py", "aoc/__main__.py")
LONGEST = 1000
"""Lines between two interruptions, at most."""


class Round(NamedTuple):
    """A command, the line at which it is interrupted, and how many lines later once more."""

    command: Command
    line: Line
    again: int = 0


def test_no_line_is_one_at_which_ctrl_c_is_a_traceback_or_leaves_a_process(
    campaign: Campaign, warm: WarmProgram, newcomer: Newcomer, site: Site, project: Project
) -> None:
    for day, part in enumerate(FAULTS, start=1):
        project.day(day, DAY.format(part), SAMPLE, year=2020)

    def prepare() -> None:
        newcomer()
        root = project.root
        for path in (*root.glob("*/year2021/*day05*"), root / "show.gif"):
            path.unlink(missing_ok=True)
        for folder in (".aoc", "pictures"):
            shutil.rmtree(root / folder, ignore_errors=True)
        log_run(root, (21, 1, 0.5))
        shows = root / "days/year2021/day21_show.py"
        shows.write_text(SHOWS, encoding="utf-8")
        (root / "README.md").write_text(README, encoding="utf-8")

    def play(each: Round) -> str:
        prepare()
        args, code = each.command.args.split(), each.command.code
        ended = warm.run(*args, line=each.line, number=signal.SIGINT, again=each.again)
        assert not ended.left, f"left {ended.left}"
        assert ended.code in (code, INTERRUPTED), f"ended with {ended.code}: {ended.err}"
        if ended.code == INTERRUPTED:
            # Before the program can print anything, and once all is printed, it says nothing.
            says_nothing = not ended.err or each.line.path.endswith(OUTERMOST)
            assert ended.err.endswith(LINE) or says_nothing, f"said {ended.err!r}"
        else:
            assert "Traceback" not in ended.err, ended.err
        assert not [*project.root.rglob("*.tmp")]
        again = warm.run(*args)
        # An answer that was about to be sent may have arrived.
        assert again.code == (NOT_SENT if LOST in again.err else code), again.err
        assert "Traceback" not in again.err, again.err
        return "interrupted" if ended.code == INTERRUPTED else "went on"

    found = []
    for command in COMMANDS:
        prepare()
        usual = warm.run(*command.args.split(), traces=True)
        assert usual.code == command.code, usual.err
        assert command.shows in usual.out + usual.err
        lines = [one for one in usual.lines if one.path.startswith(OURS) and not is_outside(one)]
        found += [Round(command, once) for line in lines for once in line.first_and_last()]
    rounds = [
        each._replace(again=int(LONGEST ** campaign.rng.random()) if number % 2 else 0)
        for number, each in enumerate(campaign.choose(found, usual=100))
    ]
    campaign.play(rounds, play)


def is_outside(line: Line) -> bool:
    """Return whether a Ctrl-C at a line comes just before the program can catch one."""
    text = linecache.getline(line.path, line.number)
    return line.path.endswith(OUTERMOST[1]) and text.strip() == "try:"
