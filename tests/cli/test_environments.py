"""A project whose folder is an environment of Python, or lies in one, runs as any other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.environments import Environment
from tests.support.marks import needs_venv
from tests.support.program import Finished, Project

pytestmark = needs_venv

SCRIPTS = {
    "2021/day01.py": 'print("Part 1:", len(open("input.txt").read().split()))\n',
    "2021/day02.py": "from pathlib import Path\n"
    'print("Part 1:", len((Path(__file__).parent / "inputs" / "02.txt").read_text().split()))\n',
    "lib/2022/day03.py": 'import sys\nprint("Part 1:", len(sys.stdin.read().split()))\n',
}
LAYOUTS = """\
layouts = [
    { days = "{year}/day{day:02}.py", run = "script" },
    { days = "lib/{year}/day{day:02}.py", run = "script" },
]
"""


def scripts(root: Path) -> Project:
    """Write scripts into a folder, which is to be a project."""
    for name, text in SCRIPTS.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    project = Project(root)
    del project.variables["AOC_YEAR"]
    for name in ("days", "tests"):
        shutil.rmtree(root / name)
    for puzzle in ("2021_01", "2021_02", "2022_03"):
        folder = project.account_files("github.alice.1")
        (folder / f"{puzzle}_input.txt").write_text("1\n2\n31\n")
    return project


def run(project: Project, environment: Environment, *args: str) -> Finished:
    """Run the program with the Python of an environment."""
    return project.run(*args, python=str(environment.python))


PLACES = {"the folder itself": ".", "a folder in it": "src/aoc", "a hidden one": ".virtual/aoc"}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_scripts_in_an_environment_get_their_input(tmp_path: Path, place: str) -> None:
    environment = Environment(tmp_path)
    project = scripts(tmp_path / place)
    project.configure(LAYOUTS)
    done = run(project, environment, "run", "all", "--json")
    answers = [(one["year"], one["day"], one["answer"]) for one in done.results if one["answer"]]
    assert answers == [(2021, 1, "3"), (2021, 2, "3"), (2022, 3, "3")], done


def test_init_leaves_the_environments_alone(tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    Environment(tmp_path / "day05")
    (tmp_path / "day05" / "day05.py").write_text("print(5)\n")
    project = scripts(tmp_path)
    assert run(project, environment, "init", "--yes").code == 0
    settings = (tmp_path / "pyproject.toml").read_text()
    assert 'days = "{year}/day{day:02}.py"' in settings
    assert 'days = "lib/{year}/day{day:02}.py"' in settings
    assert settings.count("days = ") == 2, settings
