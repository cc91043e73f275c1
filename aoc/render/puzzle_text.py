"""The text of a puzzle as Markdown: formatted on a terminal, else as it is."""

from __future__ import annotations

from typing import TextIO
from urllib.parse import urljoin

import bs4
from markdownify import MarkdownConverter

from aoc.puzzle import Puzzle
from aoc.site.pages import puzzle_html

__all__ = ["show_markdown", "to_markdown"]

SITE = "https://adventofcode.com"


def to_markdown(html: str, puzzle: Puzzle) -> str:
    """Return the parts of a puzzle page as Markdown, with complete addresses in the links."""
    page = bs4.BeautifulSoup(puzzle_html(html), "html.parser")
    base = f"{SITE}/{puzzle.year}/day/{puzzle.day}"
    for link in page.find_all("a", href=True):
        link["href"] = urljoin(base, str(link["href"]))
    for heading in page.find_all("h2"):
        heading.string = heading.text.strip(" -")
    converter = MarkdownConverter(heading_style="ATX", bullets="-", escape_misc=False)
    lines = str(converter.convert_soup(page)).splitlines()
    return "\n".join(line.rstrip() for line in lines).strip() + "\n"


def show_markdown(text: str, out: TextIO) -> None:
    """Print Markdown, formatted if `out` is a terminal."""
    if not out.isatty():
        out.write(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(file=out).print(Markdown(text))
