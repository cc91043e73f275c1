"""What tests can import in a session of pytest: their own project, with all its helpers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.pytest_session import run_pytest

START = "from days.util.grid import WHOSE\nimport helper\nfrom tests.makers import make\n"
FILES = {
    "helper.py": "WHOSE = 'NAME'\n",
    "lazy_helper.py": "WHOSE = 'NAME'\n",
    "days/util/grid.py": "WHOSE = 'NAME'\n",
    "days/util/lazy.py": "WHOSE = 'NAME'\n",
    "days/year2021/day21.py": f"""\
{START}
def parse(text):
    return text.split()

def part1(words):
    return WHOSE + helper.WHOSE + make()

def part2(words):
    import lazy_helper
    from days.util import lazy
    return lazy_helper.WHOSE + lazy.WHOSE
""",
    "tests/makers.py": "import helper\ndef make(): return helper.WHOSE\n",
    "tests/lazy_makers.py": "import lazy_helper\ndef make(): return lazy_helper.WHOSE\n",
    "tests/conftest.py": f"""\
import pytest
from days.util import grid
{START}
@pytest.fixture
def whose():
    from days.util import lazy
    return [grid, WHOSE, helper.WHOSE, make(), lazy.WHOSE]
""",
    "tests/early/test_helpers.py": f"""\
{START}
def test_helpers(whose):
    from days.util import grid
    from tests.lazy_makers import make as lazily
    assert [*whose, WHOSE, helper.WHOSE, make(), lazily()] == [grid, *["NAME"] * 8]
""",
    "tests/year2021/test_day21.py": f"""\
{START}
import sys
from aoc import Example
from days.year2021 import day21

EXAMPLES = [Example("a", part1="NAMENAMENAME", part2="NAMENAME")]

def test_the_day_is_imported_once():
    from days.year2021 import day21 as again
    assert again is day21 is sys.modules["days.year2021.day21"]

def test_whose():
    assert WHOSE == make() == "NAME"
""",
}
PACKAGES = ("days", "days/util", "days/year2021", "tests", "tests/early", "tests/year2021")
COUNT = 5
"""How many tests pass in these files."""


def write(root: Path, name: str, *, packages: bool) -> None:
    """Write a project in which everything tells its name, with or without `__init__.py`."""
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text.replace("NAME", name))
    for folder in PACKAGES if packages else ():
        (root / folder / "__init__.py").write_text("")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "packages", "folder", "args"),
    [
        ("importlib", True, "elsewhere", ["../project"]),
        (
            "prepend",
            False,
            "project",
            ["tests/year2021", "tests/early/test_helpers.py::test_helpers"],
        ),
    ],
)
def test_helpers_are_found_wherever_they_are_and_pytest_is_started(
    tmp_path: Path, mode: str, packages: bool, folder: str, args: list[str]
) -> None:
    write(tmp_path / "project", "mine", packages=packages)
    (tmp_path / "elsewhere").mkdir()
    for name in ("days", "tests"):  # Installed packages of the same names do not matter.
        (tmp_path / "installed" / name).mkdir(parents=True)
        (tmp_path / "installed" / name / "__init__.py").write_text("raise ValueError(__file__)")
    env = {"PYTHONPATH": str(tmp_path / "installed")}
    session = run_pytest(tmp_path / folder, f"--import-mode={mode}", *args, env=env)
    assert session.counts == {"passed": COUNT}, session.out


@pytest.mark.slow
def test_two_projects_in_one_session_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "a", "first", packages=True)
    write(tmp_path / "b", "second", packages=True)
    session = run_pytest(tmp_path)
    assert session.code == 4
    assert (
        f"{tmp_path / 'a'} and {tmp_path / 'b'} are two projects, whose modules have the same "
        "names: run pytest once for each of them\n"
    ) in session.out
    assert "Traceback" not in session.out
