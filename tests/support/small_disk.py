"""A disk on which no file can become large."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from unittest import mock

import pytest

needs_limits = pytest.mark.skipif(find_spec("resource") is None, reason="needs limits of POSIX")


@contextmanager
def small_disk(most: int) -> Iterator[None]:
    """Let no file of this process and of those that it starts have more bytes.

    No module is compiled then: what is cut off would stay.
    """
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        with (
            mock.patch.object(sys, "dont_write_bytecode", True),
            mock.patch.dict(os.environ, PYTHONDONTWRITEBYTECODE="1"),
        ):
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
