"""A site, or files of it, that misbehave: bounded in time and memory, and one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from aoc.cli import main
from aoc.errors import SiteError
from aoc.model import Puzzle
from aoc.site import client
from aoc.site.accounts import Account as OurAccount
from aoc.site.cache import Cache
from tests.emulator import Account, Site, dice_sheet, faults, wire
from tests.emulator.misbehaviours import MISBEHAVIOURS
from tests.emulator.program import cache_of, led_here, make_project, start

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("project")]

MINE = dice_sheet(7, 1)
PUZZLE = Puzzle(2021, 21)
DAY = "/2021/day/21"
BOARD = "/2021/leaderboard/private/view/1001.json"
AT = 1_700_000_000
"""A time long after the event, for `AOC_NOW`."""
DEEP = "[" * 10_000
SILENCE = 0.75


@pytest.fixture
def project(
    site: Site, alice: Account, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A project with an account whose id is known; this process is led to the emulated site."""
    project = make_project(tmp_path / "project", (2021, 21))
    cache = cache_of(project)
    cache.mkdir()
    assert alice.token
    (cache / "token").write_text(alice.token)
    (cache / "token2id.json").write_text(json.dumps({alice.token: alice.id}))
    monkeypatch.setenv("AOC_YEAR", "2021")
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.chdir(project)
    with led_here(site, cache, monkeypatch):
        yield project


def refusal(call: Callable[[], object]) -> str:
    """Return the sentence with which a call fails."""
    with pytest.raises(SiteError) as caught:
        call()
    return str(caught.value)


def our_client(alice: Account) -> client.Client:
    return client.Client(OurAccount(alice.id, alice.token))


@pytest.mark.parametrize(
    "name", ["body of 4 GB", "chunks without an end", "trailers without an end"]
)
def test_a_response_is_read_up_to_10_megabytes(site: Site, alice: Account, name: str) -> None:
    site.fail(MISBEHAVIOURS[name])
    sentence = refusal(lambda: our_client(alice).fetch("/2021"))
    reasons = (*("sent more than 10 MB", "cut the connection"), "sent a broken response")
    assert sentence.startswith(tuple(f"adventofcode.com {reason}" for reason in reasons))


@pytest.mark.parametrize("part", ["status", "head", "body"])
def test_a_response_that_drips_is_not_waited_for(
    site: Site, alice: Account, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setenv("AOC_SITE_TIMEOUT", str(SILENCE))
    site.fail(faults.scripted(wire.drip(part)))
    sentence = refusal(lambda: our_client(alice).fetch("/2021"))
    assert sentence == (
        "adventofcode.com took longer than 1.5 s to answer: check the network and try again"
    )


@pytest.mark.parametrize("name", ["drip of the head", "two lengths", "no length"])
def test_an_answer_whose_verdict_is_endless_or_broken_is_sent_once(
    site: Site,
    alice: Account,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    monkeypatch.setenv("AOC_SITE_TIMEOUT", "0.5")
    site.fail(MISBEHAVIOURS[name], "POST")
    for _ in range(2):
        assert main(["submit", "21", "--answer", "4"]) == 3
    assert site.count("POST") == 1
    err = capsys.readouterr().err
    assert "was sent, but no verdict came back (adventofcode.com" in err


@pytest.mark.parametrize("name", ["no length", "too short", "no last chunk", "negative length"])
def test_an_input_of_which_a_part_may_be_missing_is_not_cached(
    site: Site, alice: Account, name: str
) -> None:
    site.fail(MISBEHAVIOURS[name], path=f"{DAY}/input")
    refusal(lambda: our_client(alice).fetch_input(PUZZLE))
    assert not Path(Cache().input_path(alice.id, PUZZLE)).exists()


@pytest.mark.parametrize(
    ("body", "kind", "reason"),
    [
        ('{"a": [1, 2]}', "application/json", "is a web page or JSON by its type"),
        ("1721\n979\n", "text/html; charset=utf-8", "is a web page or JSON by its type"),
        ('{"error": "rate limited"}', "text/plain", "is a JSON page"),
        ("<center>Blocked</center>", None, "is an HTML page"),
    ],
)
def test_what_comes_in_place_of_an_input_with_status_200_is_not_cached(
    site: Site, alice: Account, body: str, kind: str | None, reason: str
) -> None:
    site.fail(faults.Fault(body=body, kind=kind), path=f"{DAY}/input")
    sentence = refusal(lambda: our_client(alice).fetch_input(PUZZLE))
    assert sentence == (
        f"what adventofcode.com sent as the input of 2021/21 {reason}: try again later"
    )
    assert not Path(Cache().input_path(alice.id, PUZZLE)).exists()
    assert our_client(alice).fetch_input(PUZZLE) == MINE.input.rstrip("\n")


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
    site: Site, alice: Account, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    site.fail(faults.page(BOARDS[name]), path=BOARD)
    assert main(["leaderboard", "1001"]) == 3
    sentence = "what adventofcode.com sent is not board 1001 of 2021: the site is not asked for"
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("proxy", ["127.0.0.1:8080", "http://127.0.0.1:99999", " "])
def test_what_is_no_proxy_is_a_wrong_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], proxy: str
) -> None:
    monkeypatch.setenv("https_proxy", proxy)
    for command in (["fetch", "21"], ["leaderboard", "1001"]):
        assert main(command) == 2
        assert capsys.readouterr().err.startswith(
            "aoc: http_proxy or https_proxy is not the address of an HTTP proxy, such as "
        )


@pytest.mark.parametrize(
    ("args", "path"), [(["status", "--year", "2021"], "/2021"), (["leaderboard", "1001"], BOARD)]
)
@pytest.mark.parametrize("failure", [faults.status(500), faults.status(429), faults.cut()])
def test_a_request_that_failed_is_not_repeated_for_15_minutes(
    site: Site,
    alice: Account,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    args: list[str],
    path: str,
    failure: faults.Fault,
) -> None:
    monkeypatch.setattr("aoc.model.PROGRAM_START", monotonic())
    monkeypatch.setenv("AOC_NOW", str(AT))
    site.fail(failure, path=path)
    assert main(args) == 3
    sentence = capsys.readouterr().err
    count = site.count()
    monkeypatch.setenv("AOC_NOW", str(AT + 600))
    assert main(args) == 3
    assert site.count() == count
    assert capsys.readouterr().err == sentence
    assert "is not asked for" in sentence
    monkeypatch.setenv("AOC_NOW", str(AT + 1000))
    assert main(args) == 0
    assert site.count("GET", path) == 2


@pytest.mark.parametrize(
    ("command", "requests"),
    [
        ("run 21", [f"GET {DAY}/input"]),
        ("fetch 21", [f"GET {DAY}/input", f"GET {DAY}"]),
        ("read 21", [f"GET {DAY}"]),
        ("leaderboard 1001", [f"GET {BOARD}"]),
        ("status --times --year 2021", ["GET /2021", "GET /2021/leaderboard/self"]),
    ],
)
def test_four_cold_programs_at_once_ask_for_everything_once(
    site: Site, alice: Account, project: Path, command: str, requests: list[str]
) -> None:
    (cache_of(project) / "token2id.json").unlink()
    alice.solve(2021, 1)
    env = {"AOC_YEAR": "2021"}
    args = command.split()
    children = [start(site, project, *args, token=alice.token, env=env) for _ in range(4)]
    ended = [(child.communicate(timeout=60)[1], child.returncode) for child in children]
    assert ended == [("", 0)] * 4
    assert [str(request) for request in site.requests] == ["GET /settings", *requests]
