"""The pictures of years: their form, what they show, and what their lengths mean."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from aoc.model.results import Time
from aoc.year.pictures import PICTURES, LogScale, scale_of, shares
from tests.support.years import YEARS

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {*("svg", "title", "style", "rect", "text", "path", "line")}


def texts_in(kind: str, year: str) -> set[str]:
    """Return the texts of a picture."""
    tree = ElementTree.fromstring(PICTURES[kind](YEARS[year]))
    return {(text.text or "").replace("\xa0", " ") for text in tree.iter(f"{SVG}text")}


@pytest.mark.parametrize("kind", PICTURES)
@pytest.mark.parametrize("year", YEARS)
def test_a_picture_is_small_is_described_and_loads_nothing(
    kind: str, year: str
) -> None:
    svg = PICTURES[kind](YEARS[year])
    tree = ElementTree.fromstring(svg)
    assert tree.attrib["role"] == "img"
    [title] = [child.text for child in tree if child.get("id") == "title"]
    assert title
    assert tree.attrib["aria-labelledby"] == "title"
    assert len(svg.encode()) < 40_000
    assert re.findall(r"\w+://[^\"' )]+", svg) == ["http://www.w3.org/2000/svg"]
    assert {element.tag.removeprefix(SVG) for element in tree.iter()} <= TAGS
    names = {name for element in tree.iter() for name in element.attrib}
    assert not [name for name in names if name.startswith("on") or "href" in name]
    assert not re.search(r"url\(|@import|@font-face", svg)


def test_a_day_that_is_not_solved_says_so_beside_its_bar() -> None:
    words = {
        "part 2 not solved",
        "part 2 wrong",
        "failed",
        "not run",
        "part 1 not solved",
    }
    assert words <= texts_in("times", "a begun year")


def test_a_calendar_has_the_stars_that_are_known_and_the_days_that_are_solved() -> None:
    svg = PICTURES["calendar"](YEARS["a begun year"])
    assert svg.count('<path class="star"') == 2 + 2 + 1 + 1
    assert svg.count('class="cell done"') == 2
    svg = PICTURES["calendar"](YEARS["a whole year without an account"])
    assert '<path class="star"' not in svg
    assert svg.count('class="cell done"') == 25
    assert "25 of 25 days solved" in svg


def test_each_step_of_the_scale_is_ten_times_the_one_before() -> None:
    scale = scale_of([Time(2e-5), Time(0.9), None])
    assert scale == LogScale(-5, 0)
    assert [scale.place(10.0**power) for power in range(-5, 1)] == [
        0.0,
        0.2,
        0.4,
        0.6,
        0.8,
        1.0,
    ]
    labels = [label for _, label in scale.ticks]
    assert labels == ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]


def test_a_bar_ends_at_the_sum_and_is_split_in_proportion() -> None:
    scale = LogScale(-3, 0)
    assert scale.place(0.1) == pytest.approx(2 / 3)
    starts, widths = zip(
        *shares([Time(0.025), Time(0.025), Time(0.05)], scale), strict=True
    )
    assert starts == pytest.approx((0, 1 / 6, 1 / 3))
    assert widths == pytest.approx((1 / 6, 1 / 6, 1 / 3))


def test_a_time_that_is_not_known_has_no_share() -> None:
    assert shares([None, Time(1.0), "wrong"], LogScale(-3, 0)) == [
        (0, 0),
        (0, 1),
        (1, 0),
    ]
    assert shares([None, None, None], LogScale(-3, 0)) == [(0, 0)] * 3
    assert shares([Time(0.0)] * 3, LogScale(-3, 0)) == [(0, 0)] * 3
