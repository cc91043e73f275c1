"""A few rounds of the long campaigns against submitting; `tests/bench` has the whole of them."""

from __future__ import annotations

import pytest

from tests.marks import needs_signals

pytestmark = [pytest.mark.slow, needs_signals]


def test_no_line_is_one_at_which_a_kill_sends_an_answer_twice() -> None:
    from tests.bench.killed_submissions import campaign

    assert campaign(20, seed=1) == []


def test_no_signal_sends_an_answer_twice_or_leaves_a_process() -> None:
    from tests.bench.signalled_submissions import campaign

    assert campaign(10, seed=1) == []
