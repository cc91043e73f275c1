"""Every fault between here and the site: one clear sentence, and nothing wrong or lost."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple
from unittest import mock

import pytest
import trustme

from tests.aoc import Aoc
from tests.emulator import Account, Fault, Site, faults, unlock_time
from tests.guarantees.day21 import MINE, TESTS, table
from tests.marks import WINDOWS, WINE
from tests.program import Finished, Project

INPUT = "2021_21_input.txt"
PAGE = "2021_21_prose.1.html"
NEXT_STEPS = (
    *("`python -m aoc login`", "try again", "delete it, and it is fetched again", "fix this"),
    "adventofcode.com is",
)
FILE_EXISTS = "" if WINDOWS else "File exists)"
"""How a message ends; on Windows its words depend on the language of the system."""


class Player:
    """Somebody with a project, an account whose id is known, and a token in a file."""

    def __init__(self, aoc: Aoc, project: Project, site: Site, account: Account) -> None:
        self.aoc, self.project, self.site, self.alice = aoc, project, site, account
        self.alice.solve(2021, 21, 1)
        self.cache = project.cache
        self.files = project.account_files(account.id)
        (self.files / INPUT).unlink()
        del project.variables["AOC_SESSION"]
        self.keep(self.alice.token or "")
        project.day(21, table(), f"{TESTS}\ndef sample(rng):\n    return {MINE.input!r}\n")

    def keep(self, token: str) -> None:
        """Put a token where aocd looks."""
        (self.cache / "token").write_text(token)
        (self.cache / "token2id.json").write_text(json.dumps({token: self.alice.id}))

    def run(self, *args: str, env: Mapping[str, str] = {}) -> Finished:
        """Run the program; in a process, if its time zone is another one."""
        return self.aoc.process(*args, env=env) if "TZ" in env else self.aoc(*args, env=env)

    def kept(self) -> dict[str, str]:
        """Read what is kept of the account."""
        return {path.name: path.read_text() for path in self.files.glob("*")}


Trouble = Callable[[Player], AbstractContextManager[Mapping[str, str]]]


class Row(NamedTuple):
    """A fault: what the program says to it, and the exit codes of `aoc run` and `aoc fetch`.

    After what the site served nothing has to be fixed.
    """

    trouble: Trouble
    says: str
    run: int = 3
    fetch: int = 3
    served: bool = False


def trouble(make: Callable[[Player], Iterator[Mapping[str, str]]]) -> Trouble:
    """Make a context of a generator: what happens before, and how it is fixed."""
    return contextmanager(make)


def served(fault: Callable[[], Fault], **env: str) -> Trouble:
    """Have the site answer every request like this."""

    @trouble
    def happen(player: Player) -> Iterator[Mapping[str, str]]:
        player.site.fail(fault(), times=100)
        yield env
        player.site.faults.clear()

    return happen


def file(name: str, text: str | None) -> Trouble:
    """Have a file of aocd's hold this, or be missing, until it is removed or put back."""

    @trouble
    def happen(player: Player) -> Iterator[Mapping[str, str]]:
        path = player.cache / name.format(player.alice.id)
        before = path.read_text() if path.exists() else None
        path.unlink(missing_ok=True)
        if text is not None:
            path.write_text(text)
        yield {}
        if before is not None:
            path.write_text(before)

    return happen


@trouble
def dead_token(player: Player) -> Iterator[Mapping[str, str]]:
    player.alice.expire()
    yield {}
    player.keep(player.alice.login())


@trouble
def unreadable_token(player: Player) -> Iterator[Mapping[str, str]]:
    path = player.cache / "token"
    token = path.read_text()
    path.unlink()
    path.mkdir()
    yield {}
    path.rmdir()
    path.write_text(token)


@trouble
def locked_by_our_clock(player: Player) -> Iterator[Mapping[str, str]]:
    zone = "CET-1" if WINDOWS else "Europe/Paris"  # Windows knows no zones by the names of places.
    yield {"AOC_NOW": str(unlock_time(2021, 21).timestamp() - 60), "TZ": zone}


@trouble
def locked_by_the_site(player: Player) -> Iterator[Mapping[str, str]]:
    now = player.site.clock.now()
    player.site.unlock(2021, 21, -60)
    yield {"AOC_NOW": str(now.timestamp())}
    player.site.clock.set(now)


@trouble
def no_network(player: Player) -> Iterator[Mapping[str, str]]:
    yield {"https_proxy": "http://127.0.0.1:1"}


@trouble
def strange_certificate(player: Player) -> Iterator[Mapping[str, str]]:
    path = player.cache / "authority.pem"
    trustme.CA().cert_pem.write_to_path(path)
    yield {"SSL_CERT_FILE": str(path)}
    path.unlink()


@trouble
def full_disk(player: Player) -> Iterator[Mapping[str, str]]:
    resource = pytest.importorskip("resource", reason="a limit of POSIX stands for the full disk")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, hard))
    try:
        # Python would keep modules that are cut off.
        with mock.patch.object(sys, "dont_write_bytecode", True):
            yield {"PYTHONDONTWRITEBYTECODE": "1"}
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@trouble
def read_only_folder(player: Player) -> Iterator[Mapping[str, str]]:
    # Tests may run as root, whom no permissions stop; a file in place of the folder does.
    player.files.rmdir()
    player.files.write_text("")
    yield {}
    player.files.unlink()


