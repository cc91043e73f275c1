"""Fixtures for the tests of the framework."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program import Project
from tests.site.fixture import site

__all__ = ["project", "site"]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    return Project(tmp_path)
