"""The page as a file: what it says, and what it must not say or do."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from shutil import which

import pytest
from bs4 import BeautifulSoup

from aoc.history.log import log_path
from tests.histories import USER, keep_run
from tests.program import Project
from tests.reporting.rich_project import ANSWER, HOSTILE, SUBJECTS, make_rich_project


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory) -> Project:
    if which("git") is None:
        pytest.skip("needs git")
    return make_rich_project(tmp_path_factory.mktemp("rich"))


@pytest.fixture(scope="module")
def text(rich: Project) -> str:
    return html(rich)


@pytest.fixture(scope="module")
def page(text: str) -> BeautifulSoup:
    return soup(text)


def html(project: Project, *args: str) -> str:
    """Return the page of a project, as the program writes it."""
    done = project.run("report", "--html", "page.html", "--offline", *args)
    assert done.code == 0, done.err
    return (project.root / "page.html").read_bytes().decode()


def soup(text: str) -> BeautifulSoup:
    return BeautifulSoup(text, "html.parser")


def row(page: BeautifulSoup, day: int) -> list[str]:
    """Return the texts of the row of a day in the table of times."""
    cells = page.select(f".times tbody tr:nth-child({day}) > *")
    return [" ".join(cell.get_text(" ").split()) for cell in cells]


def test_a_row_has_all_that_is_known_of_a_day(page: BeautifulSoup) -> None:
    assert row(page, 1) == [
        *("1", "Sonar Sweep", "2", "200 µs", "1.00 ms", "20.0 ms", "21.2 ms"),
        *("00:07:30", "00:08:30", "3"),
    ]
    assert row(page, 2) == [*("2", "Dive!", "1", "", "50.0 µs", "", "50.0 µs", "00:06:30", "", "1")]
    assert row(page, 5) == ["5", "Day 5", "0", "", "", "", "", "", "", ""]


def test_a_time_on_a_made_up_input_is_marked(page: BeautifulSoup) -> None:
    assert row(page, 4)[4:7] == ["300 µs", "3.00 s", "~ 3.00 s"]
    assert page.select(".times abbr")[0]["title"] == "on a made-up input"
    assert page.select_one(".days small").get_text() == "4\xa0×"  # type: ignore[union-attr]
    assert [note.get_text() for note in page.select("#d-2021-4 .trend small")] == [
        "on a made-up input"
    ]


def test_variants_and_other_solvers_stand_beside_the_parts(page: BeautifulSoup) -> None:
    rows = page.select("#d-2021-1 tbody tr")
    texts = [" ".join(one.get_text(" ").split()) for one in rows]
    assert texts == [
        "parse 200 µs",
        "part 1 1.00 ms",
        "part 1 simulate 4.00 ms 4 ×",
        "part 2 20.0 ms",
        f"other-{HOSTILE} 63.5 ms 3 ×",
    ]


def test_hostile_text_is_text(text: str, page: BeautifulSoup) -> None:
    assert not page.select("img, [onerror]")
    assert row(page, 3)[1] == HOSTILE
    steps = str(page.select("#d-2021-1 .line")[1]["data-steps"]).split("\n\n")
    assert SUBJECTS[2] in steps[2]
    assert text.count("</script>") == 1
    assert "49" not in row(page, 3)[1]


def test_it_has_no_answer_input_path_token_or_digest(rich: Project) -> None:
    token = "53616c7465645f5f" + "0" * 112
    (rich.cache / "token").write_text(token, encoding="utf-8")
    (rich.cache / "token2id.json").write_text(json.dumps({token: USER}), encoding="utf-8")
    try:
        text = html(rich)
    finally:
        (rich.cache / "token").unlink()
        (rich.cache / "token2id.json").unlink()
    assert USER in text
    digests = ("ab" * 32, "cd" * 32)
    for secret in (ANSWER, token[:16], token[-4:] * 2, "19919919", str(rich.root), *digests):
        assert secret not in text


def test_an_account_without_an_id_is_not_named(project: Project) -> None:
    token = "53616c7465645f5f" + "0" * 108 + "beef"
    project.cache.mkdir()
    (project.cache / "token").write_text(token, encoding="utf-8")
    assert "beef" not in html(project, "--year", "2021")


def test_what_ran_on_other_inputs_is_not_named(project: Project) -> None:
    keep_run(project.root, None, (1, 1, 1.0), user="file /home/bob/secret.txt")
    keep_run(project.root, None, (2, 1, 1.0), user="github.bob.2")
    text = html(project, "--year", "2021")
    assert "secret" not in text
    assert "bob" not in text
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


def test_a_project_with_nothing_has_a_page_that_says_what_to_do(project: Project) -> None:
    page = soup(html(project, "--year", "2021"))
    assert "No time is known yet" in page.get_text()
    assert page.select_one(".facts dd").get_text() == "0 of 50"  # type: ignore[union-attr]
    assert not (project.root / ".aoc").exists()


def test_a_day_that_is_locked_has_no_stars(project: Project) -> None:
    done = project.run(
        *("report", "--html", "page.html", "--year", "2021", "--offline"),
        env={"AOC_NOW": "1638900000"},  # 7 December 2021
    )
    assert done.code == 0
    page = soup((project.root / "page.html").read_text(encoding="utf-8"))
    assert len(page.select(".day.locked")) == 18
    eighth = page.select_one("#c-2021-8")
    assert eighth is not None
    assert eighth["aria-label"] == "Day 8: locked"


def test_without_a_history_that_can_be_read_there_is_no_page(project: Project) -> None:
    Path(log_path(str(project.root))).mkdir(parents=True)
    done = project.run("report", "--html", "page.html", "--year", "2021", "--offline")
    assert done.code == 1
    assert "runs.jsonl cannot be read (" in done.err
    assert not (project.root / "page.html").exists()


@pytest.mark.slow
def test_a_page_replaces_only_a_page_of_ours(project: Project) -> None:
    project.day(21, "mine")
    day = project.root / "days" / "year2021" / "day21.py"
    before = day.read_bytes()
    report = ("report", "--offline", "--html")
    done = project.run(*report, str(day))
    assert (done.code, done.out) == (2, "")
    assert done.err.replace("\\", "/") == (
        "aoc: days/year2021/day21.py is a file that aoc has not written: choose another name, or "
        "replace it with --force\n"
    )
    assert day.read_bytes() == before
    (project.root / "page.html").write_text("mine", encoding="utf-8")
    for options in (["--force"], []):
        assert project.run(*report, "page.html", *options).code == 0
