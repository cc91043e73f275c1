"""What an exit code on Windows says, and those of POSIX at their limits."""

from __future__ import annotations

import pytest

from aoc.model import Kind
from aoc.running.running_job import cause_of_death
from tests.marks import needs_signals

CRASHES = {
    "0xc0000005": "an access violation",
    "0xc00000fd": "a stack overflow",
    "0xc0000135": "an error",
    "0xffffffff": "an error",
}


@pytest.mark.parametrize(("code", "name"), CRASHES.items())
def test_the_errors_that_windows_ends_a_process_with_have_names(code: str, name: str) -> None:
    assert cause_of_death(int(code, 16)) == (Kind.CRASH, f"was ended by {name} ({code})")


@needs_signals
def test_the_signal_with_the_lowest_number_has_its_name() -> None:
    assert cause_of_death(-1) == (Kind.CRASH, "was killed by SIGHUP")
