"""The pytest fixtures of the emulated site, and of somebody who has an account there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .accounts import Account
from .emulator import Site
from .puzzles import dice_sheet


@pytest.fixture
def site() -> Iterator[Site]:
    """Serve adventofcode.com, fresh for each test."""
    with Site() as running:
        yield running


@pytest.fixture
def alice(site: Site) -> Account:
    """An account with day 21 of 2021."""
    account = site.account("alice")
    account.give(2021, 21, dice_sheet(7, 1))
    return account
