"""The HTML pages of adventofcode.com: the puzzle, its accepted answers, the account.

A page may be anything, since it comes from elsewhere, or from a file. One that cannot be parsed
counts as empty.
"""

from __future__ import annotations

import re
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING

from aoc.model.inputs import HTML
from aoc.model.puzzles import Puzzle

if TYPE_CHECKING:
    import bs4

LATE = 24 * 60 * 60.0
"""Seconds after the unlock from which on the site's page shows no time any more."""


CALENDAR_DAY = re.compile(r"calendar-day(\d{1,2})", re.ASCII)
STAR_TIME = r"(\d\d:[0-5]\d:[0-5]\d|>24h|-|--:--:--)"
TIMES = re.compile(
    rf"^ *(\d{{1,2}}) +{STAR_TIME}(?: +\S+ +\S+)?(?: +{STAR_TIME}(?: +\S+ +\S+)?)? *$",
    re.ASCII | re.MULTILINE,
)
"""A row of personal times: the day, and a time for each part. Until 2024, a rank and a score stand
behind each time."""


NO_STARS = "You haven't collected any stars"
PROOF = re.compile(r"ownerproof-(\d{1,20})-", re.ASCII)
ANSWER = "Your puzzle answer was"
SUCCESS = ["day-success"]
EVERYWHERE = "Advent of Code"
"""A text in the title and in the header of each page."""


ACCOUNT_LINK = re.compile(r"Link to https://(?:www\.)?(twitter|github|reddit)\.com/(?:u/)?(.+)")
"""How the settings name the account that one logs in with."""


@lru_cache(maxsize=2)
def parse(html: str) -> bs4.BeautifulSoup:
    """Parse the HTML of a page. The result is cached, so it must not be changed."""
    import bs4

    # bs4 writes a warning about text that looks like an address or like XML.
    with warnings.catch_warnings(action="ignore"):
        try:
            return bs4.BeautifulSoup(html, "html.parser")
        except Exception:
            # The standard library's parser may fail in any way.
            return bs4.BeautifulSoup("", "html.parser")


def is_page_of(html: str, puzzle: Puzzle) -> bool:
    """Return whether a page is that of a puzzle."""
    page = parse(html)
    if page.title is None or page.find("article", class_="day-desc") is None:
        return False
    title = f"Day {puzzle.day} - Advent of Code {puzzle.year}"
    return page.title.text.strip() == title


def is_foreign(text: str) -> bool:
    """Return whether a text is a page of another site, as one to enter a network."""
    is_page = re.match(HTML, text.lstrip("\ufeff\t\n\r "), re.IGNORECASE)
    return is_page is not None and EVERYWHERE not in text


def is_logged_in(html: str) -> bool:
    """Return whether the site made a page for a session that is alive."""
    return not parse(html).find_all(string="[Log In]")


def calendar_stars(html: str) -> dict[int, int] | None:
    """Return the stars on a calendar page by day, or `None` for any other page."""
    page = parse(html)
    if page.find("pre", class_="calendar") is None:
        return None
    stars = {}
    for count, name in ((1, "calendar-complete"), (2, "calendar-verycomplete")):
        for link in page.select(f"a.{name}"):
            day = CALENDAR_DAY.search(str(link["class"]))
            if day:
                stars[int(day[1])] = count
    return stars


def star_times(html: str) -> dict[int, tuple[float | None, float | None]] | None:
    """Return the times on a page of personal times by day, or `None` for any other page.

    They are in seconds from the unlock; `LATE` stands for more than 24 hours, `None` for no star.
    """
    page = parse(html)
    table = page.select_one("main > article > pre")
    if table is None:
        return {} if page.main and NO_STARS in page.main.text else None
    times = {}
    for day, first, second in TIMES.findall(table.text):
        times[int(day)] = time_in_cell(first), time_in_cell(second)
    return times or None


def time_in_cell(cell: str) -> float | None:
    """Return the time in a cell in seconds."""
    if cell[:1] in ("", "-"):
        return None
    if cell[0] == ">":
        return LATE
    hours, minutes, seconds = map(int, cell.split(":"))
    return float((hours * 60 + minutes) * 60 + seconds)


def parts_solved(html: str) -> int:
    """Return how many parts a puzzle page shows as solved: 0, 1 or 2."""
    success = " ".join(p.text for p in parse(html).find_all("p", class_="day-success"))
    if "Both parts of this puzzle are complete!" in success:
        return 2
    return 1 if "The first half of this puzzle is complete!" in success else 0


def accepted_answers(html: str) -> tuple[str | None, str | None]:
    """Return the accepted answers on a puzzle page; the last day of a year has no second one."""
    answers: list[str | None] = []
    for paragraph in parse(html).find_all("p"):
        # A puzzle may speak of such a sentence in its own text, which is an article.
        if not paragraph.text.startswith(ANSWER) or paragraph.find_parent("article"):
            continue
        if paragraph.code:
            answers.append(paragraph.code.text.strip())
    answers += [None, None]
    return answers[0], answers[1]


def puzzle_html(html: str) -> str:
    """Return the HTML of the puzzle alone: its parts and their answers, without the frame."""
    kept = []
    for tag in parse(html).select("main > article.day-desc, main > p"):
        is_answer = tag.text.startswith(ANSWER) or tag.get("class") == SUCCESS
        # Other paragraphs are about the form, and links to share the puzzle.
        if tag.name == "article" or is_answer:
            kept.append(str(tag))
    return "\n".join(kept)


def verdict_text(html: str) -> str | None:
    """Return the site's text about a submitted answer, or `None` if the page has none."""
    article = parse(html).article
    if article is None or not article.text.strip():
        return None
    return article.text


def user_id(html: str) -> str | None:
    """Return aocd's id of the account of a settings page, such as `github.alice.1001`.

    It is made as in `aocd.utils.get_owner`.
    """
    page = parse(html)
    proof = PROOF.search(page.code.text) if page.code else None
    if proof is None:
        return None
    service = "unknown"
    name = "unknown"
    for span in page.find_all("span"):
        link = ACCOUNT_LINK.fullmatch(span.text)
        if link:
            service = link[1]
            name = link[2]
        # Google has no page of an account to link to, but its picture.
        elif span.img and "googleusercontent.com" in str(span.img.get("src", "")):
            service = "google"
            name = span.text
    return f"{service}.{name}.{proof[1]}".replace("/", "_")


def shown_name(html: str) -> str:
    """Return the name of the account that a page was made for, as its header shows it."""
    header = parse(html).select_one("div.user")
    return str(header.contents[0]).strip() if header and header.contents else ""
