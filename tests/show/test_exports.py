"""The files of shows: the formats there are, what each needs, and that none can be broken."""

from __future__ import annotations

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from aoc.show.exports import file_of
from aoc.show.recording import TimedFrame
from tests.show.shows import HOSTILE, film, show_of

pytest.importorskip("numpy")


@pytest.mark.parametrize("form", ["svg", "html", "gif"])
@pytest.mark.parametrize("show", [show_of("#"), show_of(""), show_of(("", HOSTILE)), film()])
def test_every_format_takes_every_frame(form: str, show: list[TimedFrame]) -> None:
    if form == "gif":
        pytest.importorskip("PIL")
    data = file_of(f"a.{form}", show, HOSTILE)
    assert len(data) > 100
    if form == "svg":
        ElementTree.fromstring(data)
    # The same show makes the same file.
    assert file_of(f"a.{form}", show, HOSTILE) == data


def test_only_a_gif_needs_pillow_and_nothing_needs_numpy() -> None:
    code = (
        "import sys; sys.modules['PIL'] = sys.modules['numpy'] = None\n"
        "from tests.show.shows import show_of\n"
        "from aoc.show.exports import check_files, file_of\n"
        "for path in ('a.svg', 'B.Html'): file_of(path, show_of('#'), '')\n"
        "check_files(['no.svg', 'B.Html'], force=False)\n"
        "sys.modules.pop('PIL'); sys.path[:] = []\n"
        "check_files(['no.gif'], force=False)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert '--out no.gif needs Pillow: install it with `pip install "aoc-days[pic' in done.stderr


def test_no_text_of_a_day_ends_the_script_or_the_markup_of_a_page() -> None:
    page = file_of("a.html", show_of((HOSTILE, HOSTILE), "{{ title }}"), HOSTILE).decode()
    assert page.count("</script>") == 1
    assert page.count("<b>") == 0
    assert ">{{ title }}</text>" in page


def test_a_page_and_an_svg_file_ask_for_nothing_from_elsewhere() -> None:
    for text in (file_of(path, film(), "a").decode() for path in ("a.svg", "a.html")):
        places = set(re.findall(r"""(?:href|src|url)\s*[=(]\s*["']?([^"')\s]{1,20})""", text))
        assert all(place.startswith("data:") for place in places), places
        assert {*re.findall(r"https?://[^\"' <]+", text)} <= {"http://www.w3.org/2000/svg"}
        assert "@import" not in text
