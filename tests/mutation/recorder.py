"""A pytest plugin: which test ran which line, in whatever process, and how long each test took."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage

TIMES = "TIMES_OF_TESTS"
"""The variable with the path of the file for the times, in lines of seconds and test."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let coverage put what this process runs under the name of the test."""
    running = Coverage.current()
    if running is not None:
        running.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long a test took."""
    if report.when == "call" and report.passed and "PYTEST_XDIST_WORKER" not in os.environ:
        with Path(os.environ[TIMES]).open("a", encoding="utf-8") as file:
            file.write(f"{report.duration}\t{report.nodeid}\n")
