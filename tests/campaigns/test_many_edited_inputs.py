"""Many inputs that no account has: every day refuses them, or answers all ways alike."""

from __future__ import annotations

import pytest

from tests.guarantees.test_edited_inputs import count_refused, every_day

pytestmark = pytest.mark.campaign


@every_day
def test_an_edited_input_is_refused_with_the_line_or_answered_alike(number: int) -> None:
    assert count_refused(number, range(10, 250))
