"""Somebody who submits: a project, an account on the emulated site, and the program run for it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from tests.emulator import Account, Site, dice_sheet
from tests.emulator.program import aoc, cache_of, make_project, start

DAY = "/2021/day/21"
MINE = dice_sheet(7, 1)
RIGHT = MINE.answer1


class Player:
    """Somebody with day 21 of 2021 in a project, and an account whose id is known."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site = site
        self.account: Account = site.account("alice")
        self.account.give(2021, 21, MINE)
        self.project = make_project(folder / "project", (2021, 21))
        self.cache = cache_of(self.project)
        self.cache.mkdir()
        self.files = self.cache / self.account.id
        self.files.mkdir()
        (self.files / "2021_21_input.txt").write_text(MINE.input)
        ids = {self.account.token: self.account.id}
        (self.cache / "token2id.json").write_text(json.dumps(ids))
        self.code = 0
        self.said = ""

    def run(self, *args: str, later: float = 0, env: Mapping[str, str] = {}) -> str:
        """Run the program some seconds from now; returns stdout, keeps stderr and the code."""
        clock = {"AOC_NOW": str(time.time() + later)} if later else {}
        done = aoc(self.site, self.project, *args, token=self.account.token, env={**clock, **env})
        self.code, self.said = done.returncode, done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout

    def submit(self, answer: str, *args: str, later: float = 0) -> str:
        """Submit an answer to day 21."""
        return self.run("submit", "21", "--answer", answer, *args, later=later)

    def start(self, *args: str) -> subprocess.Popen[str]:
        """Start the program and leave it running."""
        return start(self.site, self.project, *args, token=self.account.token)

    @property
    def asked(self) -> list[str]:
        """The requests since the last look, each with its form."""
        requests = [str(request) for request in self.site.requests]
        self.site.journal.clear()
        return requests

    @property
    def posts(self) -> int:
        """How many answers were sent so far."""
        return self.site.count("POST")

    def record(self) -> list[tuple[str, str]]:
        """The part and answer of each verdict in aocd's record."""
        records = json.loads((self.files / "2021_21_post.json").read_text())
        return [(record["part"], record["value"]) for record in records]
