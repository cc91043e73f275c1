"""What stands on the pages of adventofcode.com: whose they are, what is solved, the puzzle."""

from __future__ import annotations

import re

import bs4

__all__ = [
    "answers",
    "logged_in",
    "owner",
    "parts_solved",
    "puzzle_of",
    "story",
    "title",
    "verdict",
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


def soup(html: str) -> bs4.BeautifulSoup:
    """Parse a page."""
    return bs4.BeautifulSoup(html, "html.parser")


def title(html: str) -> str | None:
    """Give the title of the puzzle on a page, such as `Dirac Dice`."""
    heading = soup(html).h2
    found = HEADING.fullmatch(heading.text.strip()) if heading else None
    return found[1] if found else None


def puzzle_of(html: str) -> tuple[int, int] | None:
    """Give the year and the day whose puzzle a page is; `None` if it is no puzzle page."""
    page = soup(html)
    found = NAME.match(page.title.text.strip()) if page.title else None
    if not found or not page.find("article", class_="day-desc"):
        return None
    return int(found[2]), int(found[1])


def logged_in(html: str) -> bool:
    """Say whether a page was made for somebody who is logged in."""
    return not soup(html).find_all(string="[Log In]")


def parts_solved(html: str) -> int:
    """Say how many parts of its puzzle a page shows as solved: 0, 1 or 2."""
    success = " ".join(p.text for p in soup(html).find_all("p", class_="day-success"))
    if "Both parts of this puzzle are complete!" in success:
        return 2
    return 1 if "The first half of this puzzle is complete!" in success else 0


def answers(html: str) -> tuple[str | None, str | None]:
    """Give the accepted answers that a puzzle page shows; the last day has no second."""
    found: list[str | None] = [
        p.code.text.strip()
        for p in soup(html).find_all("p")
        if p.code and p.text.startswith(ANSWER) and not p.find_parent("article")
    ]
    first, second, *_ = [*found, None, None]
    return first, second


def story(html: str) -> str:
    """Give the HTML of a puzzle: its parts and their answers, without what stands around them."""
    return "\n".join(
        str(tag)
        for tag in soup(html).select("main > article.day-desc, main > p")
        if tag.name == "article" or tag.text.startswith(ANSWER) or tag.get("class") == SUCCESS
    )


def verdict(html: str) -> str | None:
    """Give the text of the page that answers a submission, if it has one."""
    article = soup(html).article
    return article.text if article and article.text.strip() else None


def owner(html: str) -> str | None:
    """Give aocd's id of the account whose settings page this is, as `aocd.utils.get_owner` does.

    Such as `github.alice.1001`.
    """
    page = soup(html)
    proof = PROOF.search(page.code.text) if page.code else None
    if not proof:
        return None
    service, name = account(page)
    found = f"{service}.{name}.{proof[1]}"
    return found.replace("/", "_").replace("\0", "_")


def account(page: bs4.BeautifulSoup) -> tuple[str, str]:
    """Give the service by which an account logs in, and its name there."""
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
