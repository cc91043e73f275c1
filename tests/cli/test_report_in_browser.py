"""The page and the pictures of a report in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from aoc.year.readme import PICTURES, picture
from tests.support.browser import assert_no_barrier, needs_browser, opened, started
from tests.support.program import Project
from tests.support.rich_project import HOSTILE, SUBJECTS, make_rich_project
from tests.support.years import WHOLE, YEARS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

COLUMNS = {
    "Day": ["1", "2", "3", "4"],
    "Title": [HOSTILE, "Dive!", "Giant Squid", "Sonar Sweep"],
    "Stars": ["4", "2", "1"],
    "Parse": ["4", "1"],
    "Part 1": ["2", "4", "1"],
    "Part 2": ["1", "4"],
    "Total": ["2", "1", "4"],
    "Star 1": ["2", "1"],
    "Star 2": ["1"],
    "Attempts": ["2", "1"],
}
"""The days, or titles, that come in this order when a column is sorted, others left out."""
UNKNOWN_LAST = {
    "Title",
    "Parse",
    "Part 1",
    "Part 2",
    "Total",
    "Star 1",
    "Star 2",
    "Attempts",
}
WIDE = {"width": 1200, "height": 900}
PHONE = {"width": 360, "height": 740}
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


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return make_rich_project(tmp_path_factory.mktemp("rich"))


@pytest.fixture(scope="module")
def address(rich: Project) -> str:
    """The address of the page as a file."""
    assert rich.run("report", "--html", "page.html", "--offline").code == 0
    return (rich.root / "page.html").as_uri()


@pytest.fixture(scope="module")
def two_years(rich: Project) -> str:
    """The address of a page of two years."""
    rich.day(1, '"""Day 1: Secret Entrance."""\n', year=2025)
    done = rich.run("report", "--html", "years.html", "all", "--offline")
    (rich.root / "days" / "year2025" / "day01.py").unlink()
    assert done.code == 0
    return (rich.root / "years.html").as_uri()


def rows(page: Page) -> list[tuple[str, str]]:
    """Return the days and titles of the table of times, from top to bottom."""
    script = "rows => rows.map(row => [row.cells[0].innerText, row.cells[1].innerText])"
    found: list[list[str]] = page.locator(".times tbody tr").evaluate_all(script)
    return [(day, title) for day, title in found]


def background(page: Page) -> str:
    color: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return color


def tip(page: Page) -> str:
    """Return the text of the tooltip that is shown."""
    locator = page.locator("#tip")
    locator.wait_for(state="visible")
    return locator.inner_text()


def test_every_column_sorts_by_keyboard(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=WIDE) as page:
        assert page.locator(".times thead button").all_inner_texts() == [*COLUMNS]
        page.get_by_role(
            "button", name="Title"
        ).click()  # It is sorted by day at first.
        for column, wanted in COLUMNS.items():
            button = page.get_by_role("button", name=column, exact=True)
            header = page.locator("th", has=button)
            for key, direction in (("Enter", "ascending"), ("Space", "descending")):
                button.press(key)
                assert header.get_attribute("aria-sort") == direction
                assert page.locator("th[aria-sort$=cending]").count() == 1
                order = wanted if direction == "ascending" else wanted[::-1]
                shown = [row[column == "Title"] for row in rows(page)]
                assert [one for one in shown if one in wanted] == order
                # What has no value comes last in either direction.
                if column in UNKNOWN_LAST:
                    assert shown[0] in wanted


def test_a_mark_shows_what_moved_on_hover_and_on_focus(
    browser: Browser, address: str
) -> None:
    with opened(browser, address, viewport=WIDE) as page:
        mark = page.locator(".mark.slower")
        mark.hover()
        lines = tip(page).split("\n")
        assert lines[:2] == ["part 1: 2 times slower", "500 µs → 1.00 ms"]
        assert lines[2].endswith(SUBJECTS[2])
        assert lines[3].endswith(SUBJECTS[1])
        page.mouse.move(5, 5)
        page.locator("#tip").wait_for(state="hidden")
        page.locator(".mark.faster").focus()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.classList.contains('slower')")
        assert tip(page).split("\n") == lines
        page.keyboard.press("Escape")
        page.locator("#tip").wait_for(state="hidden")


def test_a_switch_chooses_colors_and_is_remembered(
    browser: Browser, address: str
) -> None:
    with opened(browser, address, color_scheme="light") as page:
        page.get_by_text("Dark", exact=True).click()
        assert background(page) == "rgb(23, 25, 29)"
        page.reload()
        # Another process of the browser may read what is kept a moment later.
        end = monotonic() + 5
        while background(page) != "rgb(23, 25, 29)" and monotonic() < end:
            page.reload()
        assert background(page) == "rgb(23, 25, 29)"
        assert page.get_by_role("radio", name="Dark").is_checked()
        page.get_by_role("radio", name="System").press("Space")
        assert background(page) == "rgb(246, 244, 239)"


def test_without_scripts_all_is_there(browser: Browser, two_years: str) -> None:
    with opened(browser, two_years, java_script_enabled=False) as page:
        assert page.locator("section.year:visible").count() == 2
        assert page.locator(".mark:visible").count() == 2


@pytest.mark.parametrize("width", [320, 599, 600])
def test_nothing_is_wider_than_the_window(
    browser: Browser, address: str, width: int
) -> None:
    with opened(browser, address, viewport={"width": width, "height": 740}) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == width
        parts = page.locator("main *:visible, header *:visible")
        script = f"""all => all.filter(one => {{
            const box = one.getBoundingClientRect();
            return box.width > 1 && (box.right > {width} + 1 || box.left < -1);
        }}).map(one => one.outerHTML.slice(0, 99))"""
        assert parts.evaluate_all(script) == []


def test_a_screen_reader_finds_its_way(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=WIDE) as page:
        for role, name in (
            ("main", None),
            ("region", "2021"),
            ("group", "Calendar"),
            ("table", "Times"),
            ("rowheader", "Dive!"),
            ("article", "Sonar Sweep"),
            ("group", "part 1: the last 4 commits, 2 marked, from 1.00 ms to 1.00 ms"),
            ("link", "Day 1, Sonar Sweep: 2 stars, 21.2 ms"),
        ):
            found = page.get_by_role(role, name=name)  # type: ignore[arg-type]
            if name is None:
                found = page.get_by_role(role)  # type: ignore[arg-type]
            assert found.count() >= 1, (role, name)
        marks = page.get_by_role("img", name="times faster")
        assert marks.count() == 1


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_barrier(
    browser: Browser, address: str, scheme: Any, size: dict[str, int]
) -> None:
    with opened(
        browser, address, color_scheme=scheme, viewport=size, bypass_csp=True
    ) as page:
        page.locator(".mark").first.hover()
        tip(page)
        assert_no_barrier(page, passes=40)


def test_years_can_be_chosen(browser: Browser, two_years: str) -> None:
    from playwright.sync_api import expect

    with opened(browser, two_years, f"{two_years}#d-2021-2", viewport=WIDE) as page:
        shown = page.locator("section.year:visible h2")
        expect(shown).to_have_text(["2025"])
        page.get_by_role("link", name="2021", exact=True).click()
        expect(shown).to_have_text(["2021"])
        expect(page.locator("nav a[aria-current]")).to_have_text(["2021"])
        page.get_by_role("link", name="All", exact=True).click()
        expect(shown).to_have_text(["2025", "2021"])
        page.go_back()
        expect(shown).to_have_text(["2021"])
    with opened(browser, f"{two_years}#d-2021-2", two_years, viewport=WIDE) as page:
        assert page.locator("section.year:visible h2").all_inner_texts() == ["2021"]
        assert page.locator("#d-2021-2").is_visible()


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have more than a pixel in common."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1


@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("kind", PICTURES)
def test_no_text_of_a_picture_overlaps_another_or_the_border(
    browser: Browser, year: str, kind: str
) -> None:
    page = browser.new_page(viewport={"width": 900, "height": 1200})
    page.set_content(f"<body style='margin:0'>{picture(kind, YEARS[year])}")
    texts: list[Box] = page.evaluate(MEASURE)
    box = page.locator("svg").first.bounding_box()
    assert box is not None
    assert len(texts) > 5
    assert all(left >= 4 and right <= box["width"] - 4 for left, _, right, *_ in texts)
    assert all(
        top >= 4 and bottom <= box["height"] - 2 for _, top, _, bottom, _ in texts
    )
    assert [pair for pair in combinations(texts, 2) if overlap(*pair)] == []
    page.close()


def test_a_picture_has_the_colors_of_the_reader(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(picture("calendar", WHOLE))
    fill = "getComputedStyle(document.querySelector('.page')).fill"
    page.emulate_media(color_scheme="light")
    assert page.evaluate(fill) == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(fill) == "rgb(32, 35, 41)"
    page.close()
