"""What `aoc doctor` says about the clock, and what it asks the site for that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.site import Site, faults
from tests.site.program import aoc, make_project


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", settings='contact = "me@example.org"')


def clock_finding(
    site: Site, project: Path, *args: str, ahead: float = 0.0
) -> tuple[int, dict[str, Any]]:
    """Return the exit code, and what the doctor says with a clock that is ahead of the site's."""
    moment = str(site.clock.now().timestamp() + ahead)
    done = aoc(site, project, "doctor", "--json", *args, env={"AOC_NOW": moment})
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    # The name depends on the environment that the tests run in.
    wrong = [line for line in lines if line["status"] == "error" and line["check"] != "name"]
    [found] = [line for line in lines if line["check"] == "clock"]
    return len(wrong), found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ahead", "says"),
    [
        (0, None),
        (8, None),
        (-5, None),
        (3600, " s ahead of the site's"),
        (-3600, " s behind the site's"),
    ],
)
def test_the_clock_is_compared_with_one_request(
    site: Site, project: Path, ahead: float, says: str | None
) -> None:
    wrong, found = clock_finding(site, project, ahead=ahead)
    assert wrong == (says is not None)
    if says is None:
        assert found["status"] == "ok"
    else:
        assert found["status"] == "error"
        assert says in found["message"]
        assert "set the clock" in found["remedy"]
    [request] = site.requests
    assert (request.method, request.path, request.account) == ("HEAD", "/", None)
    assert "aoc-days/" in request.user_agent
    assert "(me@example.org)" in request.user_agent


def test_a_session_is_not_needed_and_not_sent(site: Site, project: Path) -> None:
    alice = site.account("alice")
    moment = str(site.clock.now().timestamp())
    aoc(site, project, "doctor", token=alice.token, env={"AOC_NOW": moment})
    assert [request.account for request in site.requests] == [None]


def test_offline_asks_nothing(site: Site, project: Path) -> None:
    wrong, found = clock_finding(site, project, "--offline")
    assert (wrong, found["status"]) == (0, "skipped")
    assert site.requests == ()


def test_an_error_of_the_site_has_a_date_too(site: Site, project: Path) -> None:
    site.fail(faults.status(503))
    assert clock_finding(site, project)[1]["status"] == "ok"


def test_no_network_is_not_wrong(site: Site, project: Path) -> None:
    site.fail(faults.cut(sent=0))
    wrong, found = clock_finding(site, project)
    assert (wrong, found["status"]) == (0, "warning")
    assert found["message"].startswith("not checked: adventofcode.com cut")
    assert site.count() == 1, "it is not tried again"
