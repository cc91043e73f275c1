"""The program against a site that misbehaves in every way it can, for every request.

    python tests/bench/misbehaving_site.py [ROUNDS] [SEED]

Each round runs a command of the real program, over TLS, against the emulated site, which
misbehaves for one of its requests. The first rounds are every request with every misbehaviour,
if there are so many; the others are chosen at random, mostly with mutated pages. It is checked
that the command ends soon, with an exit code that is right and one sentence on stderr; that the
token is in no output; that nothing broken is cached; and that no answer is sent twice. Prints
each fault, and the numbers of rounds and faults with the seed. Exits with 1 if there are faults.

The commands run in forks of a process that has imported the program, so this needs POSIX.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, Self

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from aoc.text import (  # noqa: E402
    RefusedTextError,
    decode,
    printable,
)
from tests.site import Account, Fault, Site  # noqa: E402
from tests.site.misbehaviours import MISBEHAVIOURS, random_misbehaviour  # noqa: E402
from tests.site.program import make_project  # noqa: E402

DAY = "/2021/day/20"
ANSWER = "123456"
SILENCE, KILLED = 0.6, 60
"""Seconds: for silence, and for the whole command."""
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
    Request(("login", "--check"), "GET", "/settings"),
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


class Done(NamedTuple):
    """What a command came to: `code` is negative if a signal ended it; memory is in KiB."""

    code: int
    memory: int
    out: str
    err: str


def main() -> int:
    """Run the campaign, and return the exit code."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else 2 * len(REQUESTS) * len(MISBEHAVIOURS)
    seed = int(sys.argv[2]) if sys.argv[2:] else 1
    start, faults, done = monotonic(), 0, 0
    with Campaign() as campaign:
        for request, name, fault in choices(rounds, seed):
            done += 1
            for problem in campaign.run(request, name, fault):
                faults += 1
                print(
                    f"{' '.join(request.args)}, {request.method} {request.path}, {name}: {problem}"
                )
    print(f"{done} rounds in {monotonic() - start:.0f} s, seed {seed}, {faults} faults", flush=True)
    return 1 if faults else 0


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


class Campaign:
    """The site, a project, and a process that runs commands, in a `with`."""

    def __enter__(self) -> Self:
        self.folder = tempfile.TemporaryDirectory(prefix="campaign-")
        self.root = Path(self.folder.name)
        self.project = make_project(self.root / "project", (2021, 20))
        self.runner = Runner(self.root)
        self.site = Site().__enter__()
        self.round = 0
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.site.__exit__(kind, error, at)
        self.runner.close()
        self.folder.cleanup()

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

    def command(self, args: Sequence[str], cache: Path, account: Account) -> Done:
        """Run a command."""
        env = self.site.environment(cache) | {"AOC_SITE_TIMEOUT": str(SILENCE), "AOC_YEAR": "2021"}
        return self.runner.run(args, self.project, env, stdin=account.token or "")

    def problems(self, done: Done, account: Account, args: Sequence[str]) -> Iterator[str]:
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
                if broken_json(data):
                    yield f"{path.name} is broken"
            elif path.name.endswith("input.txt"):
                if not name.startswith(PLAUSIBLE) and data.decode() not in right:
                    yield "another input is cached"
                if is_refused(data):
                    yield "a broken input is cached"
            elif path.suffix == ".html" and (b"day-desc" not in data or len(data) > 1 << 20):
                yield f"{path.name} is no page"

    def second_sending(
        self, args: Sequence[str], cache: Path, account: Account, first: Done
    ) -> Iterator[str]:
        """Run the same submission again, and yield what is wrong with it."""
        self.site.faults.clear()
        again = self.command(args, cache, account)
        unsent = any(word in first.err for word in ("expired", "locked"))
        if self.site.count("POST") > 1 + unsent:
            yield f"the answer was sent {self.site.count('POST')} times"
        yield from self.problems(again, account, args)


def broken_json(data: bytes) -> bool:
    """Return whether a file is not JSON."""
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return True
    return False


def is_refused(data: bytes) -> bool:
    """Return whether a file cannot be an input."""
    try:
        decode(data)
    except RefusedTextError:
        return True
    return False


class Runner:
    """A process that has imported the program, and forks for each command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--runner"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def run(self, args: Sequence[str], cwd: Path, env: Mapping[str, str], stdin: str) -> Done:
        """Run a command to its end."""
        files = {name: str(self.folder / name) for name in ("in", "out", "err")}
        Path(files["in"]).write_text(stdin)
        job = {"args": [*args], "cwd": str(cwd), "env": dict(env), **files}
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{json.dumps(job)}\n")
        self.process.stdin.flush()
        code, memory = json.loads(self.process.stdout.readline())
        out, err = (Path(files[name]).read_text("utf-8", "replace") for name in ("out", "err"))
        return Done(code, memory, out, err)

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def serve() -> None:
    """Be the process of `Runner`: read jobs, fork for each, and write how they ended."""
    import aoc.cli
    import aoc.site.client
    import aoc.site.http  # noqa: F401

    for line in sys.stdin:
        job = json.loads(line)
        child = os.fork()
        if not child:
            run_job(job)
        _, status, usage = os.wait4(child, 0)
        print(json.dumps([os.waitstatus_to_exitcode(status), usage.ru_maxrss]), flush=True)


def run_job(job: dict[str, Any]) -> None:
    """Run the command of a job in this process, and end it."""
    for number, (name, flags) in enumerate(
        {
            "in": os.O_RDONLY,
            "out": os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
            "err": os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
        }.items()
    ):
        os.dup2(os.open(job[name], flags, 0o600), number)
    signal.alarm(KILLED)
    os.environ.clear()
    os.environ.update(job["env"])
    os.chdir(job["cwd"])
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.argv = ["aoc", *job["args"]]
    code = 1
    try:
        code = aoc_main(job["args"])
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def aoc_main(args: list[str]) -> int:
    """Run the program."""
    from aoc.cli import main

    return main(args)


if __name__ == "__main__":
    if "--runner" in sys.argv:
        serve()
    else:
        sys.exit(main())
