"""Marks for tests that need what not every system has; the reason says what is missing."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import sys
from collections.abc import Iterable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

WINDOWS = os.name == "nt"
WINE = WINDOWS and hasattr(getattr(ctypes, "WinDLL")("ntdll"), "wine_get_version")  # noqa: B009
"""Whether this Windows is only Wine. (By `getattr`, as mypy finds `WinDLL` on Windows alone.)"""

slow = partial(pytest.param, marks=pytest.mark.slow)
"""Marks one case of a test: `slow(1, 2)` instead of `(1, 2)`."""


def with_slow(names: Iterable[str], *slow_names: str) -> list[Any]:
    """Mark some of the names of cases as slow."""
    return [slow(name) if name in slow_names else name for name in names]


needs_windows = pytest.mark.skipif(not WINDOWS, reason="needs Windows")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
needs_glibc = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="needs glibc, which returns freed memory"
)
needs_proc = pytest.mark.skipif(
    WINDOWS or not Path("/proc/self/environ").exists(),
    reason="needs /proc, to look into other processes",
)
needs_pty = pytest.mark.skipif(find_spec("termios") is None, reason="needs a pseudo-terminal")
# Of the group `dev`. A test is skipped where the package is missing: see `tests/conftest.py`.
needs_debugpy = pytest.mark.extra("debugpy")
needs_distributed = pytest.mark.extra("distributed")
needs_jupyter = pytest.mark.extra("nbclient")
needs_pillow = pytest.mark.extra("PIL")
needs_pyinstrument = pytest.mark.extra("pyinstrument")
needs_ruff = pytest.mark.extra("ruff")
needs_signals = pytest.mark.skipif(
    WINDOWS, reason="needs the signals of POSIX: on Windows none can be sent to one process"
)
needs_posix_permissions = pytest.mark.skipif(
    WINDOWS, reason="needs the permissions of POSIX: on Windows a mode says nothing about owners"
)
needs_posix_shell = pytest.mark.skipif(WINDOWS, reason="needs a POSIX shell")
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
needs_venv = pytest.mark.skipif(
    find_spec("venv") is None,
    reason="needs the module venv, which the embeddable Python for Windows does not have",
)


def not_on_wine(why: str) -> pytest.MarkDecorator:
    """Skip a test where Windows is only Wine, which lacks something; `why` says what."""
    return pytest.mark.skipif(WINE, reason=f"Wine {why}")
