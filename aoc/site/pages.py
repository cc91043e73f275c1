"""Reads the HTML pages of adventofcode.com: the puzzle, its answers, the account."""

from __future__ import annotations

import re

import bs4

__all__ = [
    "accepted_answers",
    "highlighted_codes",
    "is_logged_in",
    "parts_solved",
    "puzzle_html",
    "puzzle_of",
    "title",
    "user_id",
    "verdict_text",
]

HEADING = re.compile(r"--- Day \d+: (.+) ---")
NAME = re.compile(r"Day (\d+) - Advent of Code (\d+)")
PROOF = re.compile(r"ownerproof-(\d+)-")
ANSWER = "Your puzzle answer was"
SUCCESS = ["day-success"]
SERVICES = {
    "https://twitter.com/": "twitter/",
    "https://github.com/": "github/",
    "https://www.reddit.com/u/": "reddit/",
}


def parse(html: str) -> bs4.BeautifulSoup:
    """Parse the HTML of a page."""
    return bs4.BeautifulSoup(html, "html.parser")


def title(html: str) -> str | None:
    """Return the title of the puzzle on a page, such as `Dirac Dice`."""
    heading = parse(html).h2
    found = HEADING.fullmatch(heading.text.strip()) if heading else None
    return found[1] if found else None


def puzzle_of(html: str) -> tuple[int, int] | None:
    """Return the year and day of a puzzle page; `None` for any other page."""
    page = parse(html)
    found = NAME.match(page.title.text.strip()) if page.title else None
    if not found or not page.find("article", class_="day-desc"):
        return None
    return int(found[2]), int(found[1])


def is_logged_in(html: str) -> bool:
    """Return whether the site made a page for a session that is alive."""
    return not parse(html).find_all(string="[Log In]")


def parts_solved(html: str) -> int:
    """Return how many parts a puzzle page shows as solved: 0, 1 or 2."""
    success = " ".join(p.text for p in parse(html).find_all("p", class_="day-success"))
    if "Both parts of this puzzle are complete!" in success:
        return 2
    return 1 if "The first half of this puzzle is complete!" in success else 0


def accepted_answers(html: str) -> tuple[str | None, str | None]:
    """Return the accepted answers on a puzzle page; the last day of a year has no second one."""
    found: list[str | None] = [
        p.code.text.strip()
        for p in parse(html).find_all("p")
        if p.code and p.text.startswith(ANSWER) and not p.find_parent("article")
    ]
    first, second, *_ = [*found, None, None]
    return first, second


def highlighted_codes(html: str) -> set[str]:
    """Return what part 2 of a puzzle page has as highlighted code, such as the answers."""
    articles = parse(html).select("main > article.day-desc")
    codes = articles[1].select("code > em, em > code") if len(articles) == 2 else []
    return {code.text.strip() for code in codes}


def puzzle_html(html: str) -> str:
    """Return the HTML of the puzzle alone: its parts and their answers, without the frame."""
    return "\n".join(
        str(tag)
        for tag in parse(html).select("main > article.day-desc, main > p")
        if tag.name == "article" or tag.text.startswith(ANSWER) or tag.get("class") == SUCCESS
    )


def verdict_text(html: str) -> str | None:
    """Return the site's text about a submitted answer, or `None` if the page has none."""
    article = parse(html).article
    return article.text if article and article.text.strip() else None


def user_id(html: str) -> str | None:
    """Return aocd's id of the account of a settings page, such as `github.alice.1001`.

    It is made as in `aocd.utils.get_owner`.
    """
    page = parse(html)
    proof = PROOF.search(page.code.text) if page.code else None
    if not proof:
        return None
    service, name = login_service(page)
    found = f"{service}.{name}.{proof[1]}"
    return found.replace("/", "_").replace("\0", "_")


def login_service(page: bs4.BeautifulSoup) -> tuple[str, str]:
    """Return the service that an account logs in with, and its name there."""
    for span in page.find_all("span"):
        if span.text.startswith("Link to "):
            link = span.text.removeprefix("Link to ")
            for url, service in SERVICES.items():
                link = link.replace(url, service)
            service, slash, name = link.partition("/")
            if slash:
                return service, name
        elif span.img and "googleusercontent.com" in str(span.img.get("src", "")):
            return "google", span.text
    return "unknown", "unknown"
