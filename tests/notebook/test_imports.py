"""Checks `import aoc`: it is light, and has the function for notebooks."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("aoc.notebook", "aoc.model", "aoc.project", "click", "rich", "numpy", "aocd", "json")


def said_by(code: str) -> str:
    """Return what a fresh Python prints."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    ).stdout.strip()


def test_importing_aoc_imports_nothing_heavy() -> None:
    code = f"import sys, aoc; print([name for name in {HEAVY} if name in sys.modules])"
    assert said_by(code) == "[]"
