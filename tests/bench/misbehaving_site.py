"""The program against a site that misbehaves in every way it can, for every request.

    python -m tests.bench.misbehaving_site [ROUNDS [SEED]]

Each round runs a command of the real program, over TLS, against the emulated site, which
misbehaves for one of its requests. The first rounds are every request with every misbehaviour,
if there are so many; the others are chosen at random, mostly with mutated pages. It is checked
that the command ends soon, with an exit code that is right and one sentence on stderr; that the
token is in no output; that nothing broken is cached; and that no answer is sent twice. Ends with 1
if anything went wrong. Needs Linux.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

from aoc.text import RefusedTextError, decode, printable
from tests.bench.campaign import Tally, run_campaign, with_progress
from tests.bench.warm_program import Ended, Run, WarmProgram
from tests.emulator import Account, Fault, Site
from tests.emulator.misbehaviours import MISBEHAVIOURS, random_misbehaviour
from tests.emulator.program import make_project

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
    Request(("doctor",), "HEAD", "/"),
)


def campaign(rounds: int, seed: int) -> list[str]:
    """Run rounds; print and return what went wrong."""
    tally = Tally()
    with World() as world:
        for request, name, fault in with_progress([*choices(rounds, seed)]):
            about = f"{' '.join(request.args)}, {request.method} {request.path}, {name}"
            for problem in world.run(request, name, fault):
                tally.add(about, problem)
    return tally.finish(f"{rounds} rounds", seed)


def choices(rounds: int, seed: int) -> Iterator[tuple[Request, str, Fault]]:
    """Yield requests with misbehaviours."""
    rng = Random(seed)
    systematic = [
        (request, name, fault)
        for request in REQUESTS
        for name, fault in MISBEHAVIOURS.items()
        if len(REQUESTS) * len(MISBEHAVIOURS) <= rounds
    ]
    yield from systematic
    for _ in range(rounds - len(systematic)):
        yield rng.choice(REQUESTS), *random_misbehaviour(rng)


class World(ExitStack):
    """The site, a project, and the program that is run in it."""

    def __enter__(self) -> Self:
        super().__enter__()
        self.root = Path(self.enter_context(TemporaryDirectory(prefix="campaign-")))
        self.project = make_project(self.root / "project", (2021, 20))
        self.site = self.enter_context(Site())
        environment = self.site.environment(self.root) | {"AOC_SITE_TIMEOUT": str(SILENCE)}
        self.program = self.enter_context(WarmProgram(environment))
        self.round = 0
        return self

    def run(self, request: Request, name: str, fault: Fault) -> list[str]:
        """Run a round, and return what is wrong."""
        self.round += 1
        site, cache = self.site, self.root / f"aocd{self.round}"
        account = site.account(f"user{self.round}")
        site.boards[account.name] = [account.name]
        cache.mkdir()
        assert account.token
        if request.args[0] != "login":
            (cache / "token").write_text(account.token)
        if request.known:
            (cache / "token2id.json").write_text(json.dumps({account.token: account.id}))
        site.faults.clear()
        site.journal.clear()
        site.fail(fault, request.method, request.path, times=3)
        args = [word.format(number=account.number) for word in request.args]
        done = self.command(args, cache, account)
        problems = [*self.problems(done, account, args), *self.rubbish(cache, account, name)]
        if request.method == "POST":
            problems += self.second_sending(args, cache, account, done)
        for path in self.project.glob("*/year2021/*19.py"):
            path.unlink()
        return [f"{problem} (exit code {done.code}; {done.err[-300:]!r})" for problem in problems]

    def command(self, args: Sequence[str], cache: Path, account: Account) -> Ended:
        """Run a command."""
        variables = {"AOCD_DIR": str(cache)}
        stdin = account.token or ""
        return self.program.run(Run((*args,), str(self.project), variables, stdin=stdin))

    def problems(self, done: Ended, account: Account, args: Sequence[str]) -> Iterator[str]:
        """Yield what is wrong with the end of a command and its output."""
        if done.code not in (0, 1, 3):
            yield "the exit code"
        if done.memory > MOST_MEMORY:
            yield f"{done.memory >> 10} MB of memory"
        text = done.out + done.err
        if account.token and account.token in text:
            yield "the token was shown"
        if printable(text) != text:
            yield "a character for the terminal"
        if any(word in done.err for word in FORBIDDEN):
            yield "no sentence"
        lines = done.err.splitlines()
        if not all(line.startswith("aoc: ") and len(line) < 1000 for line in lines):
            yield "another line on stderr"
        if done.code == 3 and not 0 < len(lines) < 4:
            yield f"{len(lines)} sentences"
        if self.site.refused:
            yield f"requests to {self.site.refused}"
        if self.site.count() > MOST_REQUESTS:
            yield f"{self.site.count()} requests"

    def rubbish(self, cache: Path, account: Account, name: str) -> Iterator[str]:
        """Yield what is wrong with the files of aocd's folder."""
        puzzles = self.site.event(2021).puzzles
        right = {account.sheet(puzzles[day]).input for day in (19, 20)}
        for path in cache.rglob("*"):
            if path.is_dir() or path.suffix == ".lock":
                continue
            data = path.read_bytes()
            if path.suffix == ".tmp":
                yield f"{path.name} was left"
            elif path.suffix == ".json":
                try:
                    json.loads(data)
                except (ValueError, RecursionError):
                    yield f"{path.name} is broken"
            elif path.name.endswith("input.txt"):
                if not name.startswith(PLAUSIBLE) and data.decode() not in right:
                    yield "another input is cached"
                try:
                    decode(data)
                except RefusedTextError:
                    yield "a broken input is cached"
            elif path.suffix == ".html" and (b"day-desc" not in data or len(data) > 1 << 20):
                yield f"{path.name} is no page"

    def second_sending(
        self, args: Sequence[str], cache: Path, account: Account, first: Ended
    ) -> Iterator[str]:
        """Run the same submission again, and yield what is wrong with it."""
        self.site.faults.clear()
        again = self.command(args, cache, account)
        unsent = any(word in first.err for word in ("expired", "locked"))
        if self.site.count("POST") > 1 + unsent:
            yield f"the answer was sent {self.site.count('POST')} times"
        yield from self.problems(again, account, args)


if __name__ == "__main__":
    sys.exit(run_campaign(campaign, 2 * len(REQUESTS) * len(MISBEHAVIOURS)))
