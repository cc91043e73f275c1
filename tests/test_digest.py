"""The digest of a text."""

from __future__ import annotations

import sys
from hashlib import sha256

import pytest

from aoc.digest import MODULES, digest_of
from aoc.digest import sha256 as find_sha256


@pytest.mark.parametrize("text", ["", "abc", "é\n", "\udcff"])
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_it_is_the_sha256_whatever_module_has_it(
    monkeypatch: pytest.MonkeyPatch, text: str, missing: int
) -> None:
    monkeypatch.setattr("aoc.digest.MODULES", (*("nowhere_at_all",) * missing, *MODULES[missing:]))
    find_sha256.cache_clear()
    assert digest_of(text) == sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    assert "nowhere_at_all" not in sys.modules
