"""A project of one's own, with two years and a helper that both use."""

from __future__ import annotations

import os
from pathlib import Path

from tests.install.environment import Environment, clean, run

HELPER = '''\
"""What several days use.

>>> numbers("1\\\\n2")
(1, 2)
"""

from __future__ import annotations


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a text, one in a line."""
    return tuple(map(int, text.split("\\n")))
'''
DAY = '''\
"""Day 1: Sums.

>>> part1((1, 2))
3
"""

from __future__ import annotations

from days.util.sums import numbers


def parse(text: str) -> tuple[int, ...]:
    """Return the numbers."""
    return numbers(text)


def part1(numbers: tuple[int, ...]) -> int:
    """Add the numbers."""
    return sum(numbers)


def part2(numbers: tuple[int, ...]) -> int:
    """Add their squares."""
    return sum(number * number for number in numbers)


if __name__ == "__main__":
    print(part1(parse("5\\n6")))
'''
TESTS = '''\
"""Day 1: Sums."""

from __future__ import annotations

from aoc import Example
from days.year{year} import day01
from tests.makers import EXAMPLE

EXAMPLES: list[Example] = [Example(EXAMPLE, part1=3, part2=5)]


def test_parse() -> None:
    assert day01.parse("1\\n2") == (1, 2)
'''
YEARS = (2015, 2022)


class OwnProject:
    """A project with an environment of its own."""

    def __init__(self, folder: Path, environment: Environment) -> None:
        self.folder = folder
        self.environment = environment
        self.cache = folder.parent / "aocd"

    def fill(self) -> None:
        """Begin day 1 of two years, solve it, and let both use a helper."""
        util = self.folder / "days" / "util"
        util.mkdir()
        (util / "sums.py").write_text(HELPER)
        (self.folder / "tests" / "makers.py").write_text('EXAMPLE = "1\\n2\\n"\n')
        for year in YEARS:
            self.aoc("new", f"{year}/1")
            (self.folder / "days" / f"year{year}" / "day01.py").write_text(DAY)
            tests = self.folder / "tests" / f"year{year}" / "test_day01.py"
            tests.write_text(TESTS.format(year=year))

    def variables(self) -> dict[str, str]:
        """Return the environment to run in, without an account."""
        # No request can leave, whatever is tried.
        dead = {"https_proxy": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9"}
        return clean(os.environ) | dead | {"AOCD_DIR": str(self.cache)}

    def aoc(self, *args: str) -> str:
        """Run the program in the project and return what it printed."""
        return self.run(self.environment.script("aoc-days"), *args)

    def python(self, *args: str) -> str:
        """Run the project's Python in the project and return what it printed."""
        return self.run(self.environment.python, *args)

    def run(self, *command: str | Path) -> str:
        """Run a command in the project and return what it printed."""
        return run(*command, cwd=self.folder, env=self.variables())
