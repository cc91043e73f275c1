"""Checks `aoc doctor`: its lines and objects, the installation, and the sessions."""

from __future__ import annotations

import json
from pathlib import Path

from tests.emulator import Account, Site, faults
from tests.support.aoc import Aoc
from tests.support.program import Project

SETTINGS = "GET /settings"


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return the files in a folder, with their content."""
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def findings(aoc: Aoc, check: str, *args: str) -> list[str]:
    """Return what the doctor says about something; others may be wrong on this computer."""
    done = aoc("doctor", *(args or ("--offline",)))
    assert done.code == ("✘" in done.out)
    return [
        f"{sign} {text}"
        for sign, name, text in (line.split(None, 2) for line in done.out.splitlines())
        if name == check
    ]


def test_every_check_is_a_line_and_that_of_git_is_skipped_elsewhere(
    aoc: Aoc, project: Project
) -> None:
    for folder in (".", ".."):
        lines = aoc("doctor", "--offline", folder=folder).out.splitlines()
        signs = {line.split()[1]: line.split()[0] for line in lines}
        assert [*signs] == ["name", "python", "tokens", "git"]
        assert (signs["python"], signs["tokens"]) == ("✔", "✔")
        assert lines[-1] == "· git     not checked: git finds no repository here"
    assert not project.cache.exists()


def test_a_session_that_the_site_does_not_know_is_an_error(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    bob = site.account("bob")
    (project.cache / "tokens.json").write_text(json.dumps({"bob": bob.token}))
    token = account.token or ""
    account.expire()
    before = snapshot(project.cache)
    assert findings(aoc, "tokens", "--debug") == [
        f"✘ the session of token ...{token[-4:]} has expired: put a new one into AOC_SESSION, "
        "or unset it and `aoc login`",
        "✔ logged in: bob",
    ]
    assert site.asked() == [SETTINGS, SETTINGS]
    assert snapshot(project.cache) == before
    assert findings(aoc, "tokens") == [f"✔ logged in: {account.id}, bob"]
    assert site.asked() == []


def test_a_site_that_fails_is_no_fault_of_the_session(
    aoc: Aoc, site: Site, account: Account
) -> None:
    for fault, message in (
        (faults.status(503), "adventofcode.com answered 503"),
        (faults.cut(), "adventofcode.com cut the connection"),
    ):
        site.fail(fault, "GET", "/settings")
        [found] = findings(aoc, "tokens", "--debug")
        assert found.startswith(f"· {message}: ")
        assert site.asked() == [SETTINGS]
