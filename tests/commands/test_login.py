"""`aoc login`: accounts are added, listed and removed."""

from __future__ import annotations

import json
import os
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from aoc.site.accounts import extract_token
from tests.emulator import Account, Site
from tests.emulator.program import aoc, cache_of, command, make_project, start
from tests.marks import needs_linux, needs_pty
from tests.terminal import Terminal


@pytest.fixture
def bob(site: Site, alice: Account) -> Account:
    return site.account("bob")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", (2021, 21))


def read_json(path: Path) -> dict[str, str]:
    content: dict[str, str] = json.loads(path.read_text())
    return content


def login(site: Site, project: Path, account: Account, *args: str) -> str:
    done = aoc(site, project, "login", *args, stdin=account.token)
    assert done.returncode == 0, done.stderr
    return done.stdout


def names(site: Site, project: Path) -> list[str]:
    """Return whom `aoc login --list` names, the default first."""
    out = aoc(site, project, "login", "--list").stdout
    return [line.split()[0].split(".")[1] for line in out.splitlines()]


def test_a_login_says_whose_it_is_and_writes_the_files_of_aocd(
    site: Site, alice: Account, project: Path
) -> None:
    out = login(site, project, alice)
    assert alice.token
    assert out == f"Logged in as github.alice.1001 (token ...{alice.token[-4:]}).\n"
    assert [str(request) for request in site.requests] == ["GET /settings"]
    cache = cache_of(project)
    assert (cache / "token").read_text().strip() == alice.token
    assert read_json(cache / "tokens.json") == {alice.id: alice.token}
    assert read_json(cache / "token2id.json") == {alice.token: alice.id}
    for name in ("token", "tokens.json", "token2id.json"):
        if os.name == "posix":  # Windows has no such modes.
            assert (cache / name).stat().st_mode & 0o777 == 0o600
    assert aoc(site, project, "run", "21").returncode == 0
    assert site.count() == 2


