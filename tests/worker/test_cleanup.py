"""That no worker outlives the process that forked it, however that one ends."""

from __future__ import annotations

import signal
import subprocess
import sys

from tests.marks import needs_linux

pytestmark = needs_linux

PARENT = """\
import os, time
from aoc.worker.cleanup import family_maker

make_family, parent = family_maker(), os.getpid()
if os.fork():
    time.sleep(20)
else:
    make_family(parent)
    print("ready", flush=True)
    time.sleep(10)
    print("outlived", flush=True)
"""
LATE = """\
import os
from aoc.worker.cleanup import family_maker

family_maker()(os.getppid() + 1)
print("outlived", flush=True)
"""


def test_a_worker_ends_with_the_process_that_forked_it() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == b"ready\n"
        parent.kill()
        assert parent.stdout.read() == b""


def test_a_worker_whose_parent_has_ended_already_ends_too() -> None:
    done = subprocess.run([sys.executable, "-c", LATE], stdout=subprocess.PIPE, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, b"")
