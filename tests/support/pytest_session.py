"""Sessions of pytest in made-up projects, run as a person would."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.support.environment import environment_of_programs
from tests.support.program import NOWHERE


class Session(NamedTuple):
    """What a session of pytest came to."""

    code: int
    out: str

    @property
    def outcomes(self) -> dict[str, dict[str, str]]:
        """The outcome of each test by its name, for each module by its name."""
        found: dict[str, dict[str, str]] = {}
        for module, name, outcome in re.findall(r"(\w+)\.py::(\S+) ([A-Z]+)\b", self.out):
            found.setdefault(module, {})[name] = outcome
        return found

    @property
    def counts(self) -> dict[str, int]:
        """How many tests had each outcome, as in the last line."""
        last = self.out.rstrip().rpartition("\n")[2]
        return {name: int(count) for count, name in re.findall(r"(\d+) ([a-z]+)", last)}

    def failure(self, name: str) -> str:
        """Return what is shown of a test that failed, below its headline."""
        pattern = rf"^_+ {re.escape(name)} _+\n((?:.*\n)*?)(?:____|====|----)"
        found = re.search(pattern, self.out, re.MULTILINE)
        assert found, self.out
        return found[1].rstrip()


def run_pytest(folder: Path, *args: str, env: Mapping[str, str] = {}) -> Session:
    """Run pytest in a folder, which by itself is not on `sys.path`, without a network."""
    own = {"AOCD_DIR": str(folder / "aocd"), "COLUMNS": "200", "https_proxy": NOWHERE}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-v", "-p", "no:cacheprovider", *args],
        cwd=folder,
        env=environment_of_programs() | own | dict(env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return Session(done.returncode, done.stdout + done.stderr)
