"""`aoc leaderboard --html` and `--out`: a board as a page, and its points as a picture."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from tests.emulator import Account, Clock, Site, unlock_time
from tests.support.aoc import Aoc
from tests.support.program import Project

ASKED = ["GET /2021/leaderboard/private/view/1001.json"]
HOSTILE = '<script>alert("1")</script>'


@pytest.fixture(autouse=True)
def account(account: Account, site: Site, clock: Clock) -> Account:
    """Somebody on a board of four: one has a hostile name, one no name, and one no star."""
    clock.set(datetime(2023, 11, 14, tzinfo=UTC))
    hostile = site.account(HOSTILE)
    for name in ("", "eve"):
        site.account(name)
    site.boards["alice"] = ["alice", HOSTILE, "", "eve"]
    for member, times in ((account, (10, 25)), (hostile, (5, 40))):
        for part in (1, 2):
            at = unlock_time(2021, 1) + timedelta(minutes=times[part - 1])
            member.award(2021, 1, part, at)
    at = unlock_time(2021, 3) + timedelta(days=2)
    hostile.award(2021, 3, 1, at)
    site.expect(*ASKED)
    return account


class Texts(HTMLParser):
    """Collects the texts of a page, row by row of its tables."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.is_in_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a row or a cell."""
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.is_in_cell = True

    def handle_endtag(self, tag: str) -> None:
        """End a cell."""
        if tag in ("td", "th"):
            self.is_in_cell = False

    def handle_data(self, data: str) -> None:
        """Add to the cell."""
        if self.is_in_cell:
            self.rows[-1][-1] += data.strip()


def test_the_page_has_points_stars_times_and_medals_of_all_members(
    aoc: Aoc, project: Project
) -> None:
    done = aoc("leaderboard", "1001", "--html", "board.html")
    assert (done.code, done.err) == (0, "")
    assert re.fullmatch(
        r"board\.html: the page of board 1001 of 2021, \d+ kB\n", done.out
    )
    page = (project.root / "board.html").read_text(encoding="utf-8")
    rows = Texts(page).rows
    # Four points for the first star of four members, three for the second one.
    assert ["1", HOSTILE, "11", "3", "2", "1", ""] in rows
    assert ["2", "alice", "7", "2", "1", "1", ""] in rows
    assert ["3", "eve", "", "", "", "", ""] in rows
    assert [HOSTILE, "★", "", "☆", *[""] * 22] in rows
    # Who was second in part 1, and first in part 2, 15 minutes later.
    assert ["alice", "2nd00:10:00", "1st00:25:00", "00:15:00"] in rows
    assert [HOSTILE, "1st00:05:00", "2nd00:40:00", "00:35:00"] in rows
    assert [HOSTILE, "1st2d 00:00", "", ""] in rows
    assert "anonymous user" in page
    assert page.count("<script>") == 1
    assert "http://www.w3.org" not in page.replace("xmlns='http://www.w3.org", "")


def test_the_picture_has_a_line_for_each_member(aoc: Aoc, project: Project) -> None:
    assert aoc("leaderboard", "1001", "--out", "board.svg").code == 0
    picture = (project.root / "board.svg").read_text(encoding="utf-8")
    texts = [text.text for text in ElementTree.fromstring(picture).iter() if text.text]
    assert "7 alice" in texts
    assert f"11 {HOSTILE[:17]}…" in texts
    # Light and dark, with one's own line as the bold one.
    assert "prefers-color-scheme: dark" in picture
    assert len(re.findall(r'class="member [^"]*"', picture)) == 4
    assert len(re.findall(r'class="member [^"]*mine"', picture)) == 1


def test_both_are_the_same_for_the_same_board_and_cost_one_request(
    aoc: Aoc, site: Site, project: Project
) -> None:
    files = ("--html", "a.html", "--out", "a.svg")
    assert aoc("leaderboard", "1001", *files).code == 0
    before = [(project.root / name).read_bytes() for name in ("a.html", "a.svg")]
    assert aoc("leaderboard", "1001", *files).code == 0
    assert before == [
        (project.root / name).read_bytes() for name in ("a.html", "a.svg")
    ]
    assert site.asked() == ASKED


def test_a_board_without_a_star_has_a_page(aoc: Aoc, site: Site) -> None:
    site.event(2020)
    site.expect("GET /2020/leaderboard/private/view/1001.json")
    done = aoc("leaderboard", "1001", "--year", "2020", "--html", "a.html")
    assert done.code == 0
    assert aoc("leaderboard", "1001", "--year", "2020", "--out", "a.svg").code == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("--html mine.html", "mine.html is a file that aoc has not written: choose "),
        ("--out mine.svg", "mine.svg is a file that aoc has not written: choose "),
        ("--out board.png", "--out board.png: the file of a picture ends in .svg"),
        ("1 --html a.html", "is of the whole board: leave out the day"),
    ],
)
def test_what_cannot_be_written_is_said_before_the_site_is_asked(
    aoc: Aoc, site: Site, project: Project, args: str, sentence: str
) -> None:
    for name in ("mine.html", "mine.svg"):
        (project.root / name).write_text("mine")
    done = aoc("leaderboard", "1001", *args.split())
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert site.asked() == []
    assert aoc("leaderboard", "1001", "--html", "mine.html", "--force").code == 0


def test_ones_own_clock_is_ranked_among_the_others_of_a_day(
    aoc: Aoc, account: Account, project: Project
) -> None:
    assert "By your own clock" not in aoc("leaderboard", "1001", "1").out
    day = {"year": 2021, "day": 1}
    moments = [
        {"moment": "look", "at": "2021-12-06T07:00:00Z", **day},
        {"moment": "run", "at": "2021-12-06T07:20:00Z", **day},
    ]
    for part, at in ((1, "07:06:00"), (2, "07:30:00")):
        answer = {"part": part, "answer": "5", "reply": "right", "user": account.id}
        moments.append({"moment": "answer", "at": f"2021-12-06T{at}Z", **day, **answer})
    folder = project.root / ".aoc"
    folder.mkdir()
    lines = "".join(f"{json.dumps(moment)}\n" for moment in moments)
    (folder / "runs.jsonl").write_text(lines)
    # Half an hour from the first look; the other one with both stars took 40 minutes.
    sentence = "part 2 took 00:30:00: you would be 1st of 2.\n"
    assert aoc("leaderboard", "1001", "1").out.endswith(sentence)
    assert "clock" not in aoc("leaderboard", "1001", "1", "--json").out
