"""Checks `aoc doctor`: its lines and objects, the installation, and aocd's files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aoc.doctor import CHECKS, Diagnostic, installation
from tests.aoc import Aoc
from tests.emulator import Account, Clock, Site
from tests.marks import needs_posix_permissions
from tests.program import Project

CLOCK = "HEAD /"


def finding(aoc: Aoc, check: str, *args: str, code: int = 0) -> dict[str, Any]:
    """Return what the doctor says about something."""
    done = aoc("doctor", *(args or ("--offline",)), "--json")
    assert done.code == code
    found: dict[str, Any] = next(line for line in done.lines if line["check"] == check)
    return found


def test_every_check_is_an_object(aoc: Aoc) -> None:
    assert [each["check"] for each in aoc("doctor", "--offline", "--json").lines] == [*CHECKS]


def test_outside_of_a_project_what_needs_one_is_skipped(aoc: Aoc) -> None:
    lines = aoc("doctor", "--offline", "--json", folder="..").lines
    status = {each["check"]: each["status"] for each in lines}
    assert [status[name] for name in ("project", "git", "tokens")] == ["skipped", "skipped", "ok"]


def test_a_check_that_fails_says_so(aoc: Aoc, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(subject: object) -> Iterator[Diagnostic]:
        raise RuntimeError("oh")

    monkeypatch.setattr(installation, "check_python", fail)
    aoc.is_process = False
    assert finding(aoc, "python", code=1) == {
        "check": "python",
        "status": "error",
        "message": "the check itself failed with RuntimeError: oh",
        "remedy": "report it, with the output of --debug",
    }


def test_the_solvers_are_listed(aoc: Aoc, tmp_path: Path) -> None:
    info = tmp_path / "guest-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: guest\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[adventofcode.user]\nwim = guest:solve\n")
    done = aoc.process("doctor", "--offline", env={"PYTHONPATH": str(tmp_path)})
    assert "solvers  days, wim (guest:solve)\n" in done.out


@pytest.mark.parametrize(("behind", "says"), [(0, None), (3600, " s behind the site's")])
def test_the_clock_is_compared_with_one_request(
    aoc: Aoc, site: Site, account: Account, clock: Clock, behind: float, says: str | None
) -> None:
    now = clock.now().timestamp() - behind
    aoc.project.variables["AOC_NOW"] = str(now)
    found = finding(aoc, "clock", "--debug", code=1 if says else 0)
    assert found["status"] == ("error" if says else "ok")
    assert (says or "agrees with the site's") in found["message"]
    assert [request.account for request in site.requests] == [None]
    assert site.asked() == [CLOCK]
    assert finding(aoc, "clock")["status"] == "skipped"


def test_a_login_is_named_and_its_cache_is_well(
    aoc: Aoc, account: Account, project: Project
) -> None:
    assert finding(aoc, "tokens")["message"] == f"logged in: {account.id}"
    assert finding(aoc, "cache")["message"] == str(project.cache)


def test_a_cache_that_can_be_made_is_well(aoc: Aoc, project: Project) -> None:
    found = finding(aoc, "cache")
    assert found["message"] == f"{project.cache} will be created when something is cached"
    assert (found["status"], project.cache.exists()) == ("ok", False)


@needs_posix_permissions
def test_others_must_not_be_able_to_read_a_token(
    aoc: Aoc, account: Account, project: Project
) -> None:
    path = project.cache / "token2id.json"
    path.chmod(0o644)
    project.cache.chmod(0o700)
    assert finding(aoc, "tokens")["status"] == "ok", "the folder is closed"
    modes = {folder: folder.stat().st_mode for folder in (project.cache, *project.cache.parents)}
    opened = {folder: mode for folder, mode in modes.items() if not mode & 0o001}
    try:
        for folder, mode in opened.items():
            folder.chmod(mode | 0o001)
        found = finding(aoc, "tokens", code=1)
    finally:
        for folder, mode in opened.items():
            folder.chmod(mode)
    assert found == {
        "check": "tokens",
        "status": "error",
        "message": f"every user of this computer can read {path}",
        "remedy": f"`chmod 600 {path}`",
    }
