"""Marks for tests that need what not every system has; the reason says what is missing."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

WINDOWS = os.name == "nt"
WINE = WINDOWS and hasattr(getattr(ctypes, "WinDLL")("ntdll"), "wine_get_version")  # noqa: B009
"""Whether this Windows is only Wine. (By `getattr`, as mypy finds `WinDLL` on Windows alone.)"""

needs_windows = pytest.mark.skipif(not WINDOWS, reason="needs Windows")
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
needs_glibc = pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="needs glibc, which returns freed memory"
)
needs_proc = pytest.mark.skipif(
    WINDOWS or not Path("/proc/self/environ").exists(),
    reason="needs /proc, to look into other processes",
)
needs_pty = pytest.mark.skipif(
    find_spec("termios") is None, reason="needs a pseudo-terminal"
)
needs_pyinstrument = pytest.mark.skipif(
    find_spec("pyinstrument") is None,
    reason="needs pyinstrument, which has no wheel for 3.15 yet",
)
needs_pillow = pytest.mark.skipif(find_spec("PIL") is None, reason="needs Pillow")
needs_debugpy = pytest.mark.skipif(find_spec("debugpy") is None, reason="needs debugpy")
needs_distributed = pytest.mark.skipif(
    find_spec("distributed") is None, reason="needs Dask"
)
needs_signals = pytest.mark.skipif(
    WINDOWS,
    reason="needs the signals of POSIX: on Windows none can be sent to one process",
)
needs_posix_permissions = pytest.mark.skipif(
    WINDOWS,
    reason="needs the permissions of POSIX: on Windows a mode says nothing about owners",
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
