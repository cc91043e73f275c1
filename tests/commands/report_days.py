"""Days and a README for the tests of `aoc report`."""

from __future__ import annotations

from pathlib import Path

from tests.program import Finished, Project

SOLVED = """\
def parse(text):
    return text

def part1(text):
    return len(text)

def part2(text):
    return 2
"""
SAMPLE = "def sample(rng):\n    return 'x\\n'\n"
DAYS = "<!-- days -->\n<!-- /days -->\n"
PICTURES = "<!-- pictures -->\n<!-- /pictures -->\n"
BOTH = f"# Mine\n\n{PICTURES}\n{DAYS}\nend\n"


def titled(day: int, title: str, idea: str = "It is easy") -> str:
    """Return the source of a solved day with a title and an idea."""
    return f'"""Day {day}: {title}.\n\n{idea}.\n"""\n\n{SOLVED}'


def with_readme(project: Project, text: str = BOTH) -> Path:
    """Write the README of a project, and return its path."""
    path = project.root / "README.md"
    path.write_bytes(text.encode())
    return path


def picture_names(year: int = 2021) -> list[str]:
    """Return the names of the pictures of a year, sorted."""
    return [f"{kind}-{year}.svg" for kind in ("calendar", "times")]


def messages(done: Finished) -> list[str]:
    """Return the sentences on stderr."""
    return [line for line in done.err.splitlines() if line.startswith("aoc: ")]
