"""No text of the site commands a terminal, or gets raw into a file that is written from it."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.emulator import Account, Site, dice_sheet, faults
from tests.emulator.program import aoc, cache_of, make_project
from tests.hostile.escapes import HOSTILE, SHOWN, commands_in

pytestmark = pytest.mark.slow

MODULE, TESTS = "days/year2021/day21.py", "tests/year2021/test_day21.py"
VERDICT = f"<!DOCTYPE html><main><article><p>{HOSTILE}</p></article></main>"
TITLE = f'{HOSTILE} """ \\ "'


@pytest.fixture
def alice(site: Site) -> Account:
    account = site.account("alice")
    account.give(2021, 21, replace(dice_sheet(7, 1), answer1=HOSTILE))
    puzzle = replace(
        site.event(2021).puzzles[21],
        title=TITLE,
        example=f"one {HOSTILE}\ntwo\n",
        answer1=HOSTILE,
        answer2=HOSTILE,
        remarks2=(HOSTILE,),
    )
    site.put(puzzle)
    return account


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", settings="year = 2021")


@pytest.fixture
def show(site: Site, alice: Account, folder: Path) -> Callable[..., str]:
    """Return what runs a command, and returns what it shows."""

    def show(*args: str) -> str:
        done = aoc(site, folder, *args, token=alice.token)
        shown = done.stdout + done.stderr
        assert commands_in(shown) == []
        return shown

    return show


def test_a_puzzle_is_read_printable(show: Callable[..., str]) -> None:
    shown = show("read", "21")
    assert f"2021/21 {SHOWN}" in shown
    assert f"one {SHOWN}" in shown


def test_a_day_is_made_printable(show: Callable[..., str], folder: Path) -> None:
    shown = show("new", "21")
    # No title of a puzzle looks like this one, so it is taken for none.
    assert "day21.py: day 21 of 2021" in shown
    for name in (MODULE, TESTS):
        assert commands_in((folder / name).read_text(encoding="utf-8")) == []
    [example] = runpy.run_path(str(folder / TESTS))["EXAMPLES"]
    assert example.text == f"one {HOSTILE}\ntwo\n"
    assert HOSTILE.endswith(example.part1)


@pytest.mark.parametrize(
    "fault", [faults.page(VERDICT), faults.page(HOSTILE), replace(faults.status(429), body=HOSTILE)]
)
def test_what_the_site_answers_is_shown_printable(
    show: Callable[..., str], site: Site, fault: faults.Fault
) -> None:
    show("fetch", "21")
    site.fail(fault, "POST", times=9)
    assert show("submit", "21", "--part", "1", "--answer", "17")
    site.fail(fault, "GET", times=99)
    for line in ("read 21 --update", "fetch 20", "new 20", "leaderboard 1001", "status"):
        assert show(*line.split())


@pytest.mark.parametrize("name", ["21_input.txt", "21_post.json", "21_prose.1.html"])
def test_what_is_cached_is_shown_printable(
    show: Callable[..., str], site: Site, alice: Account, folder: Path, name: str
) -> None:
    alice.give(2021, 21, dice_sheet(7, 1))
    show("fetch", "21")
    show("new", "21")
    own = cache_of(folder) / alice.id
    records = [{"part": "a", "value": HOSTILE, "when": HOSTILE, "message": HOSTILE}]
    text = json.dumps(records) if name.endswith(".json") else f"<h2>{HOSTILE}</h2>"
    (own / f"2021_{name}").write_text(text, encoding="utf-8")
    module = "'''x'''\n\ndef parse(text):\n    int(text)\n    return text\n"
    (folder / MODULE).write_text(module + "\ndef part1(text):\n    return 17\n", encoding="utf-8")
    lines = ("run 21", "submit 21 --answer 17", "submit 21", "status", "read 21")
    for line in (*lines, "doctor --offline", "new 21 --update"):
        show(*line.split())
