"""Checks the pictures of years: their form, that nothing leaves its place, and what can be read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

import pytest

from aoc.pictures.calendar_picture import calendar_alt, calendar_picture
from aoc.pictures.svg_elements import metadata_in
from aoc.pictures.themes import PALETTES, Palette
from aoc.pictures.times_picture import times_alt, times_picture
from aoc.pictures.year_facts import Basis, YearFacts, facts_from_json, json_of, plain_line
from tests.pictures.drawing import SVG, Box, boxes_in, texts_in, tree_of
from tests.pictures.years import HOSTILE, WHOLE, YEARS, solved

Draw = Callable[[YearFacts, Palette], str]
DRAW: dict[str, Draw] = {"calendar": calendar_picture, "times": times_picture}
LIGHT, DARK = PALETTES["light"], PALETTES["dark"]
LIMIT = 30_000
"""Bytes of a picture."""

every_year = pytest.mark.parametrize("year", YEARS)
both_kinds = pytest.mark.parametrize("kind", DRAW)


def hostile_year(title: str) -> YearFacts:
    """Return a year in which each day has a title."""
    days = [solved(day, plain_line(title)) for day in range(1, 26)]
    return YearFacts(2021, Basis(7, "own"), dict.fromkeys(range(1, 26), 2), days)


def page_of(picture: str) -> Box:
    """Return the box of the whole picture."""
    left, top, width, height = map(float, tree_of(picture).attrib["viewBox"].split())
    return Box(left, top, left + width, top + height)


@both_kinds
@every_year
def test_a_picture_has_a_title_and_a_description_and_is_an_image(kind: str, year: str) -> None:
    tree = tree_of(DRAW[kind](YEARS[year], LIGHT))
    assert tree.tag == f"{SVG}svg"
    assert tree.attrib["role"] == "img"
    ids = {child.get("id"): child.text for child in tree}
    assert tree.attrib["aria-labelledby"].split() == ["title", "desc"]
    assert ids["title"]
    assert ids["desc"]


@both_kinds
@every_year
def test_nothing_is_drawn_outside_of_a_picture(kind: str, year: str) -> None:
    picture = DRAW[kind](YEARS[year], LIGHT)
    page = page_of(picture)
    outside = [box for box in [*boxes_in(picture), *texts_in(picture)] if not box.is_in(page)]
    assert outside == []


@both_kinds
@every_year
def test_no_text_is_drawn_over_another(kind: str, year: str) -> None:
    texts = texts_in(DRAW[kind](YEARS[year], LIGHT))
    assert len(texts) > 5
    assert [pair for pair in combinations(texts, 2) if pair[0].overlaps(pair[1])] == []


@every_year
def test_what_is_in_the_cell_of_a_day_stays_in_it(year: str) -> None:
    picture = calendar_picture(YEARS[year], LIGHT)
    cells = [box for box in boxes_in(picture) if box.right - box.left == 95]
    assert len(cells) in (12, 25)
    for box in [*boxes_in(picture), *texts_in(picture)]:
        touched = [cell for cell in cells if cell.overlaps(box) and cell != box]
        if box.right - box.left < 300:
            assert len(touched) < 2, box
            assert all(box.is_in(cell) for cell in touched), box


@every_year
def test_no_text_is_drawn_over_a_bar(year: str) -> None:
    picture = times_picture(YEARS[year], LIGHT)
    colors = {LIGHT.parse, LIGHT.part1, LIGHT.part2}
    bars = [box for box in boxes_in(picture) if box.text in colors]
    texts = texts_in(picture)
    assert [(bar, text) for bar in bars for text in texts if bar.overlaps(text)] == []


@both_kinds
@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_title_is_text_and_stays_in_its_place(kind: str, title: str) -> None:
    picture = DRAW[kind](hostile_year(title), LIGHT)
    tags = {element.tag.removeprefix(SVG) for element in tree_of(picture).iter()}
    known = {"svg", "title", "desc", "metadata", "style", "rect", "text", "path", "polygon"}
    assert tags <= known
    texts = texts_in(picture)
    assert [pair for pair in combinations(texts, 2) if pair[0].overlaps(pair[1])] == []
    assert len(picture.encode()) < LIMIT


def test_a_title_without_room_ends_in_dots() -> None:
    facts = YEARS["one day"]
    long = facts._replace(days=[facts.days[0]._replace(title="W" * 40)])
    [title] = [text for text in texts_in(times_picture(long, LIGHT)) if "WW" in text.text]
    assert title.text == f"{'W' * (len(title.text) - 1)}…"
    assert 10 < len(title.text) < 20


@both_kinds
@every_year
def test_a_picture_is_small_and_loads_nothing(kind: str, year: str) -> None:
    picture = DRAW[kind](YEARS[year], DARK)
    assert len(picture.encode()) < LIMIT
    assert re.findall(r"\w+://[^\"' )]+", picture) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|@import|@font-face|<script|<image|href|\son\w+=", picture)


@both_kinds
@every_year
def test_a_picture_can_be_drawn_again_from_what_it_says(kind: str, year: str) -> None:
    for palette in PALETTES.values():
        first = DRAW[kind](facts_from_json(json_of(YEARS[year])), palette)
        assert DRAW[kind](facts_from_json(metadata_in(first)), palette) == first


@both_kinds
def test_light_and_dark_differ_in_colors_alone(kind: str) -> None:
    light, dark = (
        re.sub("#[0-9a-f]{6}", "-", DRAW[kind](WHOLE, palette)) for palette in (LIGHT, DARK)
    )
    assert light == dark


@both_kinds
@every_year
def test_a_picture_has_only_the_colors_of_its_palette(kind: str, year: str) -> None:
    for palette in PALETTES.values():
        assert {*re.findall("#[0-9a-f]+", DRAW[kind](YEARS[year], palette))} <= {*palette}


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_texts_and_shapes_stand_out(palette: Palette) -> None:
    for ground in (palette.page, palette.cell, palette.done):
        assert contrast(palette.text, ground) >= 7
        assert contrast(palette.dim, ground) >= 4.5
        assert contrast(palette.accent, ground) >= 4
    for color in (palette.parse, palette.part1, palette.part2):
        assert contrast(color, palette.page) >= 3


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21, as WCAG 2 defines it."""
    lighter, darker = sorted(map(luminance, (one, other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color: str) -> float:
    """Return the relative luminance of a color, from 0 to 1."""
    shares = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return sum(map(math.prod, zip((0.2126, 0.7152, 0.0722), linear, strict=True)))


def bars_of(facts: YearFacts) -> Iterator[list[Box]]:
    """Yield the pieces of the bar of each day, from the left."""
    colors = (LIGHT.parse, LIGHT.part1, LIGHT.part2)
    picture = times_picture(facts, LIGHT)
    found = [box for box in boxes_in(picture) if box.text in colors and box.left >= 280]
    pieces = [box for box in found if box.top > 80]
    for top in sorted({box.top for box in pieces}):
        yield [box for box in pieces if box.top == top]


def test_a_bar_ends_at_the_total_on_the_log_scale_and_is_divided_as_the_total() -> None:
    bars = [*bars_of(WHOLE)]
    assert len(bars) == 25
    picture = times_picture(WHOLE, LIGHT)
    lines = [box.left for box in boxes_in(picture) if box.left == box.right and not box.text]
    labels = [text.text for text in texts_in(picture) if re.fullmatch("10* [mµn]?s", text.text)]
    assert labels[:2] == ["10 µs", "100 µs"]
    for day, pieces in zip(WHOLE.days, bars, strict=True):
        assert day.total is not None
        powers = math.log10(day.total) - -5
        end = lines[0] + powers * (lines[1] - lines[0])
        assert pieces[0].left == lines[0]
        assert pieces[-1].right == pytest.approx(end, abs=0.3)
        shares = [(piece.right - piece.left) / (end - lines[0]) for piece in pieces]
        assert shares == pytest.approx([time / day.total for time in day.times], abs=0.01)


@every_year
def test_the_lines_of_the_scale_are_evenly_spaced(year: str) -> None:
    picture = times_picture(YEARS[year], LIGHT)
    lines = [box.left for box in boxes_in(picture) if box.left == box.right and not box.text]
    steps = [after - before for before, after in pairwise(lines)]
    assert len(steps) >= 2
    assert steps == pytest.approx([steps[0]] * len(steps), abs=0.15)


def test_a_time_longer_than_another_has_a_longer_bar() -> None:
    ends = [pieces[-1].right for pieces in bars_of(WHOLE)]
    totals = [day.total or 0 for day in WHOLE.days]
    assert sorted(range(25), key=ends.__getitem__) == sorted(range(25), key=totals.__getitem__)


def test_a_day_that_is_not_solved_says_so_beside_its_bar() -> None:
    texts = {text.text for text in texts_in(times_picture(YEARS["a begun year"], LIGHT))}
    assert {"part 2 not solved", "part 2 wrong", "failed", "not run", "part 1 not solved"} <= texts


def test_a_calendar_has_the_stars_of_an_account() -> None:
    picture = calendar_picture(YEARS["a begun year"], LIGHT)
    stars = [element for element in tree_of(picture) if element.tag == f"{SVG}polygon"]
    assert sum(star.attrib["fill"] == LIGHT.accent for star in stars) == 6
    assert "6 of 50 stars" in {text.text for text in texts_in(picture)}


def test_without_an_account_a_calendar_has_a_dot_for_each_solved_part() -> None:
    picture = calendar_picture(YEARS["a whole year without an account"], LIGHT)
    tree = tree_of(picture)
    dots = [element for element in tree if element.tag == f"{SVG}circle"]
    assert len(dots) == 49 + 2
    assert not [element for element in tree if element.tag == f"{SVG}polygon"]
    assert "25 of 25 days solved" in {text.text for text in texts_in(picture)}


def test_the_first_of_december_is_below_its_weekday() -> None:
    texts = texts_in(calendar_picture(WHOLE, LIGHT))
    [first] = [text for text in texts if text.text == "1"]
    [wednesday] = [text for text in texts if text.text == "Wed"]
    assert first.left < wednesday.left < first.left + 60


def test_the_texts_in_place_of_pictures_say_what_they_show() -> None:
    facts = YEARS["a begun year"]
    assert calendar_alt(facts) == (
        "Calendar of Advent of Code 2024: 6 of 50 stars; 3 days in 100 s"
    )
    assert times_alt(facts) == (
        "Times of Advent of Code 2024 on a log scale: 3 days in 100 s, from 1.10 ms (day 3) to "
        "100 s (day 4)"
    )
    assert times_alt(YEARS["no time"]).endswith(": no times yet")


def test_the_description_names_each_day_with_its_stars_and_times() -> None:
    tree = tree_of(calendar_picture(YEARS["a begun year"], LIGHT))
    [description] = [child.text or "" for child in tree if child.get("id") == "desc"]
    assert description.startswith("Day 1, 2 stars. Day 2, 2 stars. Day 3: Half, 1 star, parse 100")
    assert "part 2 not solved." in description
