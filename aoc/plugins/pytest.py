"""The pytest plugin: in a project, the examples of a day and your own inputs become tests.

There is one for each part and variant on each example in `EXAMPLES`, and on each input in the
cache of advent-of-code-data that has an accepted answer. Nothing is ever fetched. In a session,
`import` finds what is in its project, as in `aoc run`.

A folder is a project by `[tool.aoc]` in its `pyproject.toml`, or by `days/yearYYYY/dayDD.py` beside
`tests/`. Tests outside of one are left alone: this module imports little, and does little for them.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from glob import iglob
from os.path import abspath
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from aoc.worker.day_module import ProjectImports

__all__ = [
    "pytest_addoption",
    "pytest_collectstart",
    "pytest_load_initial_conftests",
    "pytest_pycollect_makemodule",
    "pytest_unconfigure",
]

INPUTS = "aoc_inputs"
"""The setting for tests on your own inputs, and the destination of its options."""
DAYS = "year[0-9][0-9][0-9][0-9]/day[0-9][0-9].py"
TESTS = re.compile(r"tests/year(\d{4})/test_day(\d\d)\.py")
SETTINGS = re.compile(rb"^\[tool\.aoc\b", re.MULTILINE)
IMPORT = re.compile(rb"^\s*(?:from|import)\s+aoc\b", re.MULTILINE)


class SessionProject:
    """The project of a session, once one was found: its modules can be imported."""

    def __init__(self) -> None:
        self.roots: dict[Path, str | None] = {}
        self.imports: ProjectImports | None = None

    def root_of(self, path: Path) -> str | None:
        """Return the folder of the project that a file or folder is in; `None` if in none."""
        if path not in self.roots:
            if is_project(path):
                self.roots[path] = str(path)
            else:
                self.roots[path] = self.root_of(path.parent) if path.parent != path else None
        return self.roots[path]

    def enter(self, path: Path) -> None:
        """Import from the project that a file or folder is in, if it is in one.

        Raises `pytest.UsageError` if that is another one than before.
        """
        root = self.root_of(path)
        if root is None:
            return
        if self.imports is None:
            from aoc.worker.day_module import ProjectImports

            self.imports = ProjectImports(root)
            self.imports.enter()
        elif self.imports.root != root:
            raise pytest.UsageError(
                f"{self.imports.root} and {root} are two projects, whose modules have the same "
                "names: run pytest once for each of them"
            )


PROJECT = pytest.StashKey[SessionProject]()


def project_of(config: pytest.Config) -> SessionProject:
    """Return the project of a session."""
    return config.stash.setdefault(PROJECT, SessionProject())


def is_project(folder: Path) -> bool:
    """Return whether a folder has `[tool.aoc]` in `pyproject.toml`, or a day beside `tests`."""
    return has_settings(folder) or (
        (folder / "days").is_dir()
        and (folder / "tests").is_dir()
        and any((folder / "days").glob(DAYS))
    )


def has_settings(folder: Path) -> bool:
    """Return whether `pyproject.toml` has settings for `aoc`, right or wrong."""
    try:
        return bool(SETTINGS.search((folder / "pyproject.toml").read_bytes()))
    except OSError:
        return False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting and the options that turn tests on your own inputs on and off."""
    parser.addini(
        INPUTS,
        "run the days of an Advent of Code project also on your own inputs with accepted answers, "
        "from aocd's cache; nothing is fetched (default: true)",
        type="bool",
        default=True,
    )
    group = parser.getgroup("aoc", "Advent of Code days")
    for option, value, about in (
        ("--aoc-inputs", True, "run the days also on your own inputs with accepted answers"),
        ("--no-aoc-inputs", False, "run the days on their examples alone"),
    ):
        about = f"{about}, whatever the setting {INPUTS} says"
        group.addoption(option, dest=INPUTS, action="store_const", const=value, help=about)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Load the first `conftest.py` files with the imports of the project that they are in."""
    start = early_config.invocation_params.dir
    names: list[str] = early_config.known_args_namespace.file_or_dir
    if not names and start == early_config.rootpath:
        patterns = early_config.getini("testpaths")
        names = [name for pattern in patterns for name in sorted(iglob(pattern, recursive=True))]
    for name in names or ["."]:
        project_of(early_config).enter(Path(abspath(start / name.partition("::")[0])))
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collectstart(collector: pytest.Collector) -> None:
    """Import from the project that a file or folder is in, before its `conftest.py` is loaded."""
    project_of(collector.config).enter(collector.path)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Import as before the session."""
    imports = project_of(config).imports
    if imports:
        imports.leave()


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    """Collect `tests/yearYYYY/test_dayDD.py` of a project with the tests made of the day.

    A project without settings for `aoc` may not use it at all: there, the file has to import it.
    """
    root = project_of(parent.config).root_of(module_path)
    match = root and TESTS.fullmatch(module_path.relative_to(root).as_posix())
    if not root or not match:
        return None
    if not has_settings(Path(root)) and not IMPORT.search(module_path.read_bytes()):
        return None
    from aoc.model import Puzzle
    from aoc.plugins.pytest_items import DayModule

    puzzle = Puzzle(int(match[1]), int(match[2]))
    module: pytest.Module = DayModule.from_parent(
        parent, path=module_path, root=root, puzzle=puzzle
    )
    return module
