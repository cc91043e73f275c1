"""The names of Python that are not public, and that the launcher of Windows needs, still exist."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.marks import not_on_wine


@not_on_wine("has Python's modules in a zip file")
@pytest.mark.parametrize("name", ["sys._base_executable", "__PYVENV_LAUNCHER__"])
def test_multiprocessing_starts_the_interpreter_of_an_environment_by_them(
    name: str,
) -> None:
    assert hasattr(sys, "_base_executable")
    spec = find_spec("multiprocessing.popen_spawn_win32")
    assert spec
    assert name in Path(spec.origin or "").read_text(encoding="utf-8")
