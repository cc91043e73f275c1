"""No session token is shown, wherever it is in place of something else, and a logout takes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from aoc.site.accounts import Account, Accounts
from tests.accounts import write_accounts
from tests.aoc import Aoc
from tests.marks import WINDOWS
from tests.program import Project

TOKEN = "53616c7465645f5f" + "0123456789abcdef" * 7
OTHER = "53616c7465645f5f" + "fedcba9876543210" * 7
FUTURE = "no-hex.but+of/the=future-" + "xyz" * 20
USER = "github.alice.1001"

# What is in aocd's files, with tokens that nothing may show.
MIXED_UP: dict[str, Mapping[str, object]] = {
    "swapped": {"tokens": {TOKEN: USER}, "token2id": {USER: TOKEN}},
    "swapped in the future": {"tokens": {FUTURE: USER}, "token2id": {USER: FUTURE}},
    "the other in place of the one": {"token2id": {USER: TOKEN}, "token": TOKEN},
    "a token for a name": {"tokens": {OTHER: TOKEN}},
    "with session=": {"tokens": {f"session={OTHER}": TOKEN}},
    "a part of a token": {"tokens": {TOKEN[3:60]: TOKEN}},
    "upper case": {"tokens": {TOKEN.upper(): "x"}},
}
COMMANDS = (
    *("run 21", "run 21 --json", "run 21 --user alice", "fetch 21", "read 21", "submit 21"),
    *("status", "status --json --offline", "leaderboard 1", "login --list", "login --remove all"),
)


@pytest.fixture(autouse=True)
def secret(aoc: Aoc, project: Project) -> None:
    """A project with a day, and tokens that nothing may show."""
    project.day(21, "def part1(text):\n    return 1\n")
    aoc.secrets = {TOKEN, OTHER, FUTURE}


@pytest.mark.parametrize("case", MIXED_UP)
def test_a_token_where_a_name_belongs_is_shown_by_no_command(
    aoc: Aoc, project: Project, case: str
) -> None:
    write_accounts(project, **MIXED_UP[case])
    for command in COMMANDS:
        done = aoc(*command.split())
        assert (done.code, done.out) == (3, ""), command
        assert done.err.count("\n") == 1, done.err
        assert "is not the JSON object of accounts and tokens" in done.err
    done = aoc("doctor", "--offline")
    assert done.code == 1
    assert "is not the JSON object of accounts and tokens" in done.out
    for words in ("aoc run --user", "aoc login --remove"):
        asked = {"COMP_WORDS": f"{words} ", "COMP_CWORD": str(len(words.split()))}
        done = aoc(env={"_AOC_COMPLETE": "bash_complete", **asked})
        assert (done.out.strip(), done.err) == ("", "")


TYPED = (
    *("run 21 --user {}", "run {}", "run 21 --solver {}", "run 21 --input {}", "status {}"),
    *("login {}", "login --token-file {}", "login --remove {}", "leaderboard {}", "{}"),
    f"run {'x' * 30}{{}}{'y' * 500}",
)


def test_a_token_that_was_typed_in_place_of_something_else_is_not_shown(
    aoc: Aoc, project: Project
) -> None:
    write_accounts(project, tokens={USER: OTHER}, token2id={OTHER: USER})
    for line in TYPED:
        assert aoc(*line.format(TOKEN).split())[:2] == (2, ""), line


def everywhere(root: Path) -> str:
    """Return the text of all regular files under a folder."""
    found = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return "".join(path.read_text(encoding="utf-8") for path in found)


@pytest.mark.skipif(WINDOWS, reason="links need permissions on Windows")
@pytest.mark.parametrize("others", [False, True])
def test_a_logout_takes_the_token_out_of_what_a_link_leads_to(
    aoc: Aoc, project: Project, others: bool
) -> None:
    tokens = {USER: TOKEN} | ({"github.bob.2": OTHER} if others else {})
    ids = {token: name for name, token in tokens.items()}
    write_accounts(project, token=TOKEN, tokens=tokens, token2id=ids)
    elsewhere = project.root / "elsewhere"
    elsewhere.mkdir()
    links = []
    for path in list(project.cache.iterdir()):
        target, inner = elsewhere / path.name, elsewhere / f"{path.name}.link"
        path.rename(target)
        inner.symlink_to(target)
        path.symlink_to(inner)
        links += [path, inner]
    with aoc.here():
        assert Accounts().remove([Account(USER, TOKEN)]) == [Account(USER, TOKEN)]
        assert TOKEN not in everywhere(project.root)
        assert (OTHER in everywhere(project.root)) is others
        assert all(link.is_symlink() for link in links), "the links stay"
        assert len(Accounts().logged_in()) == others
        Accounts().add(TOKEN, USER)
        assert all(link.exists() for link in links), "and the next login follows them"
        assert next(iter(Accounts().logged_in().values())).id == USER
