"""A few rounds of the long campaign against running; `tests/bench` has the whole of it."""

from __future__ import annotations

import pytest

from tests.marks import needs_linux

pytestmark = [pytest.mark.slow, needs_linux]


def test_no_signal_leaves_a_process_or_half_a_line() -> None:
    from tests.bench.signalled_runs import campaign

    assert campaign(10, seed=1) == []
