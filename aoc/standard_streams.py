"""The standard streams: a closed one is null, stderr never fails, and ASCII stays ASCII."""

from __future__ import annotations

import codecs
import io
import os
import sys
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["ErrorBuffer", "open_closed_streams", "prepare_output"]

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
"""The names and modes of the streams, in the order of their file descriptors."""

# `click` writes UTF-8 to a stream whose encoding is called `ascii`, so it gets another name here.
NAME = "only-ascii"


class ErrorBuffer(io.BufferedWriter):
    """The buffer of stderr; what cannot be written there is lost, as there is nowhere to say so.

    That is caught here and not in the file below: Ctrl-C right after the file has written
    something would make this class write it again.
    """

    def write(self, data: Buffer) -> int:
        """Write bytes, as many as can be written; return how many there were."""
        with suppress(OSError):
            super().write(data)
        return memoryview(data).nbytes

    def flush(self) -> None:
        """Write what is held back, as far as that can be done."""
        with suppress(OSError):
            super().flush()


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


def prepare_output() -> None:
    """Let writing to stderr never fail, and ASCII be written in ASCII by all libraries."""
    err = sys.stderr
    if isinstance(err, io.TextIOWrapper) and type(raw_of(err)) is io.FileIO:
        buffer = ErrorBuffer(io.FileIO(err.fileno(), "w", closefd=False))
        sys.stderr = io.TextIOWrapper(buffer, err.encoding, err.errors, line_buffering=True)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and is_ascii(stream.encoding):
            codecs.register(find_codec)
            stream.reconfigure(encoding=NAME)


def raw_of(stream: io.TextIOWrapper) -> object:
    """Return the file that a stream writes to; with `python -u`, no buffer is between them."""
    return getattr(stream.buffer, "raw", stream.buffer)


def is_ascii(encoding: str) -> bool:
    """Return whether an encoding is that of ASCII, under any of its names."""
    return codecs.lookup(encoding).name == "ascii"


def find_codec(name: str) -> codecs.CodecInfo | None:
    """Return the codec of ASCII for our name of it; this is for `codecs.register`."""
    if name.replace("_", "-") != NAME:
        return None
    plain = codecs.lookup("ascii")
    return codecs.CodecInfo(
        plain.encode,
        plain.decode,
        plain.streamreader,
        plain.streamwriter,
        plain.incrementalencoder,
        plain.incrementaldecoder,
        name=NAME,
    )
