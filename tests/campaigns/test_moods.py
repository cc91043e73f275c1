"""The program against a site that misbehaves in every way it can, for every request.

Each round runs a command of the real program, over TLS, against the emulated site, which
misbehaves for one of its requests; mostly it sends mutated pages. It is checked that the command
ends soon, with an exit code that is right and one sentence on stderr; that nothing broken is
cached; and that no answer is sent twice. `--rounds 0` is every request with every misbehaviour.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from aoc.model.inputs import decode
from aoc.text import printable
from tests.campaigns.conftest import SHEET, Campaign, Newcomer
from tests.emulator import Fault, Site
from tests.emulator.misbehaviours import MISBEHAVIOURS, random_misbehaviour
from tests.support.program import Project
from tests.support.warm_program import Ended, WarmProgram

pytestmark = pytest.mark.campaign
DAY = "/2021/day/20"
ANSWER = "123456"
SILENCE = 0.6
"""Seconds that the site may be silent."""
MOST_MEMORY = 250 << 10
"""KiB of memory that a command may use."""
MOST_REQUESTS = 6
FORBIDDEN = ("Traceback", "unexpected ", "Error(", "Error:")
PLAUSIBLE = ("mutated", "b'", 'b"', "page of", "unknown verdict")
"""The starts of the names of misbehaviours after which an input may be another plausible text."""


class Request(NamedTuple):
    """A request of the program: a command that makes it, its method and path.

    `known` is whether the id of the account is known, so that the settings are not requested.
    """

    args: tuple[str, ...]
    method: str
    path: str
    known: bool = True


REQUESTS = (
    Request(("login",), "GET", "/settings", known=False),
    Request(("login", "--list"), "GET", "/settings", known=False),
    Request(("fetch", "20"), "GET", f"{DAY}/input"),
    Request(("run", "20"), "GET", f"{DAY}/input"),
    Request(("fetch", "20"), "GET", DAY),
    Request(("read", "20"), "GET", DAY),
    Request(("new", "19"), "GET", "/2021/day/19"),
    Request(("status", "--year", "2021"), "GET", "/2021"),
    Request(("leaderboard", "{number}", "--year", "2021"), "GET", "/2021/leaderboard/*"),
    Request(("submit", "20", "--answer", ANSWER), "POST", f"{DAY}/answer"),
    Request(("submit", "20", "--answer", ANSWER), "GET", DAY),
    Request(("doctor",), "GET", "/settings"),
)


class Round(NamedTuple):
    """A request, and what the site does then."""

    request: Request
    name: str
    fault: Fault

    def __str__(self) -> str:
        args, method, path, _ = self.request
        return f"{' '.join(args)}, {method} {path}, {self.name}"


def test_a_site_that_misbehaves_in_every_way_does_no_harm(
    campaign: Campaign, warm: WarmProgram, newcomer: Newcomer, site: Site, project: Project
) -> None:
    project.variables["AOC_SITE_TIMEOUT"] = str(SILENCE)
    site.may_resend = True  # It is checked here how often.

    def play(each: Round) -> str:
        account = newcomer()
        site.boards[account.name] = [account.name]
        request = each.request
        args = [word.format(number=account.number) for word in request.args]
        if not request.known:
            (project.cache / "token2id.json").unlink()
        if args == ["login"]:
            del project.variables["AOC_SESSION"]
        for path in project.root.glob("*/year2021/*19.py"):
            path.unlink()
        site.fail(each.fault, request.method, request.path, times=3)
        done = warm.run(*args, stdin=account.token)
        check(done, site)
        right = [account.sheet(site.event(2021).puzzles[day]).input for day in (19, 20)]
        for path in project.cache.rglob("*.*"):
            may_differ = each.name.startswith(PLAUSIBLE)
            check_file(path, None if may_differ else [SHEET.input, *right])
        if request.method == "POST":
            site.faults.clear()
            again = warm.run(*args)
            unsent = any(word in done.err for word in ("expired", "locked"))
            assert site.count("POST") <= 1 + unsent, done.err
            check(again, site)
        return f"{args[0]} {done.code}"

    if campaign.rounds == 0:
        rounds = [Round(one, *named) for one in REQUESTS for named in MISBEHAVIOURS.items()]
    else:
        rng = campaign.rng
        rounds = [
            Round(rng.choice(REQUESTS), *random_misbehaviour(rng))
            for _ in range(campaign.rounds or 1000)
        ]
    campaign.play(rounds, play)


def check(done: Ended, site: Site) -> None:
    """Check how a command ended, what it said, and what it asked for."""
    assert done.code in (0, 1, 3), done.err
    assert done.memory < MOST_MEMORY
    assert printable(done.out + done.err) == done.out + done.err
    assert not any(word in done.err for word in FORBIDDEN), done.err
    lines = done.err.splitlines()
    assert all(line.startswith("aoc: ") and len(line) < 1000 for line in lines), done.err
    assert done.code != 3 or 0 < len(lines) < 4, done.err
    assert not site.refused
    assert site.count() <= MOST_REQUESTS


def check_file(path: Path, inputs: list[str] | None) -> None:
    """Check a file of aocd's folder; an input may be any of these, or any at all."""
    assert path.suffix != ".tmp", f"{path.name} was left"
    data = path.read_bytes() if path.is_file() else b""
    if path.suffix == ".json":
        json.loads(data)
    elif path.name.endswith("input.txt"):
        decode(data)
        assert inputs is None or data.decode() in inputs, "another input is cached"
    elif path.suffix == ".html":
        assert b"day-desc" in data, f"{path.name} is no page"
        assert len(data) <= 1 << 20
