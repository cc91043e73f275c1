"""Checks the facts in a picture: what is written can be read, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from aoc.pictures.svg_elements import metadata_in
from aoc.pictures.year_facts import facts_from_json, json_of, plain_line
from tests.pictures.years import HOSTILE, YEARS


@pytest.mark.parametrize("year", YEARS)
def test_what_was_written_is_read(year: str) -> None:
    facts = YEARS[year]
    read = facts_from_json(json_of(facts))
    assert read.days[0].title == facts.days[0].title
    assert [day.part1 for day in read.days] == [
        pytest.approx(day.part1, rel=1e-5) if isinstance(day.part1, float) else day.part1
        for day in facts.days
    ]
    assert (read.year, read.basis, read.stars) == (facts.year, facts.basis, facts.stars)
    assert json_of(read) == json_of(facts)


@pytest.mark.parametrize("title", HOSTILE)
def test_a_title_is_one_line_of_what_xml_allows(title: str) -> None:
    line = plain_line(title)
    assert len(line) <= 40
    assert plain_line(line) == line
    assert line.isprintable()


WHOLE = json.loads(json_of(YEARS["a whole year"]))
BROKEN: dict[str, dict[str, Any]] = {
    "a year that is a text": {"year": "2021"},
    "a year before the first": {"year": 2014},
    "a basis of one": {"basis": [7]},
    "a basis with a line end": {"basis": [7, "a\nb"]},
    "three stars": {"stars": {"1": 3}},
    "stars of a day that is none": {"stars": {"26": 1}},
    "stars that are a list": {"stars": [1]},
    "days in another order": {"days": [[2, "", 1, 1, 1], [1, "", 1, 1, 1]]},
    "a day twice": {"days": [[1, "", 1, 1, 1], [1, "", 1, 1, 1]]},
    "a time that is none": {"days": [[1, "", 1, [], 1]]},
    "a time that is not a number": {"days": [[1, "", 1, float("nan"), 1]]},
    "a time below zero": {"days": [[1, "", -1, 1, 1]]},
    "an endless time": {"days": [[1, "", 1, float("inf"), 1]]},
    "a title of two lines": {"days": [[1, "a\nb", 1, 1, 1]]},
    "a title that is too long": {"days": [[1, "a" * 41, 1, 1, 1]]},
    "a word that is a page": {"days": [[1, "", 1, "a" * 1000, 1]]},
    "a day of four": {"days": [[1, "", 1, 1]]},
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_broken_is_not_taken(what: str) -> None:
    facts_from_json(json.dumps(WHOLE))
    with pytest.raises(ValueError, match=r"."):
        facts_from_json(json.dumps(WHOLE | BROKEN[what]))


@pytest.mark.parametrize("text", ["", "[]", "null", "{}", "[" * 100_000, "7" * 10_000, "\0"])
def test_what_is_not_an_object_of_facts_is_not_taken(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        facts_from_json(text)


def test_a_picture_of_somebody_else_has_no_facts() -> None:
    with pytest.raises(ValueError, match="no metadata"):
        metadata_in("<svg/>")
