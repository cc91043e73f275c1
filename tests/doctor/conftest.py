"""Fixtures for the tests of the doctor."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doctor.environment import Environment
from tests.marks import WINDOWS


@pytest.fixture
def environment(tmp_path: Path) -> Environment:
    """An environment with `aoc-days`, and without `aoc`."""
    if WINDOWS:
        pytest.skip("its scripts are those of systems like Unix")
    return Environment(tmp_path)
