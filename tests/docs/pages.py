"""The pages of the documentation, and what is in them: fenced blocks, headings, links, code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
COMMANDS = ROOT / "docs" / "commands.md"
WRITTEN = [ROOT / "README.md", *sorted(set(ROOT.glob("docs/**/*.md")) - {COMMANDS})]
"""What is for users and written by hand."""
DOCS = [*WRITTEN, COMMANDS]
PAGES = [*DOCS, *sorted({*ROOT.glob("*.md")} - {*DOCS}), ROOT / "days" / "README.md"]

MARKDOWN = MarkdownIt("commonmark").enable("table")
COMMENT = re.compile(r"<!--\s*(.*?)\s*-->", re.DOTALL)
ATTRIBUTE = re.compile(r"""\b(?:href|src|srcset)=["']([^"' ]+)""")
IDENTIFIER = re.compile(r"""\b(?:id|name)=["']([^"']+)""")


class Block(NamedTuple):
    """A fenced block: its language, its text, and the comments right before it.

    `line` is the number of the line with the fence, from 1 on, and `end` that of the last one.
    """

    language: str
    text: str
    line: int
    end: int
    comments: tuple[str, ...]


class Link(NamedTuple):
    """Where a link leads, and the line of the paragraph that it stands in."""

    target: str
    line: int


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


def links_in(text: str) -> Iterator[Link]:
    """Yield the links of a page, to pictures as well, in Markdown or HTML."""
    for token in walk(text):
        line = token.map[0] + 1 if token.map else 0
        for name in ("href", "src"):
            if token.attrs.get(name):
                yield Link(str(token.attrs[name]), line)
        if token.type in ("html_block", "html_inline"):
            for target in ATTRIBUTE.findall(COMMENT.sub("", token.content)):
                yield Link(target, line)


def anchors_in(text: str) -> set[str]:
    """Return the anchors of a page as GitHub makes them of its headings, and those in HTML."""
    anchors: set[str] = set()
    tokens = MARKDOWN.parse(text)
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            anchor = base = slug(plain_text(inline))
            number = 0
            while anchor in anchors:
                number += 1
                anchor = f"{base}-{number}"
            anchors.add(anchor)
        if opening.type == "html_block":
            anchors.update(IDENTIFIER.findall(opening.content))
    return anchors


def slug(heading: str) -> str:
    """Return what GitHub makes of a heading: lower case, hyphens for blanks, no punctuation."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def plain_text(inline: Token) -> str:
    """Return the text of a heading without its markup."""
    return "".join(token.content for token in inline.children or ())


def inline_code_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield each text in backquotes, with the line of its paragraph."""
    for token in walk(text):
        if token.type == "code_inline":
            yield token.content, token.map[0] + 1 if token.map else 0


def walk(text: str) -> Iterator[Token]:
    """Yield all tokens of a page; those within a paragraph have its lines."""
    for token in MARKDOWN.parse(text):
        yield token
        for child in token.children or ():
            child.map = token.map
            yield child
