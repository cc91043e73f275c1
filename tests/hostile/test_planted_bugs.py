"""Bugs planted in variants of real days: `aoc fuzz` finds each, and shows it on a small input."""

from __future__ import annotations

import pytest

from tests.bench.planted_bugs import BUGS, CHARACTERS, Bug, smallest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_found_on_a_small_input(bug: Bug) -> None:
    text = smallest(bug)
    assert text is not None
    assert len(text) <= CHARACTERS
