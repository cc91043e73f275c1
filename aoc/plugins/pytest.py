"""The pytest plugin: in a project, the examples of a day and your own inputs become tests.

There is one for each part and variant on each example in `EXAMPLES`, and on each input in the
cache of advent-of-code-data that has an accepted answer. Nothing is ever fetched. While a
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
    "MADE",
    "pytest_addoption",
    "pytest_collectstart",
    "pytest_load_initial_conftests",
    "pytest_make_collect_report",
    "pytest_runtest_makereport",
    "pytest_runtest_protocol",
    "pytest_unconfigure",
]

MADE = pytest.StashKey[bool]()
"""What marks the tests that this plugin has made."""
TURNS = pytest.StashKey[ProjectTurns]()
INPUTS = "aoc_inputs"
"""The setting for tests on your own inputs, and the destination of its options."""


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


def turns_in(config: pytest.Config) -> ProjectTurns:
    """Return the projects of a session."""
    return config.stash.setdefault(TURNS, ProjectTurns())


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Load the first `conftest.py` files with the imports of the project that they are in.

    With several projects on the command line, they are those of the first, or of none if a path is
    in no project. The others follow when their folder is collected.
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


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Collect `tests/yearYYYY/test_dayDD.py` of a project with the tests made of the day.

    It wraps pytest itself, within all other plugins: these find the tests as if they stood there.
    """
    turns = turns_in(collector.config)
    root = turns.root_of(collector.path) if isinstance(collector, pytest.Module) else None
    if isinstance(collector, pytest.Module) and root is not None:
        from aoc.plugins.day_collection import collect_day, day_file

        file = day_file(collector.path, root)
        if file is not None:
            declared = turns.is_declared(root)
            return (yield from collect_day(collector, file, declared=declared))
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report what a day raised by its own frames, unless all frames are asked for."""
    if MADE not in item.stash:
        return (yield)
    from aoc.plugins.item_reports import make_printable, shorten_summary, show_own_frames

    if not item.config.getoption("fulltrace", False):
        show_own_frames(call)
    report = yield
    shorten_summary(report, call)
    make_printable(report)
    return report
