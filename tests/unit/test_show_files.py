"""The files of shows: what is in an SVG, an HTML and a GIF file, and that none can be broken."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import pytest

from aoc.show.exports import file_of, gif_of
from aoc.show.recording import TimedFrame
from aoc.show.svg import layout_of, svg_of
from tests.support.marks import needs_pillow
from tests.support.shows import HOSTILE, film, points_of, show_of

pytest.importorskip("numpy")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    "form", ["svg", "html", pytest.param("gif", marks=needs_pillow)]
)
@pytest.mark.parametrize(
    "show", [show_of("#"), show_of(""), show_of(("", HOSTILE)), film()]
)
def test_every_format_takes_every_frame(form: str, show: list[TimedFrame]) -> None:
    data = file_of(f"a.{form}", show, HOSTILE)
    assert len(data) > 100
    if form == "svg":
        ElementTree.fromstring(data)
    # The same show makes the same file.
    assert file_of(f"a.{form}", show, HOSTILE) == data


def test_only_a_gif_needs_pillow_and_nothing_needs_numpy() -> None:
    code = (
        "import sys; sys.modules['PIL'] = sys.modules['numpy'] = None\n"
        "from tests.support.shows import show_of\n"
        "from aoc.show.exports import check_files, file_of\n"
        "for path in ('a.svg', 'B.Html'): file_of(path, show_of('#'), '')\n"
        "check_files(['no.svg', 'B.Html'], force=False)\n"
        "sys.modules.pop('PIL'); sys.path[:] = []\n"
        "check_files(['no.gif'], force=False)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (
        '--out no.gif needs Pillow: install it with `pip install "aoc-days[pic'
        in done.stderr
    )


def test_no_text_of_a_day_ends_the_script_or_the_markup_of_a_page() -> None:
    page = file_of(
        "a.html", show_of((HOSTILE, HOSTILE), "{{ title }}"), HOSTILE
    ).decode()
    assert page.count("</script>") == 1
    assert page.count("<b>") == 0
    assert ">{{ title }}</text>" in page


def test_a_page_and_an_svg_file_ask_for_nothing_from_elsewhere() -> None:
    for text in (file_of(path, film(), "a").decode() for path in ("a.svg", "a.html")):
        places = set(
            re.findall(r"""(?:href|src|url)\s*[=(]\s*["']?([^"')\s]{1,20})""", text)
        )
        assert all(place.startswith("data:") for place in places), places
        assert {*re.findall(r"https?://[^\"' <]+", text)} <= {
            "http://www.w3.org/2000/svg"
        }
        assert "@import" not in text


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
    shares = re.findall(
        r"@keyframes (k\d+)\{0%\{visibility:hidden\}(.*?)%\{visibility:v", svg
    )
    assert shares == [("k1", "25"), ("k3", "75")], (
        "what does not change is not drawn again"
    )
    assert "animation:1.000s step-end infinite" in svg
    assert (
        "@media (prefers-reduced-motion: reduce){.f{animation:none;visibility:visible}}"
        in svg
    )


def test_a_group_has_only_the_lines_that_have_changed() -> None:
    same = [f"line {number}" for number in range(50)]
    *_, group = groups_of(
        svg_of(show_of((same, "one"), ([*same[:-1], "new"], "one")), "")
    )
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


def gif_frames(data: bytes) -> list[tuple[Any, int]]:
    """Return the pictures of a GIF file, in RGB, with how many milliseconds each is shown."""
    pillow_image: Any = import_module("PIL.Image")
    with pillow_image.open(io.BytesIO(data)) as file:
        found = []
        for number in range(file.n_frames):
            file.seek(number)
            found.append((file.convert("RGB"), file.info["duration"]))
        assert file.info["loop"] == 0
        return found


@needs_pillow
def test_a_gif_file_shows_each_frame_for_its_time_in_its_colours() -> None:
    show = [one._replace(seconds=0.125) for one in film()]
    show[2] = show[2]._replace(seconds=1.5)
    frames = gif_frames(gif_of(show))
    milliseconds = [length for _, length in frames]
    assert milliseconds[2] == 1500
    assert {*milliseconds} == {120, 130, 1500}
    assert sum(milliseconds) >= sum(1000 * one.seconds for one in show)
    layout = layout_of(show)
    for number, (picture, _) in enumerate(frames):
        assert picture.size == (layout.width, layout.height)
        for point, color in [] if show[number].is_text else points_of(show, number):
            shown = picture.getpixel(point)
            assert max(abs(a - b) for a, b in zip(shown, color, strict=True)) <= 6


@needs_pillow
def test_what_does_not_change_is_shown_longer_and_not_again() -> None:
    frames = gif_frames(gif_of(show_of("#", "#", "#", "##")))
    assert [length for _, length in frames] == [300, 100]
