"""The pytest fixture of the emulated site."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .emulator import Site


@pytest.fixture
def site() -> Iterator[Site]:
    """Serve adventofcode.com, fresh for each test."""
    with Site() as running:
        yield running
