"""Fixtures for the tests of the framework, and how many of them run at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.program import Project
from tests.site.fixture import alice, site

__all__ = ["alice", "project", "site"]

WAITING = 2
"""How many tests wait for something at any time, such as a timeout, on average."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many tests run at once with `-n auto`."""
    return (os.cpu_count() or 1) + WAITING


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    return Project(tmp_path)
