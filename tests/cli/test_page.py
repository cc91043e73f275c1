"""`aoc report --html`: what the page says, and what it must not say or do."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from datetime import UTC, datetime, timedelta
from shutil import which

import pytest
from bs4 import BeautifulSoup

from tests.emulator import Account, Clock, Site, faults, unlock_time
from tests.support.aoc import Aoc
from tests.support.histories import USER, keep_run
from tests.support.program import Project
from tests.support.rich_project import ANSWER, HOSTILE, SUBJECTS, make_rich_project

REPORT = ("report", "--html", "page.html", "--year", "2021")


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Aoc:
    """The program in a project with all that the page shows."""
    if which("git") is None:
        pytest.skip("needs git")
    return Aoc(make_rich_project(tmp_path_factory.mktemp("rich")), Clock())


@pytest.fixture(scope="module")
def text(rich: Aoc) -> str:
    return html(rich)


@pytest.fixture(scope="module")
def page(text: str) -> BeautifulSoup:
    return soup(text)


def html(aoc: Aoc) -> str:
    """Return the page of a project, as the program writes it without asking the site."""
    done = aoc(*REPORT, "--offline")
    assert (done.code, done.err.count("\n") < 2) == (0, True), done.err
    return (aoc.project.root / "page.html").read_bytes().decode()


def soup(text: str) -> BeautifulSoup:
    return BeautifulSoup(text, "html.parser")


def row(page: BeautifulSoup, day: int) -> list[str]:
    """Return the texts of the row of a day in the table of times."""
    cells = page.select(f".times tbody tr:nth-child({day}) > *")
    return [" ".join(cell.get_text(" ").split()) for cell in cells]


def stars(page: BeautifulSoup) -> str:
    """Return how many stars the page says there are."""
    return page.select(".facts dd")[0].get_text()


def test_a_row_has_all_that_is_known_of_a_day(page: BeautifulSoup) -> None:
    assert row(page, 1) == [
        *("1", "Sonar Sweep", "2", "200 µs", "1.00 ms", "20.0 ms", "21.2 ms"),
        *("00:07:30", "00:08:30", "3"),
    ]
    assert row(page, 2) == [
        *("2", "Dive!", "1", "", "50.0 µs", "", "50.0 µs", "00:06:30", "", "1")
    ]
    assert row(page, 5) == ["5", "Day 5", "0", "", "", "", "", "", "", ""]
    assert row(page, 4)[4:7] == ["300 µs", "3.00 s", "~ 3.00 s"]
    for place in (".times abbr[title]", "#d-2021-4 .trend small"):
        assert "on a sample" in str(page.select(place)[0])
    rows = page.select("#d-2021-1 tbody tr")
    assert [" ".join(one.get_text(" ").split()) for one in rows] == [
        *(
            "parse 200 µs",
            "part 1 1.00 ms",
            "part 1 simulate 4.00 ms 4 ×",
            "part 2 20.0 ms",
        ),
        f"other-{HOSTILE} 63.5 ms 3 ×",
    ]


def test_hostile_text_is_text(text: str, page: BeautifulSoup) -> None:
    assert not page.select("img, [onerror]")
    assert row(page, 3)[1] == HOSTILE
    steps = str(page.select("#d-2021-1 .line")[1]["data-steps"]).split("\n\n")
    assert SUBJECTS[2] in steps[2]
    assert text.count("</script>") == 1


def test_it_has_no_answer_input_path_token_or_digest(rich: Aoc, text: str) -> None:
    token = "53616c7465645f5f" + "0" * 112
    names = {"token": token, "token2id.json": json.dumps({token: USER})}
    for name, content in names.items():
        (rich.project.cache / name).write_text(content, encoding="utf-8")
    try:
        assert html(rich) == text
    finally:
        for name in names:
            (rich.project.cache / name).unlink()
    assert USER in text
    for secret in (
        ANSWER,
        token[:16],
        "19919919",
        str(rich.project.root),
        "ab" * 32,
        "cd" * 32,
    ):
        assert secret not in text


def test_neither_an_account_without_an_id_nor_other_inputs_are_named(
    aoc: Aoc, project: Project
) -> None:
    project.cache.mkdir()
    (project.cache / "token").write_text("53616c7465645f5f" + "0" * 108 + "beef")
    keep_run(project.root, None, (1, 1, 1.0), user="file /home/bob/secret.txt")
    keep_run(project.root, None, (2, 1, 1.0), user="github.bob.2")
    text = html(aoc)
    assert not re.search("beef|secret|bob", text)
    assert "on a file" in text
    assert "on another input" in text


def test_it_may_do_nothing_but_what_is_in_it(text: str, page: BeautifulSoup) -> None:
    policy = str(page.select("meta[http-equiv]")[0]["content"])
    rules = {name: values for name, *values in map(str.split, policy.split(";"))}
    for kind, rule in (("style", "style-src"), ("script", "script-src")):
        found = re.search(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL)
        assert found is not None
        digest = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
        assert rules[rule] == [f"'sha256-{digest}'"]
    assert rules["default-src"] == ["'none'"]
    assert "connect-src" not in rules
    assert {*re.findall(r"https?://[^\s'\"]+", text)} == {"http://www.w3.org/2000/svg"}


def test_a_project_with_nothing_has_a_page_that_says_what_to_do(
    aoc: Aoc, project: Project, clock: Clock
) -> None:
    clock.set(datetime(2021, 12, 7, 18, tzinfo=UTC))
    page = soup(html(aoc))
    assert "No time is known yet" in page.get_text()
    assert stars(page) == "0 of 50"
    assert len(page.select(".day.locked")) == 18
    assert page.select("#c-2021-8")[0]["aria-label"] == "Day 8: locked"
    assert not (project.root / ".aoc").exists()


def test_a_page_replaces_only_a_page_of_ours(aoc: Aoc, project: Project) -> None:
    project.day(21, "mine")
    day = project.root / "days" / "year2021" / "day21.py"
    report = ("report", "--offline", "--html")
    done = aoc(*report, str(day))
    assert (done.code, done.out) == (2, "")
    assert done.err.replace("\\", "/") == (
        "aoc: days/year2021/day21.py is a file that aoc has not written: choose another name, or "
        "replace it with --force\n"
    )
    assert day.read_text() == "mine"
    (project.root / "page.html").write_text("mine", encoding="utf-8")
    for options in (["--force"], []):
        assert aoc(*report, "page.html", *options).code == 0


def test_the_site_is_asked_as_for_the_status_and_not_again(
    aoc: Aoc, site: Site, account: Account, project: Project, clock: Clock
) -> None:
    clock.set(unlock_time(2021, 25) + timedelta(hours=12))
    account.solve(2021, 1)
    account.solve(2021, 2, 1)
    project.configure("year = 2021\nboard = 1001")
    assert aoc(*REPORT).code == 0
    assert "GET /2021" in site.asked()
    assert aoc(*REPORT).code == 0
    page = soup((project.root / "page.html").read_text(encoding="utf-8"))
    assert stars(page) == "3 of 50"
    assert row(page, 1)[-2:] == ["00:10:00", "00:20:00"]


def test_if_the_site_cannot_be_asked_the_page_is_written_and_the_problem_said(
    aoc: Aoc, site: Site, account: Account
) -> None:
    site.fail(faults.status(500), "GET", "/2021")
    done = aoc(*REPORT)
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert "answered 500" in done.err
    assert site.asked() == ["GET /2021"]
    assert "page.html: the page of 2021" in done.out
