"""The pytest plugin: in a project, `EXAMPLES` in the tests of a day become test functions.

There is one for each example, part and variant. If the cache of advent-of-code-data holds an
input with accepted answers, there are functions for these too. Nothing is ever fetched. While a
project's tests are collected or run, `import` finds what is in the project, as in `aoc run`.

A folder is a project by `[tool.aoc]` in its `pyproject.toml`, or by `days/yearYYYY/dayDD.py` beside
`tests/`. Tests outside of one are left alone: this module imports little, and does little for them.
"""

from __future__ import annotations

from collections.abc import Generator
from glob import iglob
from os.path import abspath
from pathlib import Path

import pytest

from aoc.plugins.project_turns import ProjectTurns

__all__ = [
    "pytest_collectstart",
    "pytest_load_initial_conftests",
    "pytest_pycollect_makeitem",
    "pytest_runtest_protocol",
    "pytest_unconfigure",
]

TURNS = pytest.StashKey[ProjectTurns]()


def turns_in(config: pytest.Config) -> ProjectTurns:
    """Return the projects of a session."""
    return config.stash.setdefault(TURNS, ProjectTurns())


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Load the first `conftest.py` files with the imports of the project that they are in.

    With several projects on the command line, they are those of none, or else of the first. The
    others follow when their folder is collected.
    """
    turns = turns_in(early_config)
    known = early_config.known_args_namespace
    start = early_config.invocation_params.dir
    names: list[str] = known.file_or_dir
    if not names and start == early_config.rootpath:
        patterns = early_config.getini("testpaths")
        names = [name for pattern in patterns for name in sorted(iglob(pattern, recursive=True))]
    roots = {
        name: turns.root_of(Path(abspath(start / name.partition("::")[0])))
        for name in names or ["."]
    }
    first = None if None in roots.values() else next(iter(roots.values()))
    given = known.file_or_dir
    if len(set(roots.values())) > 1:
        known.file_or_dir = [name for name in names if roots[name] == first]
    turns.turn_to(first)
    yield
    known.file_or_dir = given


@pytest.hookimpl(tryfirst=True)
def pytest_collectstart(collector: pytest.Collector) -> None:
    """Collect with the imports of the project that a file or folder is in."""
    turns = turns_in(collector.config)
    turns.turn_to(turns.root_of(collector.path))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Run a test with the imports of the project that it is in."""
    turns = turns_in(item.config)
    turns.turn_to(turns.root_of(item.path))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Import as before the session."""
    turns_in(config).turn_to(None)


def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> list[pytest.Item | pytest.Collector] | None:
    """Make test functions of `EXAMPLES` in `tests/yearYYYY/test_dayDD.py` of a project."""
    if name != "EXAMPLES" or not isinstance(collector, pytest.Module):
        return None
    root = turns_in(collector.config).root_of(collector.path)
    if root is None:
        return None
    from aoc.plugins.example_functions import collect_examples

    return collect_examples(collector, root, obj)
