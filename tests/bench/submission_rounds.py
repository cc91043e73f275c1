"""A round of a campaign: somebody new submits, something happens, and what the site saw of it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.warm_program import Ended, Line, Run, WarmProgram
from tests.emulator import Account, Site, dice_sheet
from tests.emulator.program import make_project

SHEET = dice_sheet(7, 1)
RIGHT = SHEET.answer1
LOST = "it was sent before, but without a verdict"
"""What the program says if it does not know whether an answer has arrived."""


class World:
    """A site, a project, and the program that is run in it."""

    def __init__(self, site: Site, folder: Path, program: WarmProgram) -> None:
        self.site = site
        self.folder = folder
        self.project = folder / "project"
        self.program = program
        self.people: list[Person] = []

    def person(self) -> Person:
        """Return somebody new."""
        self.people.append(Person(self, f"p{len(self.people)}"))
        return self.people[-1]

    def sent_twice(self) -> list[str]:
        """Return who has sent an answer more often than it was allowed, with late requests."""
        return [one.account.name for one in self.people if len(one.posts()) > one.allowed]


class Person:
    """An account with files of its own; `allowed` is how often its answers may be sent."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.allowed = 1
        self.account: Account = world.site.account(name)
        self.account.give(2021, 21, SHEET)
        self.cache = world.folder / name
        files = self.cache / self.account.id
        files.mkdir(parents=True)
        (files / "2021_21_input.txt").write_text(SHEET.input, encoding="utf-8")
        ids = {self.account.token: self.account.id}
        (self.cache / "token2id.json").write_text(json.dumps(ids), encoding="utf-8")

    @property
    def variables(self) -> dict[str, str]:
        """The variables that lead the program to this person's files."""
        assert self.account.token
        return {"AOCD_DIR": str(self.cache), "AOC_SESSION": self.account.token}

    def submit(
        self, answer: str, *options: str, line: Line | None = None, traces: bool = False
    ) -> Ended:
        """Submit an answer to part 1; the keywords are those of `Run`."""
        args = ("submit", "2021/21", "--answer", answer, "--part", "1", *options)
        folder = str(self.world.project)
        return self.world.program.run(Run(args, folder, self.variables, line, traces=traces))

    def posts(self) -> list[str]:
        """Return the answers that have arrived, each with its part."""
        return [
            f"{request.form['level']} {request.form['answer']}"
            for request in self.world.site.requests
            if request.method == "POST" and request.account == self.account.id
        ]


@contextmanager
def world() -> Iterator[World]:
    """Start a site, and the program to be run against it."""
    # It would say of every request whose program was killed that it is incomplete.
    logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
    with TemporaryDirectory(prefix="rounds-") as name, Site() as site:
        folder = Path(name)
        make_project(folder / "project", (2021, 21))
        with WarmProgram(site.environment(folder / "aocd")) as program:
            yield World(site, folder, program)
