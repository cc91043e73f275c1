"""`aoc login`: accounts are added, listed and removed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import pytest

from aoc.tokens import clean_token, is_token, tokens_in
from tests.emulator import Account, Site, dice_sheet
from tests.support.aoc import Aoc
from tests.support.marks import needs_linux, needs_pty
from tests.support.program import AOC, Project
from tests.support.terminal import Terminal

SETTINGS = "GET /settings"


@pytest.fixture
def newcomer(site: Site, project: Project) -> Account:
    """Somebody who is not logged in yet."""
    newcomer = site.account("alice")
    newcomer.give(2021, 21, dice_sheet(7, 1))
    project.take_ours(21)
    return newcomer


def tokens(project: Project) -> dict[str, str]:
    """Return the tokens that the library finds, by the names of accounts."""
    found: dict[str, str] = json.loads((project.cache / "tokens.json").read_text())
    return found


def login(aoc: Aoc, account: Account, *args: str) -> str:
    """Log in, and return what is shown."""
    assert aoc.site
    assert account.token
    done = aoc("login", *args, stdin=account.token)
    assert done.code == 0, done.err
    assert aoc.site.asked() == [SETTINGS]
    return done.out


def names(aoc: Aoc) -> list[str]:
    """Return whom `aoc login --list` names, the default first."""
    out = aoc("login", "--list").out
    return [line.split()[0].split(".")[1] for line in out.splitlines()]


def test_a_login_says_whose_it_is_and_writes_the_files_of_aocd(
    aoc: Aoc, site: Site, newcomer: Account, project: Project
) -> None:
    out = login(aoc, newcomer)
    assert newcomer.token
    assert out == f"Logged in as github.alice.1001 (token ...{newcomer.token[-4:]}).\n"
    cache = project.cache
    assert (cache / "token").read_text().strip() == newcomer.token
    assert tokens(project) == {newcomer.id: newcomer.token}
    assert json.loads((cache / "token2id.json").read_text()) == {newcomer.token: newcomer.id}
    for name in ("token", "tokens.json", "token2id.json"):
        if os.name == "posix":  # Windows has no such modes.
            assert (cache / name).stat().st_mode & 0o777 == 0o600
    assert aoc("run", "21").code == 0
    assert site.asked() == ["GET /2021/day/21/input"]
    # The library uses the login without asking.
    code = "from aocd.models import Puzzle, User; print(Puzzle(2021, 21).user, User.from_id('%s'))"
    command = [sys.executable, "-c", code % newcomer.id]
    printed = subprocess.check_output(command, env=aoc.environment(), text=True)
    assert printed.count(newcomer.id) == 2


PASTES = {
    "the cookie": "session={}",
    "all cookies": "cookie: _ga=GA1.2.1069.7342; session={}; _gid=GA1.2.3",
    "a row of Chrome's": "session\t{}\t.adventofcode.com\t/\t2034-11-29T10:00:00.000Z\t135\t✓",
    "Firefox's": 'session:"{}"\nCreated:"Sun, 01 Dec 2024 10:00:00 GMT"\nSize:135',
    "JSON": '{{"name": "session", "value": "{}"}}',
    "two lines": "session={0}\n{0}",
    "a cookie of curl": "-H 'Cookie: _ga=GA1.2.3; session={}' --compressed",
    "a file of cookies": "# Netscape HTTP Cookie File\n#HttpOnly_.adventofcode.com\tTRUE\t{}\n",
    "quotes": "'{}'",
    "double quotes": 'AOC_SESSION="{}"',
    "quotes of a text processor": "\N{LEFT DOUBLE QUOTATION MARK}{}\N{RIGHT DOUBLE QUOTATION MARK}",
    "a file of Windows": "\ufeff\r\n{}\r\n\r\n",
    "a comment": "# until January\n{}\n",
}
GITHUB = "ghp_" + "0123456789" * 3 + "abcdef"
OLD, NEW = "53616c7465645f5f" + "0123456789" * 8, "53616c7465645f5f" + "89abcdef" * 14


def test_a_token_is_taken_out_of_whatever_was_pasted() -> None:
    for name, paste in PASTES.items():
        for token in (OLD, NEW):
            assert tokens_in(paste.format(token)) == [token], name


def test_no_token_is_guessed() -> None:
    almost = (NEW[1:], f"{NEW}0", f"{NEW[:-1]}g", f"x{NEW}", f"{NEW[:8]}...")
    for paste in ("", *almost, GITHUB, "<token>"):
        assert tokens_in(paste) == []
        assert not is_token(clean_token(paste))


def log_in_on_terminal(aoc: Aoc, account: Account, *answers: str) -> str:
    """Log in on a terminal, answer what is asked after the token, and return all that is shown."""
    # It is asked for on the terminal that the program is controlled by.
    command = ["setsid", "--ctty", "--wait", *AOC, "login"]
    terminal = Terminal(command, aoc.project.root, aoc.environment())
    terminal.read_until("\r\nSession token: ")
    terminal.write(f"{account.token}\n")
    for answer in answers:
        terminal.read_until("may be empty)? ")
        terminal.write(f"{answer}\n")
    terminal.read_until(f"Logged in as {account.id}")
    shown = terminal.end()
    assert shown.code == 0
    return shown.raw


@pytest.mark.slow
@needs_linux
@needs_pty
def test_the_prompt_hides_the_token_and_asks_once_for_an_address_to_send(
    aoc: Aoc, site: Site, newcomer: Account, project: Project
) -> None:
    assert newcomer.token
    shown = log_in_on_terminal(aoc, newcomer, "ü@x", " me@example.org ")
    assert "the cookie `session`" in shown
    assert newcomer.token[:8] not in shown
    assert shown.count("write an e-mail address or a URL, or nothing") == 1
    assert "asks that each request names somebody to write to" in " ".join(shown.split())
    assert "such as me@example.org (may be empty)? " in shown
    assert "write to" not in log_in_on_terminal(aoc, site.account("bob"))
    agents = {request.user_agent for request in site.requests}
    assert agents == {f"aoc-days/{version('aoc-days')} (me@example.org)"}
    assert not (project.root / "aoc_contact.txt").exists()
    assert (project.cache / "aoc_contact.txt").read_text() == "me@example.org\n"


def test_what_is_no_session_changes_nothing(
    aoc: Aoc, site: Site, newcomer: Account, project: Project
) -> None:
    login(aoc, newcomer)
    before = {path.name: path.read_text() for path in project.cache.iterdir()}
    assert newcomer.token
    assert aoc("login", newcomer.token).code == 2, "a token is no argument"
    none = "no session token in stdin (it has {}, and a token has 128, as 53616c"
    for token, code, says, asked in (
        ("ab" * 64, 3, "the session of token ...abab has expired", [SETTINGS]),
        ("not-hex-but-long-enough", 2, none.format("23 characters"), []),
        ("~", 2, none.format("1 character"), []),
    ):
        done = aoc("login", stdin=token)
        assert (done.code, done.err.count("\n")) == (code, 1)
        assert says in done.err
        assert token not in done.err
        assert site.asked() == asked, "what cannot be a token is not sent"
    assert {path.name: path.read_text() for path in project.cache.iterdir()} == before


def test_a_second_account_becomes_the_default_and_is_removed_without_its_inputs(
    aoc: Aoc, site: Site, newcomer: Account, project: Project
) -> None:
    bob = site.account("bob")
    login(aoc, newcomer)
    assert ", called work (" in login(aoc, bob, "--name", "work")
    assert names(aoc) == ["bob", "alice"]
    assert set(tokens(project)) == {newcomer.id, "work"}
    assert bob.id in aoc("run", "21", "--user", "work", "--json").out
    assert site.asked() == ["GET /2021/day/21/input"]
    # A new session takes the place of the old one.
    old = bob.token
    bob.login()
    login(aoc, bob)
    assert tokens(project)["work"] == bob.token
    assert str(old) not in (project.cache / "token2id.json").read_text()
    done = aoc("login", "--remove", "work")
    assert done.out == f"Logged out {bob.id}; its inputs and answers are kept.\n"
    assert (done.code, done.err) == (0, "")
    texts = [path.read_text() for path in project.cache.glob("token*")]
    assert str(bob.token) not in "".join(texts)
    assert names(aoc) == ["alice"]
    assert aoc("run", "21", "--user", "bob").code == 0
    done = aoc("login", "--remove", "bob")
    assert done.code == 2
    assert "there is no session to remove: `aoc login --list` shows" in done.err
    done = aoc("login", "--remove", "all", env={"AOC_SESSION": newcomer.token or ""})
    assert done.out.startswith("Logged out")
    says = f"aoc: AOC_SESSION still has a session of {newcomer.id}: unset it yourself\n"
    assert (done.code, done.err) == (0, says)


@pytest.mark.slow
@pytest.mark.windows
def test_logins_at_the_same_time_do_not_lose_one_another(
    aoc: Aoc, site: Site, newcomer: Account, project: Project
) -> None:
    site.expect(SETTINGS)
    accounts = [site.account(name) for name in ("alice", "bob", "carol")]

    def log_in(account: Account) -> None:
        text = f"session={account.token}\n"
        aoc.project.run("login", stdin=text.encode(), env=aoc.environment())

    with ThreadPoolExecutor() as pool:
        list(pool.map(log_in, accounts))
    assert sorted(names(aoc)) == ["alice", "bob", "carol"]
    assert tokens(project) == {account.id: account.token for account in accounts}


def test_the_list_asks_nothing_that_is_known(
    aoc: Aoc, site: Site, newcomer: Account, project: Project
) -> None:
    assert aoc("login", "--list").code == 3
    login(aoc, newcomer)
    assert names(aoc) == ["alice"]
    assert site.asked() == []
    for name in ("token2id.json", "tokens.json"):
        (project.cache / name).unlink()
    assert newcomer.token
    last = newcomer.token[-4:]
    newcomer.expire()
    done = aoc("login", "--list")
    assert (done.code, done.out) == (3, f"unknown  token ...{last}, default\n")
    assert "has expired" in done.err
    assert site.asked() == [SETTINGS]
