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
from functools import cache
from glob import iglob
from os.path import abspath
from pathlib import Path
from typing import Any

import pytest

__all__ = [
    "pytest_addoption",
    "pytest_collectstart",
    "pytest_load_initial_conftests",
    "pytest_pycollect_makemodule",
    "pytest_unconfigure",
]

DAYS = "year[0-9][0-9][0-9][0-9]/day[0-9][0-9].py"
TESTS = re.compile(r"tests/year(\d{4})/test_day(\d\d)\.py")
SETTINGS = re.compile(rb"^\[tool\.aoc\b", re.MULTILINE)
IMPORT = re.compile(rb"^\s*(?:from|import)\s+aoc\b", re.MULTILINE)
IMPORTS = pytest.StashKey[Any]()
"""The `ProjectImports` of a session, once a project was found."""


@cache
def root_of(path: Path) -> str | None:
    """Return the folder of the project that a file or folder is in; `None` if in none."""
    days, tests = path / "days", path / "tests"
    if has_settings(path) or (tests.is_dir() and any(days.glob(DAYS))):
        return str(path)
    return root_of(path.parent) if path.parent != path else None


def has_settings(folder: Path) -> bool:
    """Return whether `pyproject.toml` has settings for `aoc`, right or wrong."""
    try:
        return bool(SETTINGS.search((folder / "pyproject.toml").read_bytes()))
    except OSError:
        return False


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that turns tests on your own inputs off."""
    parser.addini(
        "aoc_inputs",
        "run the days of an Advent of Code project also on your own inputs with accepted answers, "
        "from aocd's cache; nothing is fetched (default: true)",
        type="bool",
        default=True,
    )


def enter_project(config: pytest.Config, path: Path) -> None:
    """Import from the project that a file or folder is in, if it is in one.

    Raises `pytest.UsageError` if that is another one than before.
    """
    root = root_of(path)
    if root is None:
        return
    if IMPORTS not in config.stash:
        from aoc.worker.imports import ProjectImports

        config.stash[IMPORTS] = ProjectImports(root)
        config.stash[IMPORTS].enter()
    elif config.stash[IMPORTS].root != root:
        raise pytest.UsageError(
            f"{config.stash[IMPORTS].root} and {root} are two projects, whose modules have the "
            "same names: run pytest once for each of them"
        )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Load the first `conftest.py` files with the imports of the project that they are in."""
    start = early_config.invocation_params.dir
    names: list[str] = early_config.known_args_namespace.file_or_dir
    if not names and start == early_config.rootpath:
        patterns = early_config.getini("testpaths")
        names = [name for pattern in patterns for name in sorted(iglob(pattern, recursive=True))]
    for name in names or ["."]:
        enter_project(early_config, Path(abspath(start / name.partition("::")[0])))
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_collectstart(collector: pytest.Collector) -> None:
    """Import from the project that a file or folder is in, before its `conftest.py` is loaded."""
    enter_project(collector.config, collector.path)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Import as before the session."""
    root_of.cache_clear()
    if IMPORTS in config.stash:
        config.stash[IMPORTS].leave()


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    """Collect `tests/yearYYYY/test_dayDD.py` of a project with the tests made of the day.

    A project without settings for `aoc` may not use it at all: there, the file has to import it.
    """
    root = root_of(module_path)
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
