"""Shows as HTML pages and as recordings of a terminal: what is in them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from aoc.animation.cast import cast_of
from aoc.animation.html import frames_of, html_of
from aoc.animation.svg import svg_of
from tests.animation.shows import HOSTILE, film, scenes

pytest.importorskip("numpy")


def html_data(page: str) -> list[dict[str, Any]]:
    """Return the frames that the script of a page has."""
    found = re.search(r"const frames = (\[.*\]);\n", page)
    assert found
    data: list[dict[str, Any]] = json.loads(found[1])
    return data


def test_no_text_of_a_day_ends_the_script_or_the_markup_of_a_page() -> None:
    page = html_of(scenes((HOSTILE, HOSTILE), "@@TITLE@@"), HOSTILE, 0)
    assert page.count("</script>") == 1
    assert page.count("<b>") == 0
    first, second = html_data(page)
    assert first["l"][0][1].startswith("<b>&\"'</script>]]>-->")
    assert second["l"][0][1] == "@@TITLE@@"


def test_a_page_and_an_svg_file_ask_for_nothing_from_elsewhere() -> None:
    for text in (html_of(film(), "a", 0), svg_of(film(), "a", 0)):
        places = set(re.findall(r"""(?:href|src|url)\s*[=(]\s*["']?([^"')\s]{1,20})""", text))
        assert all(place.startswith(("data:", '"data:')) for place in places), places
        assert {*re.findall(r"https?://[^\"' <]+", text)} <= {"http://www.w3.org/2000/svg"}
        assert "@import" not in text


def test_the_frames_of_a_page_are_changes_to_the_frame_before() -> None:
    lines: list[str] = []
    for scene, frame in zip(film(), frames_of(film()), strict=True):
        assert frame["t"] == 100
        if not scene.is_text:
            assert (frame["w"], frame["h"]) == scene.frame[1:3]
            continue
        if "n" in frame:
            lines = []
        lines += [""] * (frame["h"] - len(lines))
        for number, line in frame["l"]:
            if number < len(lines):
                lines[number] = line
        lines = lines[: frame["h"]]
        assert lines == scene.frame.lines


def test_a_recording_has_a_header_and_events_in_order() -> None:
    header, *events = map(json.loads, cast_of(film(), "a title").splitlines())
    assert header == {"version": 2, "width": 100, "height": 10, "title": "a title"} | {
        "generator": "Written by aoc-days",
        "width": header["width"],
    }
    times = [event[0] for event in events]
    assert times == sorted(times)
    assert times[-1] == pytest.approx(len(film()) / 10)
    assert all(kind == "o" for _, kind, _ in events)
    assert events[-1][2] == "\x1b[?25h"


def test_a_recording_writes_only_the_lines_that_have_changed() -> None:
    first, second, third, _ = map(
        json.loads, cast_of(scenes(["a", "b"], ["a", "c"], ["a", "c"]), "").splitlines()[:4]
    )
    assert first["height"] == 10
    assert second[2].count("\x1b[K") == 2
    assert third[2] == "\x1b[2;1H\x1b[Kc"
