"""The processor and the system of a machine with Windows."""

from __future__ import annotations

import platform
import sys
import winreg

__all__ = ["processor_and_system"]

assert sys.platform == "win32"

KEY = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"


def processor_and_system() -> tuple[str, str]:
    """Return the model of the processor, or else its architecture, and the name of the system."""
    return model() or platform.machine(), platform.system()


def model() -> str | None:
    """Return the model of the processor, `None` if it is not known."""
    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, KEY) as key:
            name, _ = winreg.QueryValueEx(key, "ProcessorNameString")
    except OSError:
        return None
    return str(name).strip() or None
