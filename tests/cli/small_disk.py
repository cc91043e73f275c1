"""A disk on which no file can become large."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

needs_limits = pytest.mark.skipif(find_spec("resource") is None, reason="needs limits of POSIX")


@contextmanager
def small_disk(most: int) -> Iterator[None]:
    """Let no file of this process and of those that it starts have more bytes."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
