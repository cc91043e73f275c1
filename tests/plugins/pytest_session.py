"""Sessions of pytest in made-up projects, run as a person would."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class Session(NamedTuple):
    """What a session of pytest came to."""

    code: int
    out: str

    @property
    def outcomes(self) -> dict[str, str]:
        """The outcome of each test, by its name without the path."""
        return dict(re.findall(r"::(\S+) ([A-Z]+)\b", self.out))

    @property
    def counts(self) -> dict[str, int]:
        """How many tests had each outcome, as in the last line."""
        last = self.out.rstrip().rpartition("\n")[2]
        return {name: int(count) for count, name in re.findall(r"(\d+) ([a-z]+)", last)}


def run_pytest(folder: Path, *args: str, env: Mapping[str, str] = {}, stdin: str = "") -> Session:
    """Run pytest in a folder, which by itself is not on `sys.path`."""
    ours = {k: v for k, v in os.environ.items() if not k.startswith(("AOC", "PYTEST", "NO_COLOR"))}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-v", "-p", "no:cacheprovider", *args],
        cwd=folder,
        env=ours | {"AOCD_DIR": str(folder / "aocd"), "COLUMNS": "200"} | dict(env),
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    return Session(done.returncode, done.stdout + done.stderr)
