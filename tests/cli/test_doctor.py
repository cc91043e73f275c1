"""Checks `aoc doctor`: its lines and objects, the installation, and the sessions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aoc.doctor import installation
from aoc.doctor.diagnostics import CHECKS, Diagnostic
from tests.emulator import Account, Fault, Site, faults
from tests.support.aoc import Aoc
from tests.support.marks import needs_posix_permissions
from tests.support.program import Project

SETTINGS = "GET /settings"


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return the files in a folder, with their content."""
    return {
        path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def finding(aoc: Aoc, check: str, *args: str) -> dict[str, Any]:
    """Return what the doctor says about something; others may be wrong on this computer."""
    done = aoc("doctor", *(args or ("--offline",)), "--json")
    assert done.code == any(line["status"] == "error" for line in done.lines)
    found: dict[str, Any] = next(line for line in done.lines if line["check"] == check)
    return found


def test_every_check_is_an_object_and_what_needs_a_project_is_skipped_elsewhere(
    aoc: Aoc, project: Project
) -> None:
    for folder in (".", ".."):
        done = aoc("doctor", "--offline", "--json", folder=folder)
        lines = {each["check"]: each for each in done.lines}
        assert [*lines] == [*CHECKS]
        assert (lines["python"]["status"], lines["tokens"]["status"]) == ("ok", "ok")
    assert lines["git"]["status"] == "skipped"
    assert lines["git"]["message"].startswith("no project in ")
    assert not project.cache.exists()


def test_a_check_that_fails_says_so(aoc: Aoc, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(subject: object) -> Iterator[Diagnostic]:
        raise RuntimeError("oh")

    monkeypatch.setattr(installation, "check_python", fail)
    aoc.is_process = False
    assert finding(aoc, "python") == {
        "check": "python",
        "status": "error",
        "message": "the check itself failed with RuntimeError: oh",
        "remedy": "report it, with the output of --debug",
    }


def test_a_session_that_the_site_does_not_know_is_an_error(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    bob = site.account("bob")
    (project.cache / "tokens.json").write_text(json.dumps({"bob": bob.token}))
    token = account.token or ""
    account.expire()
    before = snapshot(project.cache)
    done = aoc("doctor", "--json")
    assert done.code == 1
    dead, alive = (line for line in done.lines if line["check"] == "tokens")
    assert (dead["status"], dead["message"]) == (
        "error",
        f"the session of token ...{token[-4:]} has expired",
    )
    assert (
        dead["remedy"]
        == "put a new one into AOC_SESSION, or unset it and `python -m aoc login`"
    )
    assert (alive["status"], alive["message"]) == ("ok", "logged in: bob")
    assert site.asked() == [SETTINGS, SETTINGS]
    assert snapshot(project.cache) == before
    both = f"logged in: {account.id}, bob"
    assert (finding(aoc, "tokens")["message"], site.asked()) == (both, [])


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (faults.status(503), "adventofcode.com answered 503"),
        (faults.cut(), "adventofcode.com cut the connection"),
    ],
)
def test_a_site_that_fails_is_no_fault_of_the_session(
    aoc: Aoc, site: Site, account: Account, fault: Fault, message: str
) -> None:
    site.fail(fault, "GET", "/settings")
    found = finding(aoc, "tokens", "--debug")
    assert (found["status"], found["message"]) == ("skipped", message)
    assert site.asked() == [SETTINGS]


@needs_posix_permissions
def test_others_must_not_be_able_to_read_a_token(
    aoc: Aoc, account: Account, project: Project
) -> None:
    path = project.cache / "token2id.json"
    path.chmod(0o644)
    project.cache.chmod(0o700)
    closed = finding(aoc, "tokens")
    assert (closed["status"], closed["message"]) == ("ok", f"logged in: {account.id}")
    modes = {
        folder: folder.stat().st_mode
        for folder in (project.cache, *project.cache.parents)
    }
    opened = {folder: mode for folder, mode in modes.items() if not mode & 0o001}
    try:
        for folder, mode in opened.items():
            folder.chmod(mode | 0o001)
        found = finding(aoc, "tokens")
    finally:
        for folder, mode in opened.items():
            folder.chmod(mode)
    assert found == {
        "check": "tokens",
        "status": "error",
        "message": f"every user of this computer can read {path}",
        "remedy": f"`chmod 600 {path}`",
    }
