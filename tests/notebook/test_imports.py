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


def test_importing_the_example_imports_no_notebook() -> None:
    code = (
        "import sys; from aoc import Example; from aoc.model import Puzzle; "
        "print('aoc.notebook' in sys.modules, 'click' in sys.modules)"
    )
    assert said_by(code) == "False False"


def test_a_script_has_the_function() -> None:
    code = """
from aoc import puzzle
try:
    puzzle(2021, 26)
except Exception as error:
    print(type(error).__name__, error)
"""
    assert said_by(code) == "UsageError 2021 has no day 26: choose one from 1 to 25"
