"""`aoc fetch`, `aoc read` and `aoc open`."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.emulator import Account, Clock, Site, dice_sheet, faults, unlock_time
from tests.support.aoc import Aoc
from tests.support.launchers import write_launcher
from tests.support.marks import needs_posix_shell, needs_pty
from tests.support.program import Project

AGAIN = "; `aoc fetch --update` fetches the pages of unsolved puzzles again"
MINE = dice_sheet(7, 1)
DAY = "/2021/day/21"
COLD = [f"GET {DAY}/input", f"GET {DAY}"]


@pytest.fixture(autouse=True)
def account(account: Account, project: Project) -> Account:
    """Somebody who is logged in, and whose cache has nothing."""
    (project.account_files(account.id) / "2021_21_input.txt").unlink()
    (project.cache / "token").write_text(account.token or "")
    del project.variables["AOC_SESSION"]
    return account


def kept(project: Project, account: Account) -> set[str]:
    """Name the files that are kept of an account."""
    return {path.name for path in project.account_files(account.id).iterdir()}


def test_a_cold_day_is_an_input_and_a_page_and_a_warm_one_nothing(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    account.solve(2021, 21, 1)
    assert aoc("fetch", "21").out == "2021/21 input and page\nFetched 1 input and 1 page.\n"
    assert site.asked() == COLD
    assert kept(project, account) == {
        "2021_21_input.txt",
        "2021_21_prose.1.html",
        "2021_21a_answer.txt",
    }
    path = project.account_files(account.id) / "2021_21_input.txt"
    assert path.read_text() == MINE.input
    done = aoc.process("fetch", "21", env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert done.out == f"Nothing left to fetch for 2021/21{AGAIN}.\n"
    # It does not even import the libraries of a request.
    imported = {line.rpartition("|")[2].strip() for line in done.err.splitlines()}
    assert "aoc.commands.options" in imported
    assert not imported & {"aocd", "urllib3", "bs4"}


def test_an_update_looks_at_what_is_not_solved(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    account.solve(2021, 1)
    aoc("fetch", "1,21")
    assert len(site.asked()) == 4
    account.solve(2021, 21)
    aoc("fetch", "1,21", "--update")
    assert site.asked() == [f"GET {DAY}"]
    answer = project.account_files(account.id) / "2021_21b_answer.txt"
    assert answer.read_text() == MINE.answer2


def test_everybody_gets_their_own_and_a_dead_session_stops_only_its_account(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    bob = site.account("bob")
    assert aoc("login", stdin=bob.token or "").code == 0
    assert site.asked() == ["GET /settings"]
    bob.solve(2021, 20)
    out = aoc("fetch", "20", "--user", "all").out
    for one, level in ((account, 0), (bob, 2)):
        assert f"2021/20 input and page for {one.id}\n" in out
        assert f"2021_20_prose.{level}.html" in kept(project, one)
    assert len(site.asked()) == 4
    bob.expire()
    done = aoc("fetch", "21", "--user", "all")
    assert (done.code, done.err.count("has expired")) == (3, 1)
    assert {"2021_21_input.txt", "2021_21_prose.0.html"} < kept(project, account)
    assert sorted(site.asked()) == sorted([*COLD, COLD[0]])


def test_locked_days_are_not_asked_for(aoc: Aoc, site: Site, clock: Clock) -> None:
    clock.set(unlock_time(2021, 2))
    assert "2021/02 input and page" in aoc("fetch", "2-5").out
    assert site.asked() == ["GET /2021/day/2/input", "GET /2021/day/2"]
    done = aoc("fetch", "3-5")
    assert (done.code, done.err[:28]) == (3, "aoc: 2021/03 is locked until")


def test_all_are_the_days_that_a_repository_has(aoc: Aoc, site: Site, project: Project) -> None:
    project.configure('layouts = [{ days = "{year}/day{day}.py", run = "script" }]')
    (project.root / "2021").mkdir()
    (project.root / "2021" / "day3.py").touch()
    assert aoc("fetch", "all", env={"AOC_YEAR": ""}).code == 0
    assert sorted(site.asked()) == ["GET /2021/day/3", "GET /2021/day/3/input"]


@needs_pty
def test_a_terminal_shows_what_is_being_fetched_on_a_line_that_goes(aoc: Aoc, site: Site) -> None:
    site.expect(*COLD)
    shown = aoc.shown("fetch", "21").raw
    assert "\r1/1: 2021/21 page\x1b[K" in shown
    assert "\r\x1b[K2021/21 input and page\r\n" in shown
    assert "rate-limited" not in shown


def test_an_unsolved_puzzle_is_looked_at_again_after_a_while_or_once_it_has_an_answer(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    folder = project.account_files(account.id)
    out = aoc("read", "21").out
    assert "Part Two" not in out
    assert "[Log" not in out
    assert aoc("read", "21").out == out
    assert site.asked() == [f"GET {DAY}"]
    account.solve(2021, 21, 1)
    os.utime(folder / "2021_21_prose.0.html", (0, 0))
    assert f"Your puzzle answer was `{MINE.answer1}`." in aoc("read", "21").out
    aoc("read", "21", "--update")
    assert site.asked() == [f"GET {DAY}"] * 2
    account.solve(2021, 21)
    (folder / "2021_21b_answer.txt").write_text(str(MINE.answer2))
    assert f"Your puzzle answer was `{MINE.answer2}`." in aoc("read", "21").out
    assert site.asked() == [f"GET {DAY}"]


def test_without_a_token_part_1_is_read_and_asked_for_once(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    shutil.rmtree(project.cache)
    done = aoc("read", "21")
    note = "aoc: no session token, so only part 1 is shown: log in with `aoc login`\n"
    assert (done.code, done.err) == (0, note)
    assert done.out.startswith("## 2021/21 Dirac Dice\n")
    assert site.asked() == [f"GET {DAY}"]
    assert aoc("read", "21") == done
    assert site.asked() == []
    # It is no page of an account, but where aocd keeps the one that all share.
    assert [path.parent.name for path in project.cache.rglob("*.html")] == ["prose"]
    assert aoc("read", "21", "--update") == done
    assert site.asked() == [f"GET {DAY}"]
    account.solve(2021, 21, 1)
    project.variables["AOC_SESSION"] = account.token or ""
    done = aoc("read", "21")
    assert f"Your puzzle answer was `{MINE.answer1}`." in done.out
    assert site.asked() == ["GET /settings", f"GET {DAY}"]


def test_without_a_token_a_fault_of_the_site_is_one_sentence(
    aoc: Aoc, site: Site, project: Project
) -> None:
    shutil.rmtree(project.cache)
    name = "adventofcode.com"
    for fault, why in (
        (faults.status(500), f"{name} answered 500: try again in a few minutes"),
        (faults.redirect(), f"{name} sends this page only to a session: log in"),
        (faults.garbage(), f"what {name} sent is not the page of 2021/21: try again"),
        (faults.status(404), "2021/21 is still locked on the site"),
    ):
        site.fail(fault, "GET", DAY)
        done = aoc("read", "21")
        assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)
        assert done.err.startswith(f"aoc: {why}")
        assert site.asked() == [f"GET {DAY}"]
        assert not [*project.cache.rglob("*.html")]


def test_an_old_page_is_better_than_none(
    aoc: Aoc, site: Site, account: Account, project: Project
) -> None:
    site.expect("GET *")
    aoc("read", "21")
    os.utime(project.account_files(account.id) / "2021_21_prose.0.html", (0, 0))
    site.fail(faults.status(), times=2)
    done = aoc("read", "21")
    assert (done.code, "Dirac Dice" in done.out) == (0, True)
    assert done.err.startswith("aoc: this is the cached page; adventofcode.com answered")
    assert aoc("read", "20").code == 3


@needs_posix_shell
def test_a_puzzle_is_opened_in_the_browser(aoc: Aoc, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    write_launcher(browser, f'#!/bin/sh\necho "$1" > "{tmp_path}/opened"\n')
    url = f"https://adventofcode.com{DAY}\n"
    assert aoc.process("open", "21", env={"BROWSER": f"'{browser}' %s"}).out == url
    assert (tmp_path / "opened").read_text() == url
    done = aoc("open", "2999/1")
    assert (done.code, "2999/01 is locked until" in done.err) == (3, True)
