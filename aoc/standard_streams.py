"""The standard streams: in place of a closed one, the null device is opened."""

from __future__ import annotations

import os
import sys

__all__ = ["open_closed_streams"]

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
"""The names and modes of the streams, in the order of their file descriptors."""


def open_closed_streams() -> None:
    """Open the null device in place of each standard stream that is closed.

    Otherwise the next file, pipe or socket that is opened gets its descriptor, and what is
    printed goes there.
    """
    for descriptor, (name, mode) in enumerate(STREAMS):
        if getattr(sys, name) is not None:
            continue
        null = os.open(os.devnull, os.O_RDWR)
        if null == descriptor:
            os.set_inheritable(null, True)
        else:
            os.dup2(null, descriptor)
            os.close(null)
        setattr(sys, name, open(descriptor, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
