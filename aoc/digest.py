"""The digest of a text: it says whether two texts are the same, and not what they are."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

__all__ = ["digest_of"]

MODULES = ("_sha2", "_sha256", "hashlib")
"""Where SHA-256 is, from Python 3.12 on, before, and in others. As `random` of the standard library
does, hashlib is avoided: it loads OpenSSL, which takes longer than a run has time for."""


# The results of an input ask for its digest one after the other.
@lru_cache(maxsize=16)
def digest_of(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, as 64 hex digits."""
    digest: str = sha256()(text.encode("utf-8", "surrogatepass")).hexdigest()
    return digest


@cache
def sha256() -> Any:
    """Return the function, from the first module that is there."""
    name = next(name for name in MODULES if find_spec(name))
    return import_module(name).sha256
