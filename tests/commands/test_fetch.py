"""`aoc fetch`, `aoc read` and `aoc open`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.emulator import Account, Site, dice_sheet, faults, unlock_time
from tests.emulator.program import aoc, cache_of, command, make_project
from tests.marks import needs_posix_shell, needs_pty
from tests.terminal import Terminal

AGAIN = "; `python -m aoc fetch --update` fetches the pages of unsolved puzzles again"
MINE = dice_sheet(7, 1)
DAY = "/2021/day/21"


class Player:
    """Somebody who is logged in, with a project."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site = site
        self.alice = site.account("alice")
        self.alice.give(2021, 21, MINE)
        self.project = make_project(folder / "project", (2021, 21))
        self.cache = cache_of(self.project)
        self.code = 0
        self.said = ""
        assert self.alice.token
        self.cache.mkdir()
        (self.cache / "token").write_text(self.alice.token)
        (self.cache / "token2id.json").write_text(json.dumps({self.alice.token: self.alice.id}))

    def run(self, *args: str, stdin: str | None = None, env: dict[str, str] | None = None) -> str:
        """Run the program; returns stdout, keeps stderr and the exit code."""
        done = aoc(self.site, self.project, *args, stdin=stdin, env=env)
        self.code, self.said = done.returncode, done.stderr
        return done.stdout

    @property
    def asked(self) -> list[str]:
        """The requests since the last look."""
        requests = [str(request) for request in self.site.requests]
        self.site.journal.clear()
        return requests

    def kept(self, account: Account | None = None) -> set[str]:
        """Name the files that are kept of an account."""
        folder = self.cache / (account or self.alice).id
        return {path.name for path in folder.glob("*")}


@pytest.fixture
def player(site: Site, tmp_path: Path) -> Player:
    return Player(site, tmp_path)


def on_terminal(player: Player, *args: str, env: dict[str, str] | None = None) -> str:
    """Run the program on a terminal of its own; returns all that it shows."""
    shown = {"TERM": "xterm", "COLUMNS": "100"} | (env or {})
    environment = player.site.environment(player.cache) | shown
    ended = Terminal(command(args), player.project, environment).end()
    player.code = ended.code
    return ended.raw


def test_a_cold_day_is_an_input_and_a_page(player: Player) -> None:
    assert player.run("fetch", "21") == "2021/21 input and page\nFetched 1 input and 1 page.\n"
    assert player.asked == [f"GET {DAY}/input", f"GET {DAY}"]
    assert (player.cache / player.alice.id / "2021_21_input.txt").read_text() == MINE.input
    assert (player.cache / "prose" / "2021_21_prose.0.html").exists()
    player.run("run", "21")
    assert player.code == 0
    assert not player.asked


@pytest.mark.slow
@pytest.mark.parametrize("solved", [0, 1, 2])
def test_nothing_that_is_kept_is_fetched_again(player: Player, solved: int) -> None:
    player.alice.solve(2021, 21, solved)
    player.run("fetch", "21")
    answers = {f"2021_21{part}_answer.txt" for part in "ab"[:solved]}
    assert player.kept() == {"2021_21_input.txt", f"2021_21_prose.{solved}.html", *answers}
    assert len(player.asked) == 2
    assert player.run("fetch", "21") == f"Nothing left to fetch for 2021/21{AGAIN}.\n"
    assert not player.asked


def test_a_fetch_with_nothing_to_do_does_not_import_the_libraries_of_a_request(
    player: Player,
) -> None:
    imports = {"PYTHONPROFILEIMPORTTIME": "1"}
    libraries = ("aocd", "urllib3", "bs4")
    player.run("fetch", "21", env=imports)
    assert all(f" {library}\n" in player.said for library in libraries)
    player.run("fetch", "21", env=imports)
    assert not any(library in player.said for library in libraries)


@pytest.mark.slow
def test_an_update_looks_at_what_is_not_solved(player: Player) -> None:
    player.alice.solve(2021, 1)
    player.run("fetch", "1,21")
    player.alice.solve(2021, 21)
    assert player.asked
    player.run("fetch", "1,21", "--update")
    assert player.asked == [f"GET {DAY}"]
    assert (player.cache / player.alice.id / "2021_21b_answer.txt").read_text() == MINE.answer2


