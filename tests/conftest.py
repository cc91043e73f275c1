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

`pytest --processes` runs each `aoc()` as a process.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.emulator import Account, Clock, Site, dice_sheet
from tests.support import environment
from tests.support.aoc import Aoc
from tests.support.program import CHECK, Project

WAITING = 2
"""How many tests wait for something at any time, such as a timeout, on average."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of these tests."""
    parser.addoption(
        "--processes", action="store_true", help="run each `aoc()` as a process"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many tests run at once with `-n auto`."""
    return (os.cpu_count() or 1) + WAITING


@pytest.fixture(scope="session", autouse=True)
def clean_environment() -> None:
    """Leave little of the caller's environment, before anything else is done."""
    environment.clean_environment()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    return Project(tmp_path)


@pytest.fixture
def clock() -> Clock:
    """The time of the program and of the site."""
    return Clock()


@pytest.fixture
def site(
    request: pytest.FixtureRequest, project: Project, clock: Clock
) -> Iterator[Site]:
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


@pytest.fixture
def aoc(
    request: pytest.FixtureRequest, project: Project, clock: Clock
) -> Iterator[Aoc]:
    """The program in the project."""
    site = request.getfixturevalue("site") if "site" in request.fixturenames else None
    is_process = request.config.getoption("--processes")
    made = Aoc(project, clock, site, is_process=is_process)
    yield made
    made.end()