@pytest.mark.slow
def test_the_library_uses_the_login_without_asking(
    site: Site, alice: Account, project: Path
) -> None:
    login(site, project, alice)
    code = "from aocd.models import Puzzle, User; print(Puzzle(2021, 21).user, User.from_id('%s'))"
    env = site.environment(cache_of(project))
    run = subprocess.run(
        [command(())[0], "-c", code % alice.id], env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout.count(alice.id) == 2
    assert site.count() == 1


PASTES = {
    "alone": "{}",
    "the cookie": "session={}",
    "all cookies": "cookie: _ga=GA1.2.1069.7342; session={}; _gid=GA1.2.3",
    "a shell's": "export AOC_SESSION='{}'",
    "a row of Chrome's": "session\t{}\t.adventofcode.com\t/\t2034-11-29T10:00:00.000Z\t135\t✓",
    "Firefox's": 'session:"{}"\nCreated:"Sun, 01 Dec 2024 10:00:00 GMT"\nSize:135',
    "JSON": '{{"name": "session", "value": "{}"}}',
    "twice": "{0}{0}",
    "two lines": "session={0}\n{0}",
}
OLD, NEW = "53616c7465645f5f" + "0123456789" * 8, "53616c7465645f5f" + "89abcdef" * 14


@pytest.mark.parametrize("token", [OLD, NEW], ids=["96 digits", "128 digits"])
@pytest.mark.parametrize("paste", PASTES.values(), ids=PASTES)
def test_a_token_is_taken_out_of_whatever_was_pasted(paste: str, token: str) -> None:
    assert extract_token(paste.format(token)) == token


@pytest.mark.parametrize(
    "paste",
    ["", NEW[1:], f"{NEW}0", OLD[:-1], f"{NEW[:-1]}g", f"x{NEW}", f"{OLD} {NEW}", "0123abcd"],
    ids=["empty", "127", "129", "95", "a g", "a letter before", "two tokens", "short"],
)
def test_no_token_is_guessed(paste: str) -> None:
    assert extract_token(paste) is None


def test_a_token_is_read_from_a_file(site: Site, alice: Account, project: Path) -> None:
    (project / "paste.txt").write_text(f"session={alice.token}\n")
    done = aoc(site, project, "login", "--token-file", "paste.txt")
    assert done.returncode == 0, done.stderr
    assert (cache_of(project) / "token").read_text().strip() == alice.token
    done = aoc(site, project, "login", "--token-file", "nowhere.txt")
    assert done.returncode == 2
    assert "--token-file nowhere.txt cannot be read: No such file" in done.stderr


def log_in_on_terminal(site: Site, project: Path, account: Account, *answers: str) -> str:
    """Log in on a terminal, answer what is asked after the token, and return all that is shown."""
    # It is asked for on the terminal that the program is controlled by.
    login = ["setsid", "--ctty", "--wait", *command(["login"])]
    terminal = Terminal(login, project, site.environment(cache_of(project)))
    terminal.read_until("\r\nSession token: ")
    terminal.write(f"{account.token}\n")
    for answer in answers:
        terminal.read_until("may be empty)? ")
        terminal.write(f"{answer}\n")
    terminal.read_until(f"\r\nLogged in as {account.id}")
    shown = terminal.end()
    assert shown.code == 0
    return shown.raw


@needs_linux
@needs_pty
def test_the_prompt_hides_the_token_and_asks_once_for_an_address_to_send(
    site: Site, alice: Account, bob: Account, project: Path
) -> None:
    assert alice.token
    shown = log_in_on_terminal(site, project, alice, "ü@x", " me@example.org ")
    assert "the cookie `session`" in shown
    assert alice.token[:8] not in shown
    assert shown.count("write an e-mail address or a URL, or nothing") == 1
    assert "reach you" not in log_in_on_terminal(site, project, bob)
    agents = {request.user_agent for request in site.requests}
    assert agents == {f"aoc-days/{version('aoc-days')} (me@example.org)"}
    assert not (project / "aoc_contact.txt").exists()
    assert (cache_of(project) / "aoc_contact.txt").read_text() == "me@example.org\n"


def test_a_token_among_the_arguments_is_refused(site: Site, alice: Account, project: Path) -> None:
    assert alice.token
    done = aoc(site, project, "login", alice.token)
    assert done.returncode == 2
    assert alice.token not in done.stderr
    assert not site.requests


@pytest.mark.slow
@pytest.mark.parametrize(
    ("token", "code", "says"),
    [
        ("ab" * 64, 3, "the session of token ...abab has expired"),
        ("not-hex-but-long-enough", 2, "no session token in stdin (23 characters, not 128 hex"),
    ],
)
def test_what_is_no_session_changes_nothing(
    site: Site, alice: Account, project: Path, token: str, code: int, says: str
) -> None:
    login(site, project, alice)
    before = {path.name: path.read_text() for path in cache_of(project).iterdir()}
    site.journal.clear()
    done = aoc(site, project, "login", stdin=token)
    assert done.returncode == code
    assert done.stderr.count("\n") == 1
    assert says in done.stderr
    assert site.count() == (code == 3), "what cannot be a token is not sent"
    assert token not in done.stderr
    assert {path.name: path.read_text() for path in cache_of(project).iterdir()} == before


@pytest.mark.slow
def test_a_second_account_is_added_and_becomes_the_default(
    site: Site, alice: Account, bob: Account, project: Path
) -> None:
    login(site, project, alice)
    assert ", called work (" in login(site, project, bob, "--name", "work")
    assert names(site, project) == ["bob", "alice"]
    assert set(read_json(cache_of(project) / "tokens.json")) == {alice.id, "work"}
    done = aoc(site, project, "run", "21", "--user", "work", "--json")
    assert bob.id in done.stdout
    login(site, project, site.account("carol"), "--no-default")
    assert names(site, project)[0] == "bob"


@pytest.mark.slow
def test_a_new_session_takes_the_place_of_the_old_one(
    site: Site, alice: Account, project: Path
) -> None:
    login(site, project, alice, "--name", "me")
    old = alice.token
    alice.login()
    login(site, project, alice)
    assert read_json(cache_of(project) / "tokens.json") == {"me": alice.token}
    assert old not in read_json(cache_of(project) / "token2id.json")


@pytest.mark.slow
def test_logins_at_the_same_time_do_not_lose_one_another(site: Site, project: Path) -> None:
    accounts = [site.account(name) for name in ("alice", "bob", "carol", "dave")]
    for account in accounts:
        assert account.token
        (project / account.name).write_text(account.token)
    children = [start(site, project, "login", "--token-file", a.name) for a in accounts]
    for child in children:
        child.communicate(timeout=30)
    assert sorted(names(site, project)) == ["alice", "bob", "carol", "dave"]
    tokens = read_json(cache_of(project) / "tokens.json")
    assert tokens == {account.id: account.token for account in accounts}


@pytest.mark.slow
def test_the_list_asks_nothing_that_is_known(site: Site, alice: Account, project: Path) -> None:
    assert aoc(site, project, "login", "--list").returncode == 3
    login(site, project, alice)
    assert names(site, project) == ["alice"]
    assert site.count() == 1
    assert alice.token
    token = f"token ...{alice.token[-4:]}, default\n"
    assert aoc(site, project, "login", "--list").stdout == f"{alice.id}  {token}"
    (cache_of(project) / "token2id.json").unlink()
    (cache_of(project) / "tokens.json").unlink()
    alice.expire()
    done = aoc(site, project, "login", "--list")
    assert (done.returncode, done.stdout) == (3, f"unknown  {token}")
    assert "has expired" in done.stderr


@pytest.mark.slow
def test_removing_an_account_takes_the_tokens_and_leaves_the_inputs(
    site: Site, alice: Account, bob: Account, project: Path
) -> None:
    login(site, project, bob)
    login(site, project, alice)
    aoc(site, project, "run", "21")
    done = aoc(site, project, "login", "--remove", "alice")
    assert done.stdout == f"Logged out {alice.id}; its inputs and answers are kept.\n"
    assert (done.returncode, done.stderr) == (0, "")
    assert alice.token
    cache = cache_of(project)
    assert not [p for p in cache.glob("token*") if alice.token in p.read_text()]
    assert (cache / alice.id / "2021_21_input.txt").exists()
    assert names(site, project) == ["bob"]
    before = site.count()
    assert aoc(site, project, "run", "21", "--user", "alice").returncode == 0
    assert site.count() == before
    done = aoc(site, project, "login", "--remove", "alice")
    assert done.returncode == 2
    assert "there is no session to remove: `python -m aoc login --list` shows" in done.stderr


@pytest.mark.slow
def test_a_session_in_the_environment_stays_and_is_named(
    site: Site, alice: Account, project: Path
) -> None:
    login(site, project, alice)
    done = aoc(site, project, "login", "--remove", "all", token=alice.token)
    assert done.stdout.startswith("Logged out")
    says = f"aoc: AOC_SESSION still has a session of {alice.id}: unset it yourself\n"
    assert (done.returncode, done.stderr) == (0, says)
