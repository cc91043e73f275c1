"""Checks the pictures of years: their form, what they show, and that nothing foreign gets out."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from aoc.year.readme import PICTURES, picture
from tests.reporting.years import YEARS

SVG = "{http://www.w3.org/2000/svg}"
every_year = pytest.mark.parametrize("year", YEARS)
both_kinds = pytest.mark.parametrize("kind", PICTURES)


def tree_of(kind: str, year: str) -> ElementTree.Element:
    """Read a picture. Raises `ElementTree.ParseError` if it is not well-formed."""
    return ElementTree.fromstring(picture(kind, YEARS[year]))


def texts_in(kind: str, year: str) -> list[str]:
    """Return the texts of a picture."""
    return [
        (text.text or "").replace("\xa0", " ") for text in tree_of(kind, year).iter(f"{SVG}text")
    ]


def pips_in(year: str, tag: str) -> list[str]:
    """Return the classes of the stars or dots of a calendar."""
    found = tree_of("calendar", year).iter(f"{SVG}{tag}")
    return [one.attrib["class"] for one in found if one.get("class", "").startswith("pip")]


@both_kinds
@every_year
def test_a_picture_is_an_image_with_a_title_and_a_description(kind: str, year: str) -> None:
    tree = tree_of(kind, year)
    assert tree.attrib["role"] == "img"
    ids = {child.get("id"): child.text for child in tree}
    assert tree.attrib["aria-labelledby"].split() == ["title", "desc"]
    assert ids["title"]
    assert ids["desc"]


@both_kinds
@every_year
def test_a_picture_is_small_and_loads_nothing(kind: str, year: str) -> None:
    svg = picture(kind, YEARS[year])
    assert len(svg.encode()) < 40_000
    assert re.findall(r"\w+://[^\"' )]+", svg) == ["http://www.w3.org/2000/svg"]
    tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(svg).iter()}
    assert tags <= {*("svg", "title", "desc", "style", "rect", "text", "path", "circle", "line")}
    names = {name for element in ElementTree.fromstring(svg).iter() for name in element.attrib}
    assert not [name for name in names if name.startswith("on") or "href" in name]
    assert not re.search(r"url\(|@import|@font-face", svg)


def test_a_day_that_is_not_solved_says_so_beside_its_bar() -> None:
    shown = {*texts_in("times", "a begun year")}
    assert {"part 2 not solved", "part 2 wrong", "failed", "not run", "part 1 not solved"} <= shown


def test_without_an_account_a_calendar_has_a_dot_for_each_solved_part() -> None:
    year = "a whole year without an account"
    assert len(pips_in(year, "circle")) == 49 + 2  # with the legend
    assert not pips_in(year, "path")
    assert "25 of 25 days solved" in texts_in("calendar", year)


def test_the_heading_says_where_the_times_are_from() -> None:
    assert "25 days in 1.40 s · best of 7 runs on made-up inputs" in texts_in(
        "times", "a whole year"
    )
    assert "3 days in 100 s · the last runs on my own inputs" in texts_in("times", "a begun year")
