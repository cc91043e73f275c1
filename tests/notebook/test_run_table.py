"""Checks the table of a run: what a cell shows of results, and that nothing in them is HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from aoc.model import Failure, Kind, Result, Verdict
from aoc.notebook import RunTable
from tests.results import made_result

RIGHT = made_result(
    2021, 21, "Dirac Dice", "days", None, "example 1", 1, "739785", "739785", Verdict.PASS, 3e-5
)
OWN = RIGHT._replace(
    input="github.alice.1",
    answer="5",
    expected=None,
    verdict=Verdict.UNKNOWN,
    input_kind="personal",
)
PARSED = OWN._replace(part=None, answer=None, seconds=2e-6)
HOSTILE = '<script>alert(1)</script>"\x1b[2J\u202e&amp;'


def table_of(*results: Result) -> RunTable:
    """Return the table of a run that took half a second."""
    table = RunTable(results)
    table.seconds = 0.5
    return table


class Page(HTMLParser):
    """The tags of some HTML that were opened and not closed, all tags, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += f" {data}"


def page_of(*results: Result) -> Page:
    page = Page(table_of(*results)._repr_html_())
    assert page.open == []
    return page


def test_a_cell_has_a_row_for_each_part_with_its_sign_answer_and_time() -> None:
    page = page_of(RIGHT, PARSED, OWN)
    words = page.text.split()
    assert "2021/21 Dirac Dice" in page.text
    for word in ("✔", "739785", "?", "30.0", "parse", "2.00", "github.alice.1"):
        assert word in words
    assert "1 right, 1 unknown; 32.0 µs to parse and solve your input; 500 ms in all" in page.text


def test_nothing_of_a_solver_is_html_or_a_command() -> None:
    failure = Failure(Kind.EXCEPTION, HOSTILE, f"Traceback\n{HOSTILE}")
    results = [
        RIGHT._replace(answer=HOSTILE, output=HOSTILE, title=HOSTILE),
        OWN._replace(verdict=Verdict.ERROR, error=failure, input=HOSTILE, variant=HOSTILE),
        RIGHT._replace(answer=f"{HOSTILE}\n##", drawing=f"#.\n{HOSTILE}", solver=HOSTILE),
    ]
    page = page_of(*results)
    html = table_of(*results)._repr_html_()
    assert "script" not in page.tags
    assert "\x1b" not in html
    assert "\u202e" not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;&quot;") >= 8


def test_an_error_has_its_traceback_and_a_drawing_its_lines() -> None:
    failure = Failure(Kind.EXCEPTION, "KeyError: 7", "  day21.py, line 3\nKeyError: 7")
    error = RIGHT._replace(verdict=Verdict.ERROR, error=failure, answer=None)
    page = page_of(error, RIGHT._replace(part=2, answer="ABC", drawing="##.\n#.#"))
    assert "exception: KeyError: 7" in page.text
    assert "day21.py, line 3" in page.text
    assert "##.\n      #.#" in page.text


def test_in_a_terminal_it_is_the_table_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    # A kernel sets this for all programs.
    monkeypatch.setenv("FORCE_COLOR", "1")
    lines = repr(table_of(RIGHT, OWN)).splitlines()
    assert lines[0] == "2021/21 Dirac Dice"
    assert "✔" in lines[1]
    assert lines[-1].startswith("1 right, 1 unknown; ")


def test_a_run_without_results_says_so() -> None:
    table, html = table_of(), '<pre class="aoc-run">nothing ran</pre>'
    assert (repr(table), table._repr_html_()) == ("nothing ran", html)
    assert (len(table), table.answers()) == (0, (None, None))


def test_it_is_a_sequence_of_results_with_the_answers_of_the_input() -> None:
    second = OWN._replace(part=2, answer="7")
    variant = second._replace(variant="memo", answer="8")
    table = table_of(RIGHT, OWN, second, variant)
    assert [*table] == [RIGHT, OWN, second, variant]
    assert (table[0], table[1:3]) == (RIGHT, [OWN, second])
    assert table.answers() == ("5", "7")
