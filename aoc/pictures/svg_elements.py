"""The elements of an SVG picture, its frame, and how wide a text may get in any font."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from aoc.files import MARK
from aoc.pictures.themes import Palette

FONTS = "-apple-system,BlinkMacSystemFont,'Segoe UI','Noto Sans',Helvetica,Arial,sans-serif"
"""The fonts that GitHub's own pages use: each system has one of them."""
METADATA = re.compile(r"<metadata>(.*?)</metadata>", re.DOTALL)
WIDTHS = {
    " !\"'()*,-./:;[\\]`fijlrtI|·": 0.46,
    "mwMW%@—…": 1.0,
    "ABCDEFGHJKLNOPQRSTUVXYZ&+<=>~^#": 0.84,
}
"""The width of characters, in the size of the font, in the widest of the usual fonts."""
OTHER = 0.65
"""The width of small letters and digits."""
FAR = 1.0
"""The width of characters that Latin alphabets do not have."""
BOLD = 1.1
"""How much wider a bold text is."""
STAR = ((0, -10), (2.9, -3.4), (9.9, -3), (4.6, 1.6), (6.3, 8.4), (0, 4.7))
"""The right half of a star around (0, 0), from its top down, in tenths of its radius."""


def number(value: float) -> str:
    """Return a coordinate in pixels with at most one decimal."""
    shown = f"{value:.1f}".removesuffix(".0")
    return "0" if shown == "-0" else shown


def text_width(content: str, size: float, *, bold: bool = False) -> float:
    """Return the most pixels that a text takes in a font of this size."""
    return sum(map(width_of, content)) * size * (BOLD if bold else 1)


def width_of(character: str) -> float:
    """Return the width of a character, in the size of the font."""
    for characters, width in WIDTHS.items():
        if character in characters:
            return width
    if unicodedata.combining(character):
        return 0
    return OTHER if ord(character) < 0x250 else FAR * (1.4 if ord(character) > 0xFFFF else 1)


def shortened(content: str, size: float, room: float) -> str:
    """Return a text with its end left out, if it may not fit into so many pixels."""
    if text_width(content, size) <= room:
        return content
    while content and text_width(f"{content}…", size) > room:
        content = content[:-1]
    return f"{content.rstrip()}…"


def text(
    x: float, y: float, content: str, size: float, names: str = "", *, end: bool = False
) -> str:
    """Return a line of text; `y` is its base line, `x` its start, or its `end`.

    `names` are classes: `dim`, `bold`, `middle`.
    """
    known = f' class="{names}"' if names else ""
    anchor = ' text-anchor="end"' if end else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{known}{anchor}>'
        f"{escape(content)}</text>"
    )


def clipped_text(
    x: float, y: float, content: str, size: float, room: float, names: str = ""
) -> str:
    """Return a text from elsewhere: nothing of it is drawn outside of its line and its room."""
    above, below = 1.15 * size, 0.45 * size
    return (
        f'<svg x="{number(x)}" y="{number(y - above)}" width="{number(room)}" '
        f'height="{number(above + below)}">{text(0, above, content, size, names)}</svg>'
    )


def rect(
    x: float, y: float, width: float, height: float, fill: str, *, radius: float = 0, more: str = ""
) -> str:
    """Return a rectangle; `more` are attributes, such as `stroke="#123456"`."""
    round_ = f' rx="{number(radius)}"' if radius else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        f'{round_} fill="{fill}"{f" {more}" if more else ""}/>'
    )


def star(x: float, y: float, radius: float, more: str) -> str:
    """Return a star around a point; `more` are attributes."""
    points = [*STAR, *((-right, down) for right, down in reversed(STAR[1:-1]))]
    scale = radius / 10
    shown = " ".join(
        f"{number(x + right * scale)},{number(y + down * scale)}" for right, down in points
    )
    return f'<polygon points="{shown}" {more}/>'


def document(
    width: int,
    height: int,
    palette: Palette,
    *,
    title: str,
    description: str,
    metadata: str,
    body: Iterable[str],
) -> str:
    """Return a picture: a card in the colors of a palette, with its title and description.

    `metadata` is a text that `metadata_in` finds again.
    """
    frame = rect(
        0.5, 0.5, width - 1, height - 1, palette.page, radius=10, more=f'stroke="{palette.border}"'
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-labelledby="title desc" '
        f"font-family={quoteattr(FONTS)}>",
        f"<!-- {MARK} -->",
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="desc">{escape(description)}</desc>',
        f"<metadata>{escape(metadata)}</metadata>",
        "<style>"
        f"text{{fill:{palette.text};font-variant-numeric:tabular-nums}}"
        f".dim{{fill:{palette.dim}}}.bold{{font-weight:600}}.middle{{text-anchor:middle}}"
        "</style>",
        frame,
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def metadata_in(picture: str) -> str:
    """Return the metadata of a picture. Raises `ValueError` if it has none."""
    from xml.sax.saxutils import unescape

    match = METADATA.search(picture)
    if not match:
        raise ValueError("the picture has no metadata")
    return unescape(match[1])
