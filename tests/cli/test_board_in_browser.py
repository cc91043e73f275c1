"""The page of a board in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from aoc.site.stars import Board, board_from_json
from aoc.year.board_page import board_html
from tests.emulator import unlock_time
from tests.support.browser import assert_no_barrier, needs_browser, opened, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser

WIDE = {"width": 1200, "height": 900}
PHONE = {"width": 360, "height": 740}
NAMES = ["alice", "<b>bob</b>", None, "x" * 100, *(f"elf {n}" for n in range(21))]
OVERLAPS = """texts => texts.map(text => text.getBoundingClientRect().top)
    .sort((a, b) => a - b).filter((top, at, all) => at && top - all[at - 1] < 8).length"""
# What is wider than the window, but for what scrolls by itself.
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def make_board() -> Board:
    """Return a board of 25 members; the later ones have fewer stars, and the last one none."""
    members = {}
    for number, name in enumerate(NAMES):
        days: dict[str, Any] = {}
        for day in range(1, 25 - number + 1):
            unlock = int(unlock_time(2021, day).timestamp())
            parts = {}
            for part in range(1, 2 + (day + number) % 2 + 1):
                at = unlock + 60 * part * (number + day)
                parts[str(part)] = {"get_star_ts": at, "star_index": at}
            days[str(day)] = parts
        days = {} if number == len(NAMES) - 1 else days
        members[str(1001 + number)] = {
            "name": name,
            "local_score": 100 - number,
            "stars": sum(map(len, days.values())),
            "last_star_ts": 0,
            "completion_day_level": days,
        }
    return board_from_json({"owner_id": 1001, "members": members}, 2021)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started() as browser:
        yield browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page as a file."""
    path: Path = tmp_path_factory.mktemp("board") / "board.html"
    path.write_text(board_html(make_board(), "1002"), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(
    browser: Browser, address: str, scheme: Any, size: dict[str, int]
) -> None:
    with opened(
        browser, address, color_scheme=scheme, viewport=size, bypass_csp=True
    ) as page:
        assert_no_barrier(page, passes=30)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_it_fits_and_no_name_lies_over_another(
    browser: Browser, address: str, size: dict[str, int]
) -> None:
    with opened(browser, address, viewport=size) as page:
        assert page.evaluate(TOO_WIDE) == 0
        assert page.locator(".lines text").evaluate_all(OVERLAPS) == 0
        mine = page.locator(".lines .mine text").text_content() or ""
        assert mine.endswith("<b>bob</b>")


def test_members_are_sorted_by_keyboard_and_lines_light_up(
    browser: Browser, address: str
) -> None:
    with opened(browser, address, viewport=WIDE) as page:
        first = page.locator(".times tbody tr").first
        assert first.inner_text().split()[1] == "alice"
        page.get_by_role("button", name="Member", exact=True).press("Enter")
        assert "anonymous" in first.inner_text()
        line = page.locator(".member").nth(3)
        line.focus()
        other = page.locator(".member").nth(5)
        assert other.evaluate("one => getComputedStyle(one).opacity") == "0.3"
        assert line.evaluate("one => getComputedStyle(one).opacity") == "1"
