"""A session token is taken in the forms in which people have it, wherever it may stand."""

from __future__ import annotations

import json

import pytest

from tests.emulator import Account, Site
from tests.support.accounts import write_accounts
from tests.support.aoc import Aoc
from tests.support.program import Project

FORMS = {
    "AOC_SESSION": "Cookie: session={}; _ga=GA1.2.1069.7342",
    "token": "\r\nsession={}\r\n\r\n",
    "tokens.json": '[{{"name": "session", "value": "{}"}}]',
}
"""Where a token may stand, and a text there."""
INPUT = "GET /2021/day/21/input"


@pytest.fixture
def newcomer(site: Site, project: Project) -> Account:
    """Somebody whose account the program does not know yet."""
    project.cache.mkdir()
    return site.account("alice")


def put(project: Project, place: str, text: str) -> None:
    """Write a text where the program looks for a token."""
    if place == "AOC_SESSION":
        project.variables[place] = text
    elif place == "token":
        # As PowerShell writes it.
        (project.cache / place).write_bytes(text.encode("utf-16"))
    else:
        write_accounts(project, tokens={"alice": text})


@pytest.mark.parametrize("place", FORMS)
def test_a_token_is_taken_wherever_it_may_stand(
    aoc: Aoc, site: Site, newcomer: Account, project: Project, place: str
) -> None:
    put(project, place, FORMS[place].format(newcomer.token))
    assert aoc("fetch", "21").err == ""
    assert {request.account for request in site.requests} == {newcomer.id}
    assert site.asked() == ["GET /settings", INPUT, "GET /2021/day/21"]
    known = json.loads((project.cache / "token2id.json").read_text())
    assert known == {newcomer.token: newcomer.id}
    assert (project.cache / newcomer.id / "2021_21_input.txt").exists()
    if place != "AOC_SESSION":
        assert aoc("login", "--remove", "all").code == 0
        texts = (path.read_text() for path in project.cache.glob("token*"))
        assert (newcomer.token or "?") not in "".join(texts)


NO_TOKENS = {
    "AOC_SESSION": "<your token>",
    "token": "53616c7465645f5f" + "0123456789abcdef" * 6 + "0123456789abcde",
    "tokens.json": "ghp_0123456789abcdef0123456789abcdef0123",
}
COMMANDS = (
    "run 21",
    "fetch 21",
    "status",
    "leaderboard 1001",
    "submit 21 --answer 5",
    "login --list",
)


@pytest.mark.parametrize(("place", "text"), NO_TOKENS.items(), ids=NO_TOKENS)
def test_what_is_no_token_is_called_that_and_not_sent(
    aoc: Aoc, site: Site, newcomer: Account, project: Project, place: str, text: str
) -> None:
    put(project, place, text)
    project.day(21, "def part1(text):\n    return 1\n")
    where = f"a text in {project.cache}"
    if place == "AOC_SESSION":
        where = place
    size = f"is not a session token ({len(text)} characters, not the 128 hex digits of the cookie"
    for command in COMMANDS:
        done = aoc(*command.split())
        assert (done.code, f"{where} {size}" in done.err) == (3, True), (command, done)
        assert "expired" not in done.err
        assert text not in done.out + done.err
    done = aoc("doctor", "--offline")
    assert (done.code, f"{where} {size}" in done.out) == (1, True)
    assert site.asked() == []


def test_cached_inputs_run_whatever_stands_in_place_of_the_token(
    aoc: Aoc, newcomer: Account, project: Project
) -> None:
    project.day(20, "def part1(text):\n    return 1\n")
    project.day(21, "def part1(text):\n    return 1\n")
    (project.root / "inputs" / "2021").mkdir(parents=True)
    (project.root / "inputs" / "2021" / "21.txt").write_text("1\n")
    done = aoc("run", "all", env={"AOC_SESSION": "<your token>"})
    assert (done.code, done.err.count("\n")) == (3, 2)
    assert done.err.endswith("aoc: these days failed: 2021/20\n")
    assert "2021/21" in done.out
