"""Every command with streams, encodings, folders and variables that are not as they should be."""

from __future__ import annotations

import click
import pytest

from aoc.cli import cli
from tests.guarantees.test_streams import NO_ROOM, NOTHING, RUN, VARIABLES, project, shell
from tests.support.aoc import Aoc
from tests.support.marks import needs_linux
from tests.support.program import Project

__all__ = ["project"]

pytestmark = [pytest.mark.campaign, needs_linux]

START = {"PYTHONIOENCODING": ("ascii", "utf-16", ":strict"), "LC_ALL": ("C", "xx_YY.none")}
"""What counts when the interpreter starts."""
LINES = (
    RUN,
    "run 1 --input - --quiet",
    "bench 1 --against HEAD",
    "new 2021/3",
    "fetch 1",
    "read 1",
    "submit 1 --part 1 --answer 5",
    "open 1",
    "report",
    "fuzz 1 --runs 2",
    "show 1",
    "completion bash",
    # It would go on until somebody types a key.
    "watch 1-2",
    "watch 1 --input none.txt",
    "status",
    "status --json",
    "leaderboard 123456",
    "init made",
    "doctor --offline",
    "login",
    "login --list",
    "login --remove a",
    "",
    "--help",
    "rnu",
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
    "no HOME": ("unset HOME; aoc {}", {}),
    **{
        f"{name}={value}": ("unset LANG PYTHONUTF8; aoc {}", {name: value})
        for name, values in (VARIABLES | START).items()
        for value in values
    },
    "another HOME": ("unset AOCD_DIR; aoc {}", {"HOME": NOTHING}),
}
"""Lines of a shell, and variables to set, for each condition."""


def test_there_is_a_line_for_every_command() -> None:
    named = {line.split(" ")[0] for line in LINES}
    assert named == {*cli.list_commands(click.Context(cli)), "", "--help", "rnu"}


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda value: value[:30])
def test_every_command_says_nothing_but_sentences(
    aoc: Aoc, project: Project, condition: str
) -> None:
    line, env = CONDITIONS[condition]
    faults = []
    for command in LINES:
        done = shell(aoc, line.format(command), env)
        strange = ("Traceback", "unexpected ", "Exception ignored", "Fatal Python")
        if any(word in done.err for word in strange) or done.code not in (0, 1, 2, 3):
            faults.append((command, done.code, done.err[-300:]))
    assert not faults
