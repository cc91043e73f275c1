"""A site that misbehaves: bounded in time and memory, and one sentence; nothing of it is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.aoc import Aoc
from tests.emulator import Account, Fault, Site, faults, wire
from tests.emulator.misbehaviours import MISBEHAVIOURS
from tests.guarantees.day21 import MINE, PAGE
from tests.program import Project

BOARD = "/2021/leaderboard/private/view/1001.json"
DEEP = "[" * 10_000


@pytest.fixture
def file(site: Site, account: Account, project: Project) -> Path:
    """The input in the cache, which is to be fetched yet."""
    site.expect("GET *")
    path = project.account_files(account.id) / "2021_21_input.txt"
    path.unlink()
    return path


@pytest.mark.parametrize(
    "name", ["body of 4 GB", "chunks without an end", "trailers without an end"]
)
def test_a_response_is_read_up_to_10_megabytes(aoc: Aoc, site: Site, file: Path, name: str) -> None:
    site.fail(MISBEHAVIOURS[name])
    done = aoc("fetch", "21")
    assert (done.code, done.err.count("\n")) == (3, 1)
    reasons = ("sent more than 10 MB", "cut the connection", "sent a broken response")
    assert done.err.startswith(tuple(f"aoc: adventofcode.com {reason}" for reason in reasons))
    assert not file.exists()


@pytest.mark.parametrize("part", ["status", "head", "body"])
def test_a_response_that_drips_is_not_waited_for(
    aoc: Aoc, site: Site, file: Path, part: str
) -> None:
    site.fail(faults.scripted(wire.drip(part)))
    done = aoc("fetch", "21", env={"AOC_SITE_TIMEOUT": "0.3"})
    assert done.err == (
        "aoc: adventofcode.com took longer than 0.6 s to answer: check the network and try again\n"
    )
    assert not file.exists()


IN_PLACE = {
    **{
        name: (MISBEHAVIOURS[name], "adventofcode.com ")
        for name in ("no length", "too short", "no last chunk", "negative length")
    },
    "JSON by its type": (
        Fault(body='{"a": [1, 2]}', kind="application/json"),
        "is a web page or JSON by its type",
    ),
    "HTML by its type": (
        Fault(body="1721\n979\n", kind="text/html; charset=utf-8"),
        "is a web page or JSON by its type",
    ),
    "JSON": (Fault(body='{"error": "rate limited"}', kind="text/plain"), "is a JSON page"),
    "HTML": (Fault(body="<center>Blocked</center>"), "is an HTML page"),
}


@pytest.mark.parametrize("name", IN_PLACE)
def test_what_comes_in_place_of_an_input_is_not_kept(
    aoc: Aoc, site: Site, file: Path, name: str
) -> None:
    fault, reason = IN_PLACE[name]
    site.fail(fault, path=f"{PAGE}/input")
    done = aoc("fetch", "21")
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert reason in done.err
    assert not file.exists()
    assert aoc("fetch", "21").code == 0
    assert file.read_text() == MINE.input


def board(**changes: object) -> str:
    """Return the JSON of a board of one member."""
    star = {"1": {"get_star_ts": 1}}
    member = {"name": "x", "stars": 1, "local_score": 1, "last_star_ts": 1}
    member |= {"completion_day_level": {"1": star}} | changes
    return json.dumps({"owner_id": 1, "members": {"1": member}})


BOARDS = {
    "no number": board(stars=float("nan")),
    "a number of 5,000 digits": board().replace('"stars": 1', f'"stars": {"9" * 5000}'),
    "a star that is a number": board(completion_day_level={"1": {"1": 5}}),
    "no members": '{"owner_id": 1, "members": null}',
    "deep lists": DEEP,
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_with_something_else_in_it_is_none(
    aoc: Aoc, site: Site, account: Account, name: str
) -> None:
    site.fail(faults.page(BOARDS[name]), path=BOARD)
    done = aoc("leaderboard", "1001")
    assert (done.code, site.asked()) == (3, [f"GET {BOARD}"])
    sentence = "what adventofcode.com sent is not board 1001 of 2021: the site is not asked for"
    assert sentence in done.err


@pytest.mark.parametrize("proxy", ["127.0.0.1:8080", "http://127.0.0.1:99999", " "])
def test_what_is_no_proxy_is_a_wrong_setting(aoc: Aoc, account: Account, proxy: str) -> None:
    for command in (("fetch", "20"), ("leaderboard", "1001")):
        done = aoc(*command, env={"https_proxy": proxy})
        assert done.code == 2
        assert done.err.startswith(
            "aoc: http_proxy or https_proxy is not the address of an HTTP proxy, such as "
        )
