"""The pages of the documentation, and what is in them: fenced blocks and code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
USER_PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
"""What is for users; the console blocks of these pages are run."""
PAGES = [*sorted({*ROOT.glob("*.md"), *USER_PAGES}), ROOT / "days" / "README.md"]

MARKDOWN = MarkdownIt("commonmark").enable("table")
COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, its text, and the comments right before it.

    `line` is the number of the line with the fence, from 1 on, and `end` that of the last one.
    """

    language: str
    text: str
    line: int
    end: int
    comments: tuple[str, ...]


def name_of(page: Path) -> str:
    """Return the path of a page, from the root of the repository if it is in there."""
    return (page.relative_to(ROOT) if page.is_relative_to(ROOT) else page).as_posix()


def blocks_in(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page, in order."""
    comments: list[str] = []
    for token in MARKDOWN.parse(text):
        if token.type == "html_block":
            comments += COMMENT.findall(token.content)
            continue
        if token.type == "fence":
            assert token.map
            first, after = token.map
            words = token.info.split() or [""]
            yield Block(words[0], token.content, first + 1, after, tuple(comments))
        comments = []


def inline_code_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield each text in backquotes, with the line of its paragraph."""
    for token in MARKDOWN.parse(text):
        for child in token.children or ():
            if child.type == "code_inline":
                yield child.content, token.map[0] + 1 if token.map else 0
