"""The pages and SVG files of shows in Chromium: what is seen, and that nothing is asked for."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from aoc.animation.html import html_of
from aoc.animation.palette import DARK, LIGHT, Colour
from aoc.animation.scenes import Scene, pixels_of
from aoc.animation.svg import svg_of
from aoc.frames import plain
from tests.animation.shows import HOSTILE, film, scenes
from tests.browser import needs_browser, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser
numpy = pytest.importorskip("numpy")
Open = Callable[..., "Page"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser."""
    with started() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open a file in the browser; at the end, it has asked for nothing and reported no error.

    If it is paused, its time passes by the `clock` of the page alone.
    """
    said: list[str] = []
    contexts = []

    def open_file(
        name: str, text: str, width: int = 800, is_paused: bool = False, **options: Any
    ) -> Page:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        context = browser.new_context(viewport={"width": width, "height": 700}, **options)
        contexts.append(context)
        page = context.new_page()
        if is_paused:
            page.clock.install(time=0)
            page.clock.pause_at(1)
        page.on(
            "console", lambda message: said.append(message.text) if is_news(message.text) else None
        )
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on(
            "request",
            lambda request: (
                said.append(request.url) if not request.url.startswith(("file:", "data:")) else None
            ),
        )
        page.goto(path.as_uri())
        if name.endswith(".html"):
            page.wait_for_selector("body[data-ready]")
        return page

    yield open_file
    for context in contexts:
        context.close()
    assert said == []


def is_news(text: str) -> bool:
    """Return whether a message is about the page, and not about how these tests look at it."""
    return "willReadFrequently" not in text


def where(page: Page) -> str:
    """Return which frame is shown."""
    return page.inner_text("#where")


def wait_until(page: Page, name: str, text: str) -> None:
    """Wait until an element has a text."""
    page.wait_for_selector(f"#{name}:text-is('{text}')", timeout=20_000)


CALM = {"reduced_motion": "reduce"}
SLOW = scenes(*(([f"line {n}", "same"], f"caption {n}") for n in range(1, 10)), fps=0.5)


def test_a_page_plays_and_ends_at_the_last_frame(open_page: Open) -> None:
    page = open_page("a.html", html_of(scenes(*"abc", fps=10), "a title", 0))
    wait_until(page, "where", "3/3")
    wait_until(page, "play", "Play")
    assert page.inner_text("#text") == "c"
    page.click("#play")
    wait_until(page, "where", "1/3")


def test_a_page_does_not_start_by_itself_where_motion_is_not_wanted(open_page: Open) -> None:
    show = html_of(scenes(*"abc", fps=30), "a title", 1)
    page = open_page("a.html", show, is_paused=True, **CALM)
    page.clock.run_for(10_000)
    assert (where(page), page.inner_text("#text"), page.inner_text("#play")) == ("2/3", "b", "Play")


def test_keys_and_buttons_play_pause_and_step(open_page: Open) -> None:
    show = [scene._replace(seconds=0.05) for scene in SLOW]
    page = open_page("a.html", html_of(show, "a title", 0), **CALM)

    def press(key: str, expected: str) -> None:
        page.keyboard.press(key)
        wait_until(page, "where", f"{expected}/9")

    press("ArrowRight", "2")
    press("ArrowRight", "3")
    press("ArrowLeft", "2")
    press("End", "9")
    assert page.inner_text("#text") == "line 9\nsame"
    press("Home", "1")
    press(" ", "9")
    page.click("#back")
    wait_until(page, "where", "8/9")
    assert page.inner_text("#caption") == "caption 8"
    page.fill("#place", "4")
    wait_until(page, "where", "4/9")
    assert page.inner_text("#text") == "line 4\nsame"


def test_a_key_that_is_held_down_steps_no_faster_than_the_show(open_page: Open) -> None:
    page = open_page("a.html", html_of(SLOW, "a title", 0), is_paused=True, **CALM)

    def hold(milliseconds: int) -> str:
        for _ in range(30):
            page.keyboard.press("ArrowRight")
        page.clock.run_for(milliseconds)
        return where(page)

    assert [hold(1900), hold(200), hold(1800), hold(100)] == ["1/9", "2/9", "2/9", "3/9"]


def test_everything_can_be_reached_by_the_tabulator(open_page: Open) -> None:
    page = open_page("a.html", html_of(SLOW, "a title", 0), **CALM)
    reached = []
    for _ in range(5):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    assert reached == ["stage", "back", "play", "on", "place"]
    page.focus("#play")
    page.keyboard.press(" ")
    assert page.inner_text("#play") == "Pause", "the key counts once"


def pixels_in(page: Page) -> list[Any]:
    """Return the pixels that the canvas of a page shows."""
    shown: list[Any] = page.evaluate(
        "() => { const grid = document.getElementById('grid');"
        "return [...grid.getContext('2d').getImageData(0, 0, grid.width, grid.height).data] }"
    )
    return shown


def test_a_page_shows_each_frame_as_it_is_in_any_order(open_page: Open) -> None:
    show = film()
    page = open_page("a.html", html_of(show, "a title", 0), **CALM)
    for number in [*range(len(show)), 3, 0, 8, 5, 12, 2]:
        page.evaluate(f"show({number})")
        scene = show[number]
        assert page.inner_text("#caption") == scene.caption.replace("  ", " ")
        if scene.is_text:
            lines = page.evaluate("document.getElementById('text').textContent")
            assert lines == "\n".join(scene.frame.lines)
        elif scene.frame.width and scene.frame.height:
            wanted = pixels_of(scene).rgb()
            shown = pixels_in(page)
            del shown[3::4]
            assert bytes(shown) == wanted


@pytest.mark.parametrize(("scheme", "theme"), [("light", LIGHT), ("dark", DARK)])
def test_a_page_is_light_or_dark_as_the_system_is(open_page: Open, scheme: str, theme: Any) -> None:
    page = open_page("a.html", html_of(film(), "a title", 0), color_scheme=scheme, **CALM)
    shown = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert shown == f"rgb{theme.background}"


@pytest.mark.parametrize("width", [320, 360, 1200])
def test_a_page_fits_a_phone(open_page: Open, width: int) -> None:
    show = scenes(["#" * 200] * 3, numpy.eye(200), ("#", "word" * 60))
    page = open_page("a.html", html_of(show, "a title " * 9, 0), width=width, **CALM)
    for number in range(3):
        page.evaluate(f"show({number})")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_hostile_day_gets_no_markup_into_a_page(open_page: Open) -> None:
    page = open_page("a.html", html_of(scenes((HOSTILE, HOSTILE)), plain(HOSTILE), 0), **CALM)
    assert page.query_selector("b") is None
    assert page.inner_text("#text").startswith("<b>&\"'</script>")


def seen(page: Page) -> Any:
    """Return what is seen of a page."""
    from PIL import Image

    with Image.open(io.BytesIO(page.screenshot())) as picture:
        return picture.convert("RGB")


def colours_at(page: Page, show: list[Scene], number: int) -> tuple[list[Any], list[Colour]]:
    """Return the colours in the middle of each pixel of a scene, as seen and as they should be."""
    from aoc.animation.layout import layout_of

    place, pixels = layout_of(show).place(show[number]), pixels_of(show[number])
    picture = seen(page)
    cells = [(x, y) for y in range(pixels.height) for x in range(pixels.width)]
    middles = (
        (place.left + (x + 0.5) * place.cell_width, place.top + (y + 0.5) * place.cell_height)
        for x, y in cells
    )
    shown = [picture.getpixel((int(x), int(y))) for x, y in middles]
    return shown, [pixels.at(x, y) for x, y in cells]


@pytest.mark.parametrize("number", range(3, 13))
def test_an_svg_file_shows_the_still_where_nothing_moves(open_page: Open, number: int) -> None:
    pytest.importorskip("PIL")
    show = film()
    page = open_page("a.svg", svg_of(show, "a title", number), **CALM)
    if not show[number].is_text and show[number].frame.width * show[number].frame.height:
        shown, wanted = colours_at(page, show, number)
        assert shown == wanted
    still = open_page("b.svg", svg_of(show, "a title", number, moves=False), **CALM)
    assert still.evaluate("document.getElementsByTagName('text').length") >= 0


def test_an_svg_file_moves_as_time_goes_on(open_page: Open) -> None:
    pytest.importorskip("PIL")
    frames = [numpy.eye(4, dtype=bool), numpy.eye(4, dtype=bool)[::-1], numpy.ones((4, 4), bool)]
    show = scenes(*frames, fps=10)
    page = open_page("a.svg", svg_of(show, "a title", 0))
    for number in (0, 1, 2, 1, 0):
        # So the clock of the animations is set, and no test has to wait.
        page.evaluate(
            "time => document.getAnimations().forEach(one => {"
            "one.pause(); one.currentTime = time })",
            100 * number + 50,
        )
        shown, wanted = colours_at(page, show, number)
        assert shown == wanted


def test_the_text_of_an_svg_file_is_text_in_the_colours_of_the_theme(open_page: Open) -> None:
    for scheme, theme in (("light", LIGHT), ("dark", DARK)):
        svg = svg_of(scenes(("#漢 a", HOSTILE)), "a title", 0, moves=False)
        page = open_page("a.svg", svg, color_scheme=scheme)
        fill = "getComputedStyle(document.getElementsByClassName('t')[0]).fill"
        assert page.evaluate(fill) == f"rgb{theme.ink}"
        texts = page.evaluate("[...document.getElementsByTagName('text')].map(t => t.textContent)")
        assert texts[:3] == ["#", "漢", "a"]
        assert texts[3].startswith("<b>&\"'</script>")


def test_letters_fill_their_columns_whatever_the_font_is(open_page: Open) -> None:
    svg = svg_of(scenes(["#" * 40, "." * 40, "漢" * 20]), "a title", 0, moves=False)
    page = open_page("a.svg", svg)
    widths = page.evaluate(
        "[...document.getElementsByClassName('t')].map(t => t.getBoundingClientRect().width)"
    )
    assert max(widths) - min(widths) < 1
