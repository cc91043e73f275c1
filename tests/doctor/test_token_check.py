"""What `aoc doctor` says about session tokens, without showing one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoc.doctor.findings import Finding, Status
from aoc.doctor.subject import Subject
from aoc.doctor.token_check import check
from aoc.site.accounts import Accounts
from tests.marks import needs_posix_permissions

TOKEN = "ab" * 64
USER = "github.alice.1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of aocd, which other users cannot enter."""
    folder = tmp_path / "aocd"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("AOCD_DIR", str(folder))
    for name in ("AOC_SESSION", "AOCD_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    return folder


def log_in(folder: Path, token: str = TOKEN) -> None:
    for name, text in {
        "token": token,
        "tokens.json": json.dumps({USER: token}),
        "token2id.json": json.dumps({token: USER}),
    }.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o600)


def found() -> list[Finding]:
    findings = list(check(Subject(Accounts())))
    assert not any(TOKEN in str(finding) for finding in findings)
    return findings


def test_a_login_is_named(folder: Path) -> None:
    log_in(folder)
    assert found() == [Finding("tokens", Status.OK, f"logged in: {USER}")]


def test_no_login_is_nothing_wrong(folder: Path) -> None:
    [finding] = found()
    assert finding.status is Status.OK
    assert "no account is logged in" in finding.message
    assert "`aoc login`" in str(finding.remedy)


@pytest.mark.parametrize("name", ["tokens.json", "token2id.json"])
@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1}'])
def test_a_broken_file_is_wrong(folder: Path, name: str, text: str) -> None:
    log_in(folder)
    (folder / name).write_text(text)
    [finding] = found()
    assert finding.status is Status.ERROR
    assert finding.message == (
        f"{folder / name} is not the JSON object of accounts and tokens that aocd keeps there"
    )
    assert finding.remedy == "delete it, then `aoc login`"


@pytest.mark.parametrize("name", ["token", "tokens.json", "token2id.json"])
def test_a_file_that_cannot_be_read_is_wrong(folder: Path, name: str) -> None:
    log_in(folder)
    (folder / name).unlink()
    (folder / name).mkdir()
    [finding] = found()
    assert finding.status is Status.ERROR
    assert finding.message.startswith(f"{folder / name} cannot be read (")


def test_an_empty_token_file_is_wrong(folder: Path) -> None:
    log_in(folder)
    (folder / "token").write_text("\n")
    [finding] = found()
    assert finding.status is Status.ERROR
    assert "is empty" in finding.message


@pytest.mark.parametrize("token", ["session=" + "ab" * 64, "AB" * 64, "ab" * 60, "x"])
def test_what_cannot_be_a_token_is_said_without_showing_it(folder: Path, token: str) -> None:
    log_in(folder, token)
    warnings = [finding for finding in found() if finding.status is Status.WARNING]
    assert len(warnings) == 3
    assert not any(f" {token} " in finding.message for finding in warnings)
    assert all("is not 128 hex digits" in finding.message for finding in warnings)


def test_the_token_in_the_environment_is_looked_at(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AOC_SESSION", "cd" * 48)
    assert [finding.status for finding in found()] == [Status.OK]
    monkeypatch.setenv("AOC_SESSION", "nonsense")
    assert "in AOC_SESSION is not" in found()[0].message


@needs_posix_permissions
def test_others_must_not_be_able_to_read_a_token(tmp_path: Path, folder: Path) -> None:
    log_in(folder)
    (folder / "token").chmod(0o644)
    assert [finding.status for finding in found()] == [Status.OK], "nobody can enter the folder"
    modes = {parent: parent.stat().st_mode for parent in (folder, *folder.parents)}
    opened = [parent for parent, mode in modes.items() if not mode & 0o001]
    try:
        for parent in opened:
            parent.chmod(modes[parent] | 0o001)
        [finding] = found()
    finally:
        for parent in opened:
            parent.chmod(modes[parent])
    assert finding.status is Status.ERROR
    assert finding.message == f"every user of this computer can read {folder / 'token'}"
    assert finding.remedy == f"`chmod 600 {folder / 'token'}`"