@pytest.mark.slow
def test_everybody_gets_their_own(player: Player) -> None:
    bob = player.site.account("bob")
    player.run("login", stdin=bob.token)
    bob.solve(2021, 21)
    out = player.run("fetch", "21", "--user", "all")
    assert "2021/21 input and page for github.alice.1001\n" in out
    assert "2021/21 input and page for github.bob.1002\n" in out
    assert "2021_21_prose.2.html" in player.kept(bob)
    assert {"2021_21_input.txt", "2021_21_prose.0.html"} == player.kept()
    player.run("fetch", "21", "--user", "alice")
    player.run("fetch", "21", "--user", "nobody")
    assert player.code == 2


@pytest.mark.slow
def test_a_dead_session_stops_only_its_own_account(player: Player) -> None:
    bob = player.site.account("bob")
    player.run("login", stdin=bob.token)
    bob.expire()
    player.site.journal.clear()
    player.run("fetch", "21", "--user", "all")
    assert player.code == 3
    assert player.said.count("has expired") == 1
    assert player.kept() == {"2021_21_input.txt", "2021_21_prose.0.html"}
    assert sorted(player.asked) == [f"GET {DAY}", *[f"GET {DAY}/input"] * 2]


def test_locked_days_are_not_asked_for(player: Player) -> None:
    env = {"AOC_NOW": str(unlock_time(2021, 2).timestamp())}
    assert "2021/02 input and page" in player.run("fetch", "2-5", env=env)
    assert player.asked == ["GET /2021/day/2/input", "GET /2021/day/2"]
    player.run("fetch", "3-5", env=env)
    assert player.code == 3
    assert player.said.startswith("aoc: 2021/03 is locked until")
    assert not player.asked


@needs_pty
def test_a_terminal_shows_what_is_being_fetched_on_a_line_that_goes(player: Player) -> None:
    shown = on_terminal(player, "fetch", "21")
    assert "\r1/1: 2021/21 page\x1b[K\r\x1b[K2021/21 input and page\r\n" in shown
    assert "Fetched 1 input and 1 page." in shown
    assert "rate-limited" not in shown


def test_a_puzzle_is_read_as_markdown(player: Player) -> None:
    out = player.run("read", "21")
    assert out.startswith("## 2021/21 Dirac Dice\n\n")
    assert "```\nPlayer 1 starting position: 4\nPlayer 2 starting position: 8\n```" in out
    assert "- Each line counts *once*." in out
    assert "`739785`" in out
    assert "Part Two" not in out
    assert "[Log" not in out
    assert "<" not in out


def test_both_parts_are_read_once_they_are_there(player: Player) -> None:
    player.run("read", "21")
    player.alice.solve(2021, 21, 1)
    (player.cache / player.alice.id / "2021_21a_answer.txt").write_text(MINE.answer1)
    out = player.run("read", "21")
    assert "## Part Two\n" in out
    assert f"Your puzzle answer was `{MINE.answer1}`." in out
    assert player.asked == [f"GET {DAY}"] * 2


@pytest.mark.slow
def test_an_unsolved_puzzle_is_looked_at_again_after_a_while(player: Player) -> None:
    player.run("read", "21")
    player.run("read", "21")
    assert player.asked == [f"GET {DAY}"]
    player.alice.solve(2021, 21, 1)
    os.utime(player.cache / player.alice.id / "2021_21_prose.0.html", (0, 0))
    assert "Part Two" in player.run("read", "21")
    assert player.asked == [f"GET {DAY}"]
    player.run("read", "21", "--update")
    assert player.asked == [f"GET {DAY}"]


@pytest.mark.slow
def test_an_old_page_is_better_than_none(player: Player) -> None:
    player.run("read", "21")
    os.utime(player.cache / player.alice.id / "2021_21_prose.0.html", (0, 0))
    player.site.fail(faults.status(), times=2)
    assert "Dirac Dice" in player.run("read", "21")
    assert player.code == 0
    assert player.said.startswith("aoc: this is the cached page; adventofcode.com answered")
    player.run("read", "20")
    assert player.code == 3


@needs_posix_shell
def test_a_puzzle_is_opened_in_the_browser(player: Player, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o755)
    url = f"https://adventofcode.com{DAY}\n"
    assert player.run("open", "21", env={"BROWSER": f"{browser} %s"}) == url
    assert (tmp_path / "opened").read_text() == url
    assert player.run("open", "21", "--print") == url
    player.run("open", "2999/1")
    assert player.code == 3
    assert "2999/01 is locked until" in player.said
    assert not player.asked