ROWS = {
    "dead token": Row(dead_token, "has expired"),
    "no token": Row(file("token", None), "o session token", run=0),
    "empty token file": Row(file("token", "\n"), "no session token", run=0),
    "unreadable token file": Row(
        unreadable_token,
        f"token cannot be read ({os.strerror(errno.EACCES if WINDOWS else errno.EISDIR)})",
    ),
    "token file of bytes": Row(
        file("token", "\0"), "the session of token (a short one) has expired"
    ),
    "broken token2id.json": Row(file("token2id.json", '{"a'), "is not the JSON object"),
    "locked puzzle": Row(
        locked_by_our_clock,
        # Wine cuts the name of the zone short.
        "is locked until Tue 21 Dec 2021 at 06:00 CE" + ("" if WINE else "T"),
    ),
    "locked by the site": Row(
        locked_by_the_site, "is still locked on the site, but unlocked by this computer's clock"
    ),
    "500": Row(served(faults.status), "answered 500", served=True),
    "302": Row(served(faults.redirect), "has expired", served=True),
    "timeout": Row(
        served(faults.hold, AOC_SITE_TIMEOUT="0.2"), "did not answer for 0.2 s", served=True
    ),
    "cut in the page": Row(served(faults.cut), "cut the connection", served=True),
    "cut before the page": Row(
        served(lambda: faults.cut(sent=0)), "cut the connection", served=True
    ),
    "garbage page": Row(served(faults.garbage), "is not text: it has NUL bytes", served=True),
    "a hotel's page": Row(served(faults.html), "is an HTML page", served=True),
    "an empty page": Row(served(faults.empty), "is empty", served=True),
    "no network": Row(no_network, "cannot be reached through the proxy"),
    "strange certificate": Row(strange_certificate, "has no certificate that can be trusted"),
    "full disk": Row(full_disk, "cannot be written (File too large)"),
    "read-only folder": Row(read_only_folder, f"cannot be written ({FILE_EXISTS}"),
    "cached input truncated": Row(file("{}/" + INPUT, ""), "is empty: delete it", run=1, fetch=0),
    "cached input HTML": Row(
        file("{}/" + INPUT, "<!DOCTYPE html>\n<p>hotel"), "is an HTML page: ", run=1, fetch=0
    ),
    "cached page truncated": Row(
        file("{}/" + PAGE, '<!DOCTYPE html><article class="day-desc">'), "", run=0, fetch=0
    ),
}


@pytest.fixture
def player(aoc: Aoc, project: Project, site: Site, account: Account) -> Player:
    site.expect("GET *")
    return Player(aoc, project, site, account)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_a_fault_is_one_sentence_and_nothing_wrong_or_lost(player: Player, row: Row) -> None:
    with row.trouble(player) as env:
        before = player.kept() if player.files.is_dir() else {}
        for command, code in (("run", row.run), ("fetch", row.fetch)):
            done = player.run(command, "21", env=env)
            assert done.code == code, done
            if (command, code) != ("fetch", 0):
                assert row.says in done.out + done.err
            if code == 3:
                check_sentence(done.err)
                assert not player.files.is_dir() or player.kept() == before
    if row.served:
        return
    again = player.run("fetch", "21")
    assert again.code == 0, again
    assert player.kept().keys() == {INPUT, PAGE, "2021_21a_answer.txt"}
    assert player.kept()[INPUT] == MINE.input
    assert player.kept()[PAGE].rstrip().endswith("</html>")
    assert not [name for name in os.listdir(player.cache) if name.endswith(".tmp")]


def check_sentence(text: str) -> None:
    """Check that a text is one sentence for people that says what to do next."""
    [line] = text.splitlines()
    assert line.startswith("aoc: ")
    assert any(step in line for step in NEXT_STEPS), line


def test_the_examples_run_though_the_site_fails(player: Player) -> None:
    player.site.fail(faults.status())
    verdicts = [(r["input"], r["verdict"]) for r in player.run("run", "21", "--json").results]
    assert verdicts == [("example 1", "pass")] * 2
    player.project.day(21, table(example_1="5"))
    player.site.fail(faults.status())
    done = player.run("run", "21")
    assert done.code == 1, "a failing day is exit code 1 whatever the site does"
    assert "answered 500" in done.err


def test_a_dead_session_is_asked_once_and_the_other_days_run(player: Player) -> None:
    for day in (20, 22, 23):
        player.project.day(day, table())
    player.project.remember(MINE.input, day=22, user=player.alice.id)
    player.alice.expire()
    done = player.run("run", "--all", "--json")
    assert done.code == 3
    assert player.site.count() == 1
    ran = {(r["day"], r["answer"]) for r in done.results if r["input"] == player.alice.id}
    assert ran == {(22, MINE.answer1), (22, MINE.answer2)}
    assert done.err.count("has expired") == 1


def test_a_site_that_is_away_is_asked_once(player: Player) -> None:
    player.project.day(22, table())
    player.site.fail(faults.status(503), times=9)
    assert player.run("run", "--all").code == 3
    assert player.site.count() == 1
    assert player.run("fetch", "21-22").code == 3
    assert player.site.count() == 2


def test_nothing_of_the_library_is_printed(player: Player) -> None:
    player.alice.expire()
    for args in (["run", "21", "-v"], ["fetch", "21"], ["read", "21"]):
        done = player.run(*args)
        assert "rate-limited" not in done.err
        assert "session=" not in done.err
        assert done.err.count("\n") == 1
