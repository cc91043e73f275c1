"""Fixtures for the tests of the doctor."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doctor.environment import Environment


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment with `aoc-days`, and without `aoc`."""
    return Environment(tmp_path)
