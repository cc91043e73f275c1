"""Fixtures for the tests of running."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from tests.program import Project
from tests.running.family import Family


@pytest.fixture
def family(project: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[Family]:
    """A worker with a child; whatever a test leaves of them is ended."""
    made = Family(project, monkeypatch)
    yield made
    for pid in made.left:
        os.kill(pid, signal.SIGKILL)
    if made.launcher:
        made.launcher.close()
