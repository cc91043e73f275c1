"""Whose stars the page shows, and what the site is asked for it."""

from __future__ import annotations

import subprocess
from datetime import timedelta
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.emulator import Account, Site, dice_sheet, faults, unlock_time
from tests.emulator.program import aoc, make_project

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("alice")]

NOON = unlock_time(2021, 25).timestamp() + 43200


@pytest.fixture
def alice(site: Site) -> Account:
    account = site.account("alice")
    account.give(2021, 21, dice_sheet(7, 1))
    account.solve(2021, 1)
    account.solve(2021, 2, 1)
    return account


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_project(tmp_path / "project", (2021, 21))


def report(site: Site, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    token = site.account("alice").token
    command = ("report", "--html", "page.html", *args)
    return aoc(site, folder, *command, token=token, env={"AOC_NOW": str(NOON)})


def page(folder: Path) -> BeautifulSoup:
    return BeautifulSoup((folder / "page.html").read_text(encoding="utf-8"), "html.parser")


def test_the_site_is_asked_as_for_the_status_and_not_again(site: Site, folder: Path) -> None:
    done = report(site, folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert page(folder).select_one(".facts dd").get_text() == "3 of 50"  # type: ignore[union-attr]
    assert "GET /2021" in [*map(str, site.requests)]
    site.journal.clear()
    assert report(site, folder).returncode == 0
    assert not site.requests


def test_the_places_are_those_on_the_board_of_the_settings(site: Site, tmp_path: Path) -> None:
    folder = make_project(tmp_path / "mine", settings="year = 2021\nboard = 1001")
    site.boards["alice"] = ["alice", "bob"]
    site.account("bob").award(2021, 1, 1, unlock_time(2021, 1) + timedelta(minutes=5))
    assert report(site, folder).returncode == 0
    first = [
        " ".join(cell.get_text().split())
        for cell in page(folder).select(".times tbody tr")[0].select('[class*="_after"]')
    ]
    assert first == ["00:10:00 #2", "00:20:00 #1"]
    assert "the place on the private board" in page(folder).get_text()


def test_if_the_site_cannot_be_asked_the_page_is_written_and_the_problem_said(
    site: Site, alice: Account, folder: Path
) -> None:
    assert report(site, folder, "--offline").returncode == 0
    assert not site.requests
    site.fail(faults.status(500), "GET", "/2021")
    done = report(site, folder)
    assert done.returncode == 3
    assert "answered 500" in done.stderr
    assert done.stderr.count("\n") == 1
    assert alice.token
    assert alice.token not in done.stderr + (folder / "page.html").read_text(encoding="utf-8")
    assert "page.html: the page of 2021" in done.stdout
