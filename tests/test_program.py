"""Checks that the programs that tests start are like those of a person at a terminal."""

from __future__ import annotations

import signal
import subprocess
import sys

from tests.marks import needs_signals
from tests.program import unignored_signals

SHOW = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"


@needs_signals
def test_what_is_started_ends_by_ctrl_c_even_if_the_tests_are_a_background_job() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with unignored_signals():
            started = subprocess.Popen([sys.executable, "-c", SHOW], stdout=subprocess.PIPE)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert started.communicate()[0].strip() == b"True"
