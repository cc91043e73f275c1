"""The pictures of years: their form, what they show, and what their lengths mean."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from aoc.model.results import Time
from aoc.year.pictures import PICTURES, place_on_scale, shares
from tests.support.years import YEARS

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "style", "rect", "text", "path", "line"}


@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_is_small_is_described_and_loads_nothing(kind: str) -> None:
    for year in YEARS.values():
        svg = PICTURES[kind](year)
        tree = ElementTree.fromstring(svg)
        assert (tree.attrib["role"], tree.attrib["aria-labelledby"]) == ("img", "title")
        [title] = [child.text for child in tree if child.get("id") == "title"]
        assert title
        assert len(svg.encode()) < 40_000
        assert re.findall(r"\w+://[^\"' )]+", svg) == ["http://www.w3.org/2000/svg"]
        assert {element.tag.removeprefix(SVG) for element in tree.iter()} <= TAGS
        names = {name for element in tree.iter() for name in element.attrib}
        assert not [name for name in names if name.startswith("on") or "href" in name]
        assert not re.search(r"url\(|@import|@font-face", svg)


def test_a_calendar_has_the_stars_that_are_known_and_the_days_that_are_solved() -> None:
    svg = PICTURES["calendar"](YEARS["a begun year"])
    assert svg.count('<path class="star"') == 2 + 2 + 1 + 1
    assert svg.count('class="cell done"') == 2
    svg = PICTURES["calendar"](YEARS["without an account"])
    assert '<path class="star"' not in svg
    assert svg.count('class="cell done"') == 25
    assert "25 of 25 days solved" in svg


def test_each_step_of_the_scale_is_ten_times_the_one_before() -> None:
    places = [place_on_scale(10.0**power) for power in range(-7, 4)]
    assert places == pytest.approx([0, 0, *(n / 8 for n in range(1, 9)), 1])


def test_a_bar_ends_at_the_sum_and_is_split_in_proportion() -> None:
    starts, widths = zip(*shares([Time(0.025), Time(0.025), Time(0.05)]), strict=True)
    assert starts == pytest.approx((0, 5 / 32, 5 / 16))
    assert widths == pytest.approx((5 / 32, 5 / 32, 5 / 16))


def test_a_time_that_is_not_known_has_no_share() -> None:
    assert shares([None, Time(100.0), "wrong"]) == [(0, 0), (0, 1), (1, 0)]
    assert shares([None, None, None]) == [(0, 0)] * 3
    assert shares([Time(0.0)] * 3) == [(0, 0)] * 3
