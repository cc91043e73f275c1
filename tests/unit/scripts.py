"""Code that is run in a fresh interpreter, as it would disturb the test's own process."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.program import ROOT


def run_script(code: str, *args: str) -> Any:
    """Run code in a process group of its own, and return what it prints, which is JSON."""
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        process_group=0,
        timeout=30,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0), done
    return json.loads(done.stdout)
