"""The pages and SVG files of shows in Chromium: what is seen, and that nothing is asked for."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from aoc.show.exports import html_of
from aoc.show.recording import TimedFrame
from aoc.show.svg import DARK, LIGHT, svg_of
from tests.support.browser import needs_browser, opened, started
from tests.support.shows import HOSTILE, film, points_of, show_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser
numpy = pytest.importorskip("numpy")
Open = Callable[..., "Page"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open a file in the browser; at the end, it has asked for nothing and reported no error."""
    with ExitStack() as pages:

        def open_file(name: str, text: str, **options: Any) -> Page:
            path = tmp_path / name
            path.write_text(text, encoding="utf-8")
            page = pages.enter_context(opened(browser, path.as_uri(), **options))
            if name.endswith(".html"):
                page.wait_for_selector("body[data-ready]")
            return page

        yield open_file


def wait_until(page: Page, name: str, text: str) -> None:
    """Wait until an element has a text."""
    page.wait_for_selector(f"#{name}:text-is('{text}')", timeout=60_000)


def texts_of(page: Page, kind: str) -> list[str]:
    """Return the texts that are visible, or below others that are, in the order of drawing."""
    found: list[str] = page.evaluate(
        "kind => [...document.getElementsByClassName(kind)]"
        ".filter(one => getComputedStyle(one).visibility == 'visible')"
        ".map(one => one.textContent)",
        kind,
    )
    return found


CALM = {"reduced_motion": "reduce"}
SLOW = show_of(
    *(([f"line {n}", "same"], f"caption {n}") for n in range(1, 10)), fps=0.5
)


def test_a_page_plays_and_ends_at_the_last_frame(open_page: Open) -> None:
    page = open_page("a.html", html_of(show_of(*"abc", fps=10), "a title"))
    wait_until(page, "where", "3/3")
    wait_until(page, "play", "Play")
    assert texts_of(page, "t") == ["a", "b", "c"]
    page.click("#play")
    wait_until(page, "where", "1/3")


def test_where_motion_is_not_wanted_keys_and_buttons_play_pause_and_step(
    open_page: Open,
) -> None:
    show = [one._replace(seconds=0.05) for one in SLOW]
    page = open_page("a.html", html_of(show, "a title"), **CALM)
    assert (page.inner_text("#where"), page.inner_text("#play")) == ("1/9", "Play")

    def press(key: str, expected: str) -> None:
        page.keyboard.press(key)
        wait_until(page, "where", f"{expected}/9")

    press("ArrowRight", "2")
    press("ArrowRight", "3")
    press("ArrowLeft", "2")
    press("End", "9")
    assert texts_of(page, "t")[-1] == "line 9"
    press("Home", "1")
    press(" ", "9")
    page.click("#back")
    wait_until(page, "where", "8/9")
    assert texts_of(page, "c")[-1] == "caption 8"
    page.fill("#place", "4")
    wait_until(page, "where", "4/9")
    assert texts_of(page, "t")[-1] == "line 4"


def is_as_yielded(page: Page, show: list[TimedFrame], number: int) -> bool:
    """Return whether each pixel of a frame is seen in its color."""
    image = pytest.importorskip("PIL.Image")
    with image.open(io.BytesIO(page.locator("svg").screenshot())) as file:
        picture = file.convert("RGB")
    return all(
        picture.getpixel(point) == color for point, color in points_of(show, number)
    )


def test_a_page_shows_each_frame_as_it_is_in_any_order(open_page: Open) -> None:
    show = film()
    page = open_page("a.html", html_of(show, "a title"), **CALM)
    for number in [*range(len(show)), 3, 0, 8, 5, 12, 2]:
        page.evaluate(f"show({number})")
        assert show[number].is_text or is_as_yielded(page, show, number)


@pytest.mark.parametrize("number", [6, 9, 10, 12])
def test_an_svg_file_shows_its_last_frame_where_nothing_moves(
    open_page: Open, number: int
) -> None:
    show = film()[: number + 1]
    page = open_page("a.svg", svg_of(show, "a title"), **CALM)
    assert is_as_yielded(page, show, number)


def test_the_text_of_an_svg_file_is_text_in_the_colors_of_the_theme(
    open_page: Open,
) -> None:
    for scheme, theme in (("light", LIGHT), ("dark", DARK)):
        svg = svg_of(show_of(("#漢 a", HOSTILE)), "a title")
        page = open_page("a.svg", svg, color_scheme=scheme)
        fill = "getComputedStyle(document.getElementsByClassName('t')[0]).fill"
        assert page.evaluate(fill) == f"rgb{tuple(bytes.fromhex(theme['ink'][1:]))}"
        assert texts_of(page, "t") == ["#漢 a"]
        assert texts_of(page, "c")[0].startswith("<b>&\"'</script>")
