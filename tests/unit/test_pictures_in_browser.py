"""The pictures of a README in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from aoc.year.pictures import PICTURES
from tests.support.browser import needs_browser, started
from tests.support.years import WHOLE, YEARS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser

# The box of each text, cut off where its own room ends.
MEASURE = """() => [...document.querySelectorAll('text')].map(text => {
    const at = text.getBoundingClientRect()
    const room = text.parentElement
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map(n => +room.getAttribute(n))
    const clips = getComputedStyle(room).overflow == 'hidden' && y
    return [
        at.left, (clips ? Math.max(at.top, y) : at.top) + 3,
        clips ? Math.min(at.right, x + width) : at.right,
        (clips ? Math.min(at.bottom, y + height) : at.bottom) - 3, text.textContent,
    ]
})"""
Box = tuple[float, float, float, float, str]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started() as browser:
        yield browser


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have more than a pixel in common."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


@pytest.mark.parametrize("kind", PICTURES)
def test_no_text_of_a_picture_overlaps_another_or_the_border(browser: Browser, kind: str) -> None:
    page = browser.new_page(viewport={"width": 900, "height": 1200})
    for year in YEARS.values():
        page.set_content(f"<body style='margin:0'>{PICTURES[kind](year)}")
        texts: list[Box] = page.evaluate(MEASURE)
        box = page.locator("svg").first.bounding_box()
        assert box is not None
        assert len(texts) > 5
        for left, top, right, bottom, text in texts:
            assert 4 <= left <= right <= box["width"] - 4, text
            assert 4 <= top <= bottom <= box["height"] - 2, text
        assert [pair for pair in combinations(texts, 2) if overlap(*pair)] == []
    page.close()


def test_a_picture_has_the_colors_of_the_reader(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(PICTURES["calendar"](WHOLE))
    fill = "getComputedStyle(document.querySelector('.page')).fill"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(fill) == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(fill) == "rgb(32, 35, 41)"
    page.close()
