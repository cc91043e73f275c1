"""The pytest plugin: in a project, the examples of a day and your own inputs become tests.

There is one for each part and variant on each example in `EXAMPLES`, and on each input in the
cache of advent-of-code-data that has an accepted answer. Nothing is ever fetched. In a session,
`import` finds the modules of its project, as in `aoc run`.

A folder is a project by `[tool.aoc]` in its `pyproject.toml`, or by `days/yearYYYY/dayDD.py` beside
`tests/`. Tests outside of one are left alone: this module imports little, and does little for them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from os.path import abspath
from pathlib import Path

import pytest

DAYS = "year[0-9][0-9][0-9][0-9]/day[0-9][0-9].py"
TESTS = re.compile(r".*/tests/year\d{4}/test_day\d\d\.py")
IMPORT = re.compile(rb"^\s*(?:from|import)\s+aoc(?:_days)?\b", re.MULTILINE)
OURS = sys.modules["aoc"]
"""Our `aoc`, which need not be the one that tests outside of a project import."""
ROOT = pytest.StashKey[Path]()
"""The folder of the project of a session, once one was found."""


def enter_project(config: pytest.Config, folders: Iterable[Path]) -> None:
    """Import from the first of some folders that is a project, until the session is over.

    Raises `pytest.UsageError` if it is another project than before.
    """
    root = next(filter(is_project, folders), None)
    if root is None:
        return
    if ROOT not in config.stash:
        # Tests outside of a project need none of this. In one with an `aoc` of its own, our
        # modules can only be imported before that is entered.
        sys.modules["aoc"] = OURS
        from aoc.plugins import pytest_items  # noqa: F401
        from aoc.worker.day_module import ProjectImports

        config.stash[ROOT] = root
        imports = ProjectImports(str(root))
        imports.enter()
        # Another session may follow in the same process.
        config.add_cleanup(imports.leave)
    elif config.stash[ROOT] != root:
        raise pytest.UsageError(
            f"{config.stash[ROOT]} and {root} are two projects, whose modules have the same "
            "names: run pytest once for each of them"
        )


def is_project(folder: Path) -> bool:
    """Return whether a folder has `[tool.aoc]` in `pyproject.toml`, or a day beside `tests`."""
    try:
        # A parser of TOML would be imported also where nothing is about `aoc`.
        if b"[tool.aoc" in (folder / "pyproject.toml").read_bytes():
            return True
    except OSError:
        pass
    days = (folder / "days").glob(DAYS)
    return (folder / "tests").is_dir() and any(days)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that turns tests on your own inputs off."""
    parser.addini(
        "aoc_inputs",
        "run the days of an Advent of Code project also on your own inputs with accepted answers, "
        "from aocd's cache; nothing is fetched (default: true)",
        type="bool",
        default=True,
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Import from the project that each argument is in, before the first `conftest.py` is."""
    for name in early_config.known_args_namespace.file_or_dir or ["."]:
        # An argument may name a test, as in `test_day01.py::test_it`.
        file = name.partition("::")[0]
        path = Path(abspath(early_config.invocation_params.dir / file))
        enter_project(early_config, [path, *path.parents])


@pytest.hookimpl(tryfirst=True)
def pytest_collectstart(collector: pytest.Collector) -> None:
    """Import from a project before the `conftest.py` in its folder is loaded."""
    enter_project(collector.config, [collector.path])


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    """Collect `tests/yearYYYY/test_dayDD.py` of a project with the tests made of the day.

    A project may not use `aoc` at all: the file has to import it.
    """
    if not TESTS.fullmatch(module_path.as_posix()):
        return None
    if not is_project(module_path.parents[2]):
        return None
    if not IMPORT.search(module_path.read_bytes()):
        return None
    from aoc.plugins.pytest_items import DayModule

    module: pytest.Module = DayModule.from_parent(parent, path=module_path)
    return module
