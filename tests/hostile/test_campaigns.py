"""A few rounds of the long campaigns; `tests/bench` has the whole of them."""

from __future__ import annotations

import pytest

from tests.marks import needs_linux

pytestmark = [pytest.mark.slow, needs_linux]


def test_no_line_is_one_at_which_a_kill_sends_an_answer_twice() -> None:
    from tests.bench.killed_submissions import campaign

    assert campaign(20, seed=1) == []


def test_no_signal_leaves_a_process_or_half_a_line() -> None:
    from tests.bench.signalled_runs import campaign

    assert campaign(10, seed=1) == []


def test_no_line_is_one_at_which_ctrl_c_is_a_traceback_or_leaves_a_process() -> None:
    from tests.bench.interrupted_programs import campaign

    assert campaign(20, seed=1) == []


def test_a_site_that_misbehaves_in_every_way_does_no_harm() -> None:
    from tests.bench.misbehaving_site import campaign

    assert campaign(150, seed=21) == []
