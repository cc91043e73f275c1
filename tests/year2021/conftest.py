"""Marks the examples that a plain variant takes seconds for."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

SLOW = "_all_moves]"
"""How the names of these tests end: the variants of day 23 that try every move."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Mark them before what is slow is left out."""
    for item in items:
        if item.name.endswith(SLOW):
            item.add_marker("slow")
