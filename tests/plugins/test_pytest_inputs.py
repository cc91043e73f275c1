"""Tests of days on one's own inputs: where there are some, what they are called, how to do without.

No request is ever made: nothing listens where it would go.
"""

from __future__ import annotations

import pytest

from tests.plugins.pytest_session import Session, run_pytest
from tests.program import Project

pytestmark = pytest.mark.slow

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return len(text)\n"
EXAMPLES = "from aoc import Example\nEXAMPLES = [Example('a', part1=1)]\n"
PROXIES = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")
NOWHERE = dict.fromkeys(PROXIES, "http://127.0.0.1:9")


@pytest.fixture
def own(project: Project) -> Project:
    """A project of one's own with a day, and its answer in aocd's cache."""
    (project.root / "pyproject.toml").write_text("[tool.aoc]\n", encoding="utf-8")
    project.remember("abc\n", a="3")
    project.day(21, DAY, EXAMPLES)
    return project


def session_of(project: Project, *args: str) -> Session:
    """Run pytest in a project, without a network."""
    return run_pytest(project.root, *args, env={**NOWHERE, "AOC_SESSION": "ab" * 64})


@pytest.mark.parametrize(
    "tests",
    ["", "def test_it(): pass\n", "EXAMPLES = []\n", "EXAMPLES: list[int]\n"],
    ids=["empty module", "no examples", "empty list", "only declared"],
)
def test_an_own_input_is_a_test_without_any_example(own: Project, tests: str) -> None:
    own.day(21, DAY, tests)
    assert session_of(own).outcomes["my-input[part1]"] == "PASSED"


def test_a_wrong_answer_to_an_own_input_fails(own: Project) -> None:
    own.remember("abc\n", a="4")
    session = session_of(own)
    assert session.outcomes == {"my-input[part1]": "FAILED", "example-1[part1]": "PASSED"}
    assert "::my-input[part1] - got 3, expected 4\n" in session.out


def test_the_inputs_of_several_accounts_have_names_and_no_numbers(own: Project) -> None:
    own.remember("abcd\n", user="google.bob.23", a="4")
    own.remember("abcde\n", user="reddit.bob.42", a="5")
    session = session_of(own)
    assert session.outcomes == {
        "example-1[part1]": "PASSED",
        "my-input-alice[part1]": "PASSED",
        "my-input-bob[part1]": "PASSED",
        "my-input-bob-4[part1]": "PASSED",
    }
    assert not [word for word in ("github", "google", "23", "42") if f"{word}." in session.out]


def test_the_setting_holds_but_for_a_session_with_another_one(own: Project) -> None:
    settings = "[tool.aoc]\n[tool.pytest.ini_options]\naoc_inputs = false\n"
    (own.root / "pyproject.toml").write_text(settings, encoding="utf-8")
    assert session_of(own).counts == {"passed": 1}
    assert session_of(own, "-o", "aoc_inputs=true").counts == {"passed": 2}


def test_a_broken_day_fails_if_there_is_an_own_input_for_it(own: Project) -> None:
    own.day(21, "import nowhere\n", "def test_it(): pass\n")
    assert session_of(own).outcomes == {"day21": "FAILED", "test_it": "PASSED"}
    assert session_of(own, "-o", "aoc_inputs=no").outcomes == {"test_it": "PASSED"}


def test_an_input_without_an_accepted_answer_is_no_test(own: Project) -> None:
    own.day(20, DAY, EXAMPLES)
    own.remember("abc\n", day=20)
    assert session_of(own, "tests/year2021/test_day20.py").counts == {"passed": 1}
