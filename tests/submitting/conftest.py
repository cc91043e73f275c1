"""Fixtures for the tests of submitting."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.emulator import Site
from tests.submitting.player import Player


@pytest.fixture
def alice(site: Site, tmp_path: Path) -> Player:
    """Somebody with day 21 of 2021 in a project, and an account whose id is known."""
    return Player(site, tmp_path)
