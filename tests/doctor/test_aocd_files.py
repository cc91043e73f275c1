"""What `aoc doctor` says about aocd's files: session tokens, without showing one, and the cache."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from aoc.doctor import Diagnostic, Status, find_subject, make_check
from tests.marks import needs_posix_permissions

TOKEN = "ab" * 64
USER = "github.alice.1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of aocd's folder, which does not exist; the current folder is a project."""
    (tmp_path / "project" / "days" / "year2021").mkdir(parents=True)
    monkeypatch.setenv("AOC_PROJECT", str(tmp_path / "project"))
    monkeypatch.setenv("AOCD_DIR", str(tmp_path / "deep" / "aocd"))
    for name in ("AOC_SESSION", "AOCD_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "deep" / "aocd"


def log_in(folder: Path, token: str = TOKEN) -> None:
    folder.mkdir(parents=True, mode=0o700)
    for name, text in {
        "token": token,
        "tokens.json": json.dumps({USER: token}),
        "token2id.json": json.dumps({token: USER}),
    }.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o600)


def found(check: str) -> list[Diagnostic]:
    diagnostics = list(make_check(check, find_subject(), debug=True))
    assert not any(TOKEN in str(diagnostic) for diagnostic in diagnostics)
    return diagnostics


def test_a_login_is_named(folder: Path) -> None:
    log_in(folder)
    assert found("tokens") == [Diagnostic(Status.OK, f"logged in: {USER}")]


@needs_posix_permissions
def test_others_must_not_be_able_to_read_a_token(folder: Path) -> None:
    log_in(folder)
    (folder / "token").chmod(0o644)
    assert [diagnostic.status for diagnostic in found("tokens")] == [Status.OK], "a closed folder"
    modes = {parent: parent.stat().st_mode for parent in (folder, *folder.parents)}
    opened = [parent for parent, mode in modes.items() if not mode & 0o001]
    try:
        for parent in opened:
            parent.chmod(modes[parent] | 0o001)
        diagnostic, _ = found("tokens")
    finally:
        for parent in opened:
            parent.chmod(modes[parent])
    text = f"every user of this computer can read {folder / 'token'}"
    assert diagnostic == Diagnostic(Status.ERROR, text, f"`chmod 600 {folder / 'token'}`")


def test_a_cache_that_can_be_written_or_made_is_well(folder: Path) -> None:
    text = f"{folder} will be created when something is cached"
    assert found("cache") == [Diagnostic(Status.OK, text)]
    assert not folder.parent.exists()
    (folder / USER).mkdir(parents=True)
    assert found("cache") == [Diagnostic(Status.OK, str(folder))]
    assert os.listdir(folder) == [USER]
