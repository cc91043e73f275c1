"""Files of aocd with the accounts that a test needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from aoc.errors import AocError

TOKEN = "53616c7465645f5f" + "0123456789abcdef" * 7
OTHER = "53616c7465645f5f" + "fedcba9876543210" * 7
FUTURE = "no-hex.but+of/the=future-" + "xyz" * 20
USER = "github.alice.1001"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of aocd, in a folder that has nothing else."""
    folder = tmp_path / "home" / "aocd"
    folder.mkdir(parents=True, mode=0o700)
    monkeypatch.setenv("AOCD_DIR", str(folder))
    for name in ("AOC_SESSION", "AOCD_CONFIG_DIR", "AOC_PROJECT"):
        monkeypatch.delenv(name, raising=False)
    return folder


def write(folder: Path, **files: object) -> None:
    """Write aocd's files: `token`, `tokens` and `token2id`."""
    for name, content in files.items():
        text = content if isinstance(content, str) else json.dumps(content)
        ending = "" if name == "token" else ".json"
        (folder / f"{name}{ending}").write_text(text, encoding="utf-8")
        (folder / f"{name}{ending}").chmod(0o600)


def sentence_of(call: Callable[[], object]) -> str:
    """Return the sentence of the error that a call raises."""
    with pytest.raises(AocError) as raised:
        call()
    said = str(raised.value)
    assert "\n" not in said
    assert ": " in said
    assert said.isprintable()
    return said
