"""The text of a puzzle as Markdown: formatted on a terminal, else as it is."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TextIO, cast
from urllib.parse import urljoin

import bs4
from markdownify import MarkdownConverter

from aoc.errors import SiteError
from aoc.model import Puzzle
from aoc.render.terminal import Unguarded, write
from aoc.site.pages import puzzle_html
from aoc.text import printable

SITE = "https://adventofcode.com"
DAY = re.compile(r"^Day [0-9]+: ")
"""The start of the first heading, which does not say the year."""


def to_markdown(html: str, puzzle: Puzzle) -> str:
    """Return the parts of a puzzle page as Markdown, with the year and with complete addresses.

    Raises `SiteError` for a page that cannot be shown.
    """
    page = bs4.BeautifulSoup(puzzle_html(html), "html.parser")
    base = f"{SITE}/{puzzle.year}/day/{puzzle.day}"
    for link in page.find_all("a", href=True):
        with suppress(ValueError):  # an address that is none stays as it is
            link["href"] = urljoin(base, str(link["href"]))
    for number, heading in enumerate(page.find_all("h2")):
        text = heading.text.strip(" -")
        heading.string = text if number else f"{puzzle} {DAY.sub('', text)}"
    converter = MarkdownConverter(heading_style="ATX", bullets="-", escape_misc=False)
    try:
        lines = str(converter.convert_soup(page)).splitlines()
    except Exception:  # a broken page may make it fail in any way
        raise SiteError(
            f"the page of {puzzle} cannot be shown: see it with `aoc open {puzzle}`"
        ) from None
    return "\n".join(line.rstrip() for line in lines).strip() + "\n"


def show_markdown(text: str, out: TextIO) -> None:
    """Print Markdown, formatted if `out` is a terminal."""
    if not out.isatty():
        write(out, text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(file=cast(TextIO, Unguarded(out))).print(Markdown(printable(text)))
