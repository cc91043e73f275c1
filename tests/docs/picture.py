"""The pictures in docs/pictures: SVG of what a run really shows, in light and in dark."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tests.docs.pages import ROOT
from tests.docs.reader import reader
from tests.docs.transcript import FOOTNOTE, normalized
from tests.emulator import Site

FOLDER = ROOT / "docs" / "pictures"
COMMAND = "aoc run 1 --submit"
MARGIN = 2
"""Columns that stay free."""
PREPARATION = ("echo {alice} | aoc login", "aoc fetch 1", "aoc run 1")
FONTS = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

# Black, red, green, yellow, blue, magenta, cyan and white, as GitHub has them on its pages.
LIGHT = TerminalTheme(
    (246, 248, 250),
    (31, 35, 40),
    [
        (36, 41, 47),
        (207, 34, 46),
        (17, 99, 41),
        (154, 103, 0),
        (9, 105, 218),
        (130, 80, 223),
        (27, 124, 131),
        (110, 119, 129),
    ],
)
DARK = TerminalTheme(
    (22, 27, 34),
    (230, 237, 243),
    [
        (72, 79, 88),
        (255, 123, 114),
        (63, 185, 80),
        (210, 153, 34),
        (88, 166, 255),
        (188, 140, 255),
        (57, 197, 207),
        (177, 186, 196),
    ],
)
THEMES = {"light": LIGHT, "dark": DARK}
# Rich's own has a window with buttons, and fonts that come from elsewhere.
FORMAT = f"""\
<svg viewBox="0 0 {{width}} {{height}}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>{COMMAND}</title>
<style>
text {{{{ font-family: {FONTS}; font-size: {{char_height}}px; white-space: pre; }}}}
{{styles}}
</style>
<rect x="1" y="1" width="99.8%" height="99%" rx="8" fill="BACKGROUND" stroke="#8884"/>
<g transform="translate(20, 22)">
{{backgrounds}}
{{matrix}}
</g>
</svg>
"""


def run_shown() -> str:
    """Return what a terminal shows of the run and of typing it, with escapes for colors."""
    with Site() as site, reader(site) as somebody:
        somebody.go_to("repository")
        for command in (*PREPARATION, f"env -u NO_COLOR {COMMAND}"):
            done = somebody.run(command)
            assert not done.code, done.lines
    return "\n".join([f"$ {COMMAND}", *done.colored])


def svg_of(shown: str, theme: TerminalTheme) -> str:
    """Draw a text with escapes for colors; nothing in the picture comes from elsewhere."""
    text = Text.from_ansi(shown)
    width = max(len(line) for line in text.plain.splitlines()) + MARGIN
    console = Console(width=width, record=True, file=io.StringIO(), force_terminal=True)
    console.print(text)
    svg = console.export_svg(title="", theme=theme, code_format=FORMAT, unique_id="r")
    svg = re.sub(r' clip-path="[^"]*"|<text [^>]*>\n</text>', "", svg)
    svg = svg.replace("</text><text", "</text>\n<text")
    return svg.replace("BACKGROUND", theme.background_color.hex)


def write_pictures() -> None:
    """Draw the run into docs/pictures/ if more than its times have changed."""
    shown = run_shown()
    for name, theme in THEMES.items():
        picture, file = svg_of(shown, theme), FOLDER / f"run-{name}.svg"
        if not file.exists() or pieces_in(picture) != pieces_in(file.read_text(encoding="utf-8")):
            file.write_text(picture, encoding="utf-8")


def pieces_in(svg: str) -> list[tuple[str, str]]:
    """Return the colors and the pieces of text in a picture, without what varies."""
    colors = dict(re.findall(r"\.(r-r\d+) \{ (.*?) \}", svg))
    found = [
        (colors[text.attrib["class"]], normalized((text.text or "").replace("\xa0", " ")).strip())
        for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    ]
    return [piece for piece in found if piece[1] and not piece[1].startswith(FOOTNOTE)]
