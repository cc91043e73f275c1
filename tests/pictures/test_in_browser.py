"""Checks in Chromium how wide texts really are, and which picture a page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from aoc.pictures.calendar_picture import calendar_picture
from aoc.pictures.svg_elements import text_width
from aoc.pictures.themes import PALETTES, Palette
from aoc.pictures.times_picture import times_picture
from aoc.pictures.year_facts import Basis, YearFacts, plain_line
from tests.browser import needs_browser, started
from tests.pictures.drawing import Box
from tests.pictures.years import HOSTILE, YEARS, solved

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

pytestmark = needs_browser

HOSTILE_YEAR = YearFacts(
    2021,
    Basis(7, "own"),
    None,
    [solved(day, plain_line(title)) for day, title in enumerate(HOSTILE, 1)],
)
ALL = YEARS | {"a year of hostile titles": HOSTILE_YEAR}
FONTS = ("DejaVu Sans", "Liberation Sans", "Arial", "Noto Sans")
MEASURE = """() => [...document.querySelectorAll('text')].map(text => {
    const at = text.getBoundingClientRect()
    const room = text.parentElement
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(
        name => +room.getAttribute(name)
    )
    return [
        at.left, Math.max(at.top, y), Math.min(at.right, x + width),
        Math.min(at.bottom, y + height), text.textContent,
    ]
})"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page of a browser."""
    with started() as browser:
        yield browser.new_page(viewport={"width": 900, "height": 1200})


def texts_shown(page: Page, picture: str) -> list[Box]:
    """Return the places of the texts of a picture, as the browser draws them."""
    page.set_content(f"<body style='margin:0'>{picture}")
    return [Box(*found) for found in page.evaluate(MEASURE)]


@pytest.mark.parametrize("year", ALL)
@pytest.mark.parametrize("draw", [calendar_picture, times_picture])
def test_no_text_overlaps_another_or_the_border(
    page: Page, year: str, draw: Callable[[YearFacts, Palette], str]
) -> None:
    texts = texts_shown(page, draw(ALL[year], PALETTES["light"]))
    width, height = page.evaluate(
        "() => ['width', 'height'].map(name => +document.querySelector('svg').getAttribute(name))"
    )
    assert all(text.is_in(Box(8, 8, width - 8, height - 4)) for text in texts), texts
    low = [text._replace(top=text.top + 3, bottom=text.bottom - 3) for text in texts]
    assert [pair for pair in combinations(low, 2) if pair[0].overlaps(pair[1])] == []


@pytest.mark.parametrize("font", FONTS)
def test_no_text_is_wider_than_is_reckoned_with(page: Page, font: str) -> None:
    words = [
        *(plain_line(title) for title in HOSTILE if title.isascii()),
        *("part 2 not solved", "The Treachery of Whales", "123.45 µs", "Advent of Code 2021"),
        *("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "äöüßéñ"),
    ]
    for text in words:
        width = page.evaluate(
            "([text, font]) => { const c = document.createElement('canvas').getContext('2d');"
            "c.font = `100px '${font}'`; return c.measureText(text).width }",
            [text, font],
        )
        assert width <= text_width(text, 100), text


@pytest.mark.parametrize("theme", PALETTES)
def test_a_page_shows_the_picture_for_the_colors_of_the_reader(
    page: Page, tmp_path: Path, theme: str
) -> None:
    for name, palette in PALETTES.items():
        picture = calendar_picture(YEARS["a whole year"], palette)
        (tmp_path / f"calendar-{name}.svg").write_text(picture, encoding="utf-8")
    html = (
        '<picture><source media="(prefers-color-scheme: dark)" srcset="calendar-dark.svg">'
        '<img alt="x" src="calendar-light.svg"></picture>'
    )
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.goto((tmp_path / "page.html").as_uri())
    shown = page.evaluate("() => document.querySelector('img').currentSrc")
    assert shown.endswith(f"calendar-{theme}.svg")
    assert page.evaluate("() => document.querySelector('img').naturalWidth") == 760
