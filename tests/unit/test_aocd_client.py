"""The parts of aocd and urllib3 that stand beneath our requests are still where we replace them."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from aocd.utils import HttpClient

from aoc.aocd_client import READ_IN
from aoc.errors import SiteError
from aoc.site.http import SiteHttp
from tests.emulator import Account, Site
from tests.support.aoc import Aoc
from tests.support.program import Project

FIELDS = {"level": "1", "answer": "5"}
PATH = "/2021/day/21/answer"


def test_a_name_that_aocd_lacks_is_named_and_days_run_from_the_cache(
    aoc: Aoc, site: Site, account: Account, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.day(21, "def part1(text):\n    return 1\n")
    monkeypatch.delattr(HttpClient, "post")
    done = aoc("fetch", "20")
    says = (
        "aoc: advent-of-code-data has no aocd.utils.HttpClient.post in the version that is "
        f"installed: `pip install advent-of-code-data=={READ_IN}` installs one that has it\n"
    )
    assert (done.code, done.err, site.asked()) == (3, says, [])
    assert aoc("run", "21").code == 0


@pytest.fixture(params=["through a proxy", "without a proxy"])
def here(request: pytest.FixtureRequest, aoc: Aoc, site: Site) -> Iterator[None]:
    """Let this process be the program, and reach the site in one of the two ways."""
    site.expect("POST *")
    with aoc.here(), pytest.MonkeyPatch.context() as patch:
        if request.param == "without a proxy":
            patch.delenv("https_proxy")
            address = (socket.AF_INET, socket.SOCK_STREAM, 6, "", site.address)
            patch.setattr(socket, "getaddrinfo", lambda *_, **__: [address])
        yield


@pytest.mark.usefixtures("here")
def test_a_connection_is_announced_once_before_anything_is_sent(site: Site) -> None:
    def fail() -> None:
        raise SiteError("the disk is full")

    with pytest.raises(SiteError, match="the disk is full"):
        SiteHttp().post(PATH, "f00", FIELDS, fail)
    assert site.asked() == []
    announced: list[int] = []
    response = SiteHttp().post(PATH, "f00", FIELDS, lambda: announced.append(len(site.requests)))
    assert (announced, response.status) == ([0], 200)
    assert site.asked() == [f"POST {PATH} level=1 answer=5"]
