"""Checks the table of a run: what a cell shows of results, and that nothing in them is HTML."""

from __future__ import annotations

from html.parser import HTMLParser

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


def test_it_is_a_sequence_of_results_with_the_answers_of_the_input() -> None:
    second = OWN._replace(part=2, answer="7")
    variant = second._replace(variant="memo", answer="8")
    table = table_of(RIGHT, OWN, second, variant)
    assert [*table] == [RIGHT, OWN, second, variant]
    assert (table[0], table[1:3]) == (RIGHT, [OWN, second])
    assert table.answers() == ("5", "7")
