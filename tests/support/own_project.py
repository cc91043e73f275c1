"""A project of one's own, with two years and a helper that both use."""

from __future__ import annotations

from pathlib import Path

from tests.support.environment import environment_of_installers
from tests.support.installation import Environment, run

HELPER = '''\
"""What several days use.

>>> numbers("1\\\\n2")
(1, 2)
"""


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("\\n")))
'''
DAY = '''\
"""Day 1: Sums.

>>> part1((1, 2))
3
"""

from days.util.sums import numbers


def parse(text: str) -> tuple[int, ...]:
    return numbers(text)


def part1(numbers: tuple[int, ...]) -> int:
    return sum(numbers)


def part2(numbers: tuple[int, ...]) -> int:
    return sum(number * number for number in numbers)


if __name__ == "__main__":
    print(part1(parse("5\\n6")))
'''
TESTS = '''\
"""Day 1: Sums."""

from aoc import Example
from days.year{year} import day01
from tests.makers import EXAMPLE

EXAMPLES: list[Example] = [Example(EXAMPLE, part1=3, part2=5)]


def test_parse() -> None:
    assert day01.parse("1\\n2") == (1, 2)
'''
YEARS = (2015, 2022)


def write_day(project: Path, year: int, day: str = DAY) -> None:
    """Write day 1 of a year, and the helper that it uses."""
    for name, text in ((f"year{year}/day01.py", day), ("util/sums.py", HELPER)):
        path = project / "days" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


class OwnProject:
    """A project with an environment of its own, in which day 1 of two years is solved."""

    def __init__(self, folder: Path, environment: Environment) -> None:
        self.folder = folder
        self.environment = environment
        self.cache = folder.parent / "aocd"
        (folder / "tests" / "makers.py").write_text('EXAMPLE = "1\\n2\\n"\n')
        for year in YEARS:
            self.aoc("new", f"{year}/1")
            write_day(folder, year)
            tests = folder / "tests" / f"year{year}" / "test_day01.py"
            tests.write_text(TESTS.format(year=year))

    def aoc(self, *args: str) -> str:
        """Run the program in the project and return what it printed."""
        return self.run(self.environment.script("aoc-days"), *args)

    def python(self, *args: str) -> str:
        """Run the project's Python in the project and return what it printed."""
        return self.run(self.environment.python, *args)

    def run(self, *command: str | Path) -> str:
        """Run a command in the project, without an account, and return what it printed."""
        # No request can leave, whatever is tried.
        dead = {"https_proxy": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9"}
        env = environment_of_installers() | dead | {"AOCD_DIR": str(self.cache)}
        return run(*command, cwd=self.folder, env=env)
