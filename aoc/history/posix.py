"""The processor and the system of a machine with Linux, macOS or another system like Unix."""

from __future__ import annotations

import os
import sys

__all__ = ["processor_and_system"]

CPU_INFO = "/proc/cpuinfo"
NAMES = (b"model name", b"Model", b"cpu model", b"Hardware")
"""What Linux calls the model, by kind of processor."""
BEGINNING = 4096
"""Bytes of the file that tell of the first core."""


def processor_and_system() -> tuple[str, str]:
    """Return the model of the processor, or else its architecture, and the name of the system.

    The module `platform` finds the same, but importing it takes longer than all that is done here.
    """
    about = os.uname()
    return model() or about.machine, about.sysname


def model() -> str | None:
    """Return the model of the processor, `None` if it is not known."""
    if sys.platform == "darwin":
        import subprocess

        command = ("/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string")
        try:
            return subprocess.check_output(command, text=True).strip() or None
        except (OSError, subprocess.SubprocessError):
            return None
    try:
        with open(CPU_INFO, "rb", buffering=0) as file:
            return model_in(file.read(BEGINNING))
    except OSError:
        return None


def model_in(info: bytes) -> str | None:
    """Return the model that the beginning of `/proc/cpuinfo` names, if it does."""
    pairs = [line.partition(b":") for line in info.split(b"\n")]
    found = {name.strip(): value.strip() for name, _, value in reversed(pairs)}
    model = next((found[name] for name in NAMES if found.get(name)), b"")
    return model.decode(errors="replace") or None
