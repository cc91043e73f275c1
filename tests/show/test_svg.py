"""Shows as SVG files: what is in them, and when it becomes visible."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from aoc.show.svg import svg_of
from tests.show.shows import show_of

numpy = pytest.importorskip("numpy")
SVG = "{http://www.w3.org/2000/svg}"


def groups_of(svg: str) -> list[Any]:
    """Return the groups of an SVG file, in the order in which they become visible."""
    root = ElementTree.fromstring(svg)
    assert not root.findall(f".//{SVG}script")
    return root.findall(f"{SVG}g")


def test_a_moving_svg_file_becomes_visible_group_by_group_and_begins_again() -> None:
    svg = svg_of(show_of("#", "##", "##", "###", fps=4), "a title")
    first, *others = groups_of(svg)
    assert first.attrib == {}
    assert [group.attrib["class"] for group in others] == ["f", "f"]
    shares = re.findall(r"@keyframes (k\d+)\{0%\{visibility:hidden\}(.*?)%\{visibility:v", svg)
    assert shares == [("k1", "25"), ("k3", "75")], "what does not change is not drawn again"
    assert "animation:1.000s step-end infinite" in svg
    assert "@media (prefers-reduced-motion: reduce){.f{animation:none;visibility:visible}}" in svg


def test_a_group_has_only_the_lines_that_have_changed() -> None:
    same = [f"line {number}" for number in range(50)]
    *_, group = groups_of(svg_of(show_of((same, "one"), ([*same[:-1], "new"], "one")), ""))
    assert [text.text for text in group.iter(f"{SVG}text")] == ["new"]
    assert len([*group.iter(f"{SVG}rect")]) == 1


def test_the_texts_of_a_still_stand_in_their_columns() -> None:
    svg = svg_of(show_of("#"), "")
    [text] = (text for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))
    width = float(text.attrib["textLength"])
    svg = svg_of(show_of(["  ab漢字c", "d"]), "")
    first, second = ElementTree.fromstring(svg).iter(f"{SVG}text")
    assert (first.text, second.text) == ("ab漢字c", "d")
    assert float(first.attrib["x"]) - float(second.attrib["x"]) == 2 * width
    assert float(first.attrib["textLength"]) == 7 * width
