"""Fixtures of all tests, and what each test with them checks.

- `project`: an empty project in a folder of its own; `day()` writes a day, `remember()` an input.
- `clock`: the time of the program and of the site: the real one, until `set()` or `advance()`.
- `site`: adventofcode.com on loopback, over TLS, with its own accounts, pages and verdicts.
- `account`: somebody who is logged in there; whose input of day 21 is in aocd's cache.
- `aoc`: the program. `aoc("run", "21")` runs it in this process; `aoc.process()` as a process,
  `aoc.start()` leaves it running, `aoc.terminal()` and `aoc.shown()` give it a terminal.

A test that uses `aoc` fails if the program shows a session token or a traceback of ours, if a
solver of an account sees a token, or if a process is left at the end. With `site`, it also fails if
an answer came twice without `--force`, if the program asked faster than it may, or if there was a
request that the test did not look at (`site.asked()`, `count()`, `wait_for()`) or `expect()`.

`pytest --processes` runs each `aoc()` as a process. Else it runs here, with workers that are forks
of one clean interpreter; those of a test that is marked `real_start` start as in a new process.
"""

from __future__ import annotations

import gc
import json
import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.emulator import Account, Clock, Site, dice_sheet
from tests.support import environment
from tests.support.aoc import Aoc
from tests.support.program import CHECK, Project

if TYPE_CHECKING:
    from tests.support.zygote import Zygote

WAITING = 2
"""How many tests wait for something at any time, such as a timeout, on average."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of these tests."""
    parser.addoption("--processes", action="store_true", help="run each `aoc()` as a process")
    parser.addoption("--slow", action="store_true", help="run the slow tests, too")


def is_of_xdist(config: pytest.Config) -> bool:
    """Return whether this process runs tests for another one."""
    return hasattr(config, "workerinput")


def pytest_configure(config: pytest.Config) -> None:
    """Run the slow tests, too, where files are named, or names or marks of tests."""
    told = getattr(config, "workerinput", None)
    if told is not None:
        config.option.slow = told["slow"]
        return
    names_files = config.args_source is pytest.Config.ArgsSource.ARGS
    names_tests = config.option.keyword or "-m" in config.invocation_params.args
    if names_files or names_tests:
        config.option.slow = True


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of xdist, which always gets the names of files, whether to run slow tests."""
    node.workerinput["slow"] = node.config.option.slow


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow tests."""
    if config.option.slow:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if item not in slow]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Say in the last line how all tests are run."""
    if config.option.slow or is_of_xdist(config):
        return
    python = sys.executable.removeprefix(os.path.join(os.getcwd(), ""))
    words = [python, "-m", "pytest", *config.invocation_params.args, "--slow"]
    config.get_terminal_writer().line(f"Slow tests are left out: `{shlex.join(words)}` runs all.")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Rewrite the asserts of a share of the modules, in each process of xdist another one.

    All processes import all modules next, and take over what another one has rewritten.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    number = int(worker["workerid"].removeprefix("gw"))
    modules = sorted(Path(__file__).parent.glob("*/test_*.py"))
    for path in modules[number :: worker["workercount"]]:
        # What is missing here is reported when the tests of the module are collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(f"tests.{path.parent.name}.{path.stem}")


def pytest_collection_finish() -> None:
    """Keep what is here from being looked at by each collection of garbage."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose package is missing: the group `test` does not have all of `dev`."""
    for mark in item.iter_markers("extra"):
        for package in mark.args:
            if find_spec(package) is None:
                pytest.skip(f"needs {package}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many tests run at once with `-n auto`."""
    return (os.cpu_count() or 1) + WAITING


@pytest.fixture(scope="session", autouse=True)
def clean_environment() -> None:
    """Leave little of the caller's environment, before anything else is done."""
    environment.clean_environment()


@pytest.fixture(autouse=True)
def same_environment(clean_environment: None) -> Iterator[None]:
    """Check that a test leaves the variables of this process as they were."""
    before = variables()
    yield
    assert variables() == before


def variables() -> dict[str, str]:
    """Return the variables of this process, without what pytest sets for each test."""
    return {name: text for name, text in os.environ.items() if name[:7] != "PYTEST_"}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    return Project(tmp_path)


@pytest.fixture
def clock() -> Clock:
    """The time of the program and of the site."""
    return Clock()


@pytest.fixture
def site(request: pytest.FixtureRequest, project: Project, clock: Clock) -> Iterator[Site]:
    """Serve adventofcode.com, fresh for each test, and lead the program there."""
    with Site(clock) as running:
        project.variables |= running.variables(project.cache)
        yield running
    if "aoc" in request.fixturenames:
        running.check()


@pytest.fixture
def account(site: Site, project: Project) -> Account:
    """An account whose id and input of day 21 are in aocd's cache."""
    made = site.account("alice")
    made.give(2021, 21, dice_sheet(7, 1))
    assert made.token
    project.variables["AOC_SESSION"] = made.token
    project.remember(made.sheets[2021, 21].input, user=made.id)
    (project.cache / "token2id.json").write_text(json.dumps({made.token: made.id}))
    (project.root / "days" / "__init__.py").write_text(CHECK)
    return made


@pytest.fixture(scope="session")
def zygote(clean_environment: None) -> Iterator[Zygote | None]:
    """The interpreter that is forked for workers, on Linux; coverage counts real starts alone."""
    if sys.platform != "linux" or "COVERAGE_PROCESS_START" in os.environ:
        yield None
        return
    from tests.support.zygote import Zygote

    made = Zygote()
    yield made
    made.end()


@pytest.fixture
def aoc(
    request: pytest.FixtureRequest, project: Project, clock: Clock, zygote: Zygote | None
) -> Iterator[Aoc]:
    """The program in the project."""
    site = request.getfixturevalue("site") if "site" in request.fixturenames else None
    is_process = request.config.getoption("--processes")
    starts_really = request.node.get_closest_marker("real_start")
    made = Aoc(
        project, clock, site, is_process=is_process, zygote=None if starts_really else zygote
    )
    yield made
    made.end()
