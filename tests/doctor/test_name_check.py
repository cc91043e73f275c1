"""What `aoc doctor` says about the name: whose `aoc` is, and what to do about it."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import pytest

from aoc.doctor.scripts import Owner, owner_of
from tests.doctor.environment import AOCD, FOREIGN, OURS, Environment, script
from tests.marks import needs_posix_shell

pytestmark = [needs_posix_shell, pytest.mark.slow]


def launcher(imports: str, compression: int) -> bytes:
    """Return a program as pip makes it on Windows: a script in an archive at its end."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", compression) as file:
        file.writestr("__main__.py", script(Path("python.exe"), imports))
    return b"MZ" + bytes(1000) + b"#!python.exe\r\n" + archive.getvalue()


@pytest.mark.parametrize(
    ("content", "owner"),
    [
        (script(Path("python"), OURS).encode(), Owner.OURS),
        (script(Path("python"), AOCD).encode(), Owner.AOCD),
        (script(Path("/x/from aocd/python"), FOREIGN).encode(), Owner.OTHER),
        (script(Path("python"), "from aoc.cli import main").encode(), Owner.OTHER),
        (script(Path("python"), "from aocdays import main").encode(), Owner.OTHER),
        (b"#!/bin/sh\n'''exec' \"/a b/python\" \"$0\" \"$@\"\n' '''\n" + OURS.encode(), Owner.OURS),
        (launcher(OURS, zipfile.ZIP_STORED), Owner.OURS),
        (launcher(AOCD, zipfile.ZIP_DEFLATED), Owner.AOCD),
        (
            launcher(AOCD, zipfile.ZIP_STORED) + b"more, so that the archive is not found" * 3000,
            Owner.AOCD,
        ),
        (b"MZ" + bytes(5000), Owner.OTHER),
        (b"\x7fELF" + b"\nfrom aocd.runner import main\n" * 100_000, Owner.OTHER),
        (b"", Owner.OTHER),
    ],
)
def test_the_owner_of_a_script_is_read_from_it(
    tmp_path: Path, content: bytes, owner: Owner
) -> None:
    path = tmp_path / "aoc"
    path.write_bytes(content)
    assert owner_of(str(path)) is owner


def test_nobody_owns_what_is_not_there(tmp_path: Path) -> None:
    assert owner_of(str(tmp_path / "aoc")) is Owner.NOBODY
    os.symlink(tmp_path / "gone", tmp_path / "aoc")
    assert owner_of(str(tmp_path / "aoc")) is Owner.NOBODY


def test_all_is_well_if_the_script_is_ours(environment: Environment) -> None:
    path = environment.write("aoc", OURS)
    assert environment.name_findings() == [
        {
            "check": "name",
            "status": "ok",
            "message": f"`aoc` is this program: {path}",
            "remedy": None,
        }
    ]


@pytest.mark.parametrize("receipt", ["", "pipx_metadata.json", "uv-receipt.toml"])
def test_the_script_of_aocd_is_wrong(environment: Environment, receipt: str) -> None:
    environment.write("aoc", AOCD)
    if receipt:
        (environment.root / "env" / receipt).touch()
    who = {"": "uv kept", "pipx_metadata.json": "pipx kept", "uv-receipt.toml": "uv tool kept"}
    [finding] = environment.name_findings()
    assert finding["status"] == "error"
    assert f"`aoc` in {environment.scripts} is advent-of-code-data's" in finding["message"]
    assert who[receipt] in finding["message"]
    assert finding["remedy"].startswith("`aoc-days doctor --fix` makes it start aoc-days")
    assert environment.run("doctor", "--offline").code == 1


def test_a_missing_script_is_wrong(environment: Environment) -> None:
    [finding] = environment.name_findings()
    assert finding["status"] == "error"
    assert f"there is no `aoc` in {environment.scripts}" in finding["message"]
    assert "--fix" in finding["remedy"]


def test_the_script_of_another_package_is_wrong(environment: Environment) -> None:
    environment.write("aoc", FOREIGN)
    [finding] = environment.name_findings()
    assert finding["status"] == "error"
    assert "neither aoc-days nor advent-of-code-data" in finding["message"]


@pytest.mark.parametrize(
    ("imports", "status", "says"),
    [
        (AOCD, "error", "`aoc` is advent-of-code-data's: "),
        (FOREIGN, "warning", "`aoc` is another program's: "),
        (OURS, "warning", "`aoc` is aoc-days in another installation: "),
        (None, "warning", "no `aoc` is on PATH"),
    ],
)
def test_what_a_shell_starts_from_elsewhere_is_said(
    environment: Environment, tmp_path: Path, imports: str | None, status: str, says: str
) -> None:
    environment.write("aoc", OURS)
    other = tmp_path / "other"
    other.mkdir()
    if imports:
        (other / "aoc").write_text(script(Path("python"), imports))
        (other / "aoc").chmod(0o755)
    [finding] = environment.name_findings(path=other)
    assert finding["status"] == status
    assert finding["message"].startswith(says)
    assert str(environment.scripts) in finding["message"]
    assert f"put {environment.scripts} first in PATH" in finding["remedy"]
    code = environment.run("doctor", "--offline", path=other).code
    assert code == (1 if status == "error" else 0)


def test_the_order_in_path_decides(environment: Environment, tmp_path: Path) -> None:
    environment.write("aoc", OURS)
    other = tmp_path / "other"
    other.mkdir()
    (other / "aoc").write_text(script(Path("python"), AOCD))
    (other / "aoc").chmod(0o755)
    for path, status in (
        ([environment.scripts, other], "ok"),
        ([other, environment.scripts], "error"),
    ):
        [finding] = environment.name_findings(path=os.pathsep.join(map(str, path)))
        assert finding["status"] == status


def test_a_link_to_our_scripts_is_ours(environment: Environment, tmp_path: Path) -> None:
    environment.write("aoc", OURS)
    exposed = expose(environment, tmp_path / "local", "aoc", "aoc-days")
    [finding] = environment.name_findings(path=exposed)
    assert (finding["status"], finding["message"]) == (
        "ok",
        f"`aoc` is this program: {exposed / 'aoc'}",
    )


def test_a_shim_of_pyenv_is_judged_by_what_it_starts(
    environment: Environment, tmp_path: Path
) -> None:
    shims = tmp_path / "shims"
    shims.mkdir()
    (shims / "aoc").write_text("#!/bin/sh\nexec pyenv exec aoc\n")
    (shims / "aoc").chmod(0o755)
    environment.write("aoc", OURS)
    assert [found["status"] for found in environment.name_findings(path=shims)] == ["ok"]
    environment.write("aoc", AOCD)
    assert [found["status"] for found in environment.name_findings(path=shims)] == ["error"]


@pytest.mark.parametrize(
    ("imports", "status"), [(None, "error"), (AOCD, "error"), (FOREIGN, "warning")]
)
def test_a_folder_that_has_only_our_sure_script_is_looked_into(
    environment: Environment, tmp_path: Path, imports: str | None, status: str
) -> None:
    environment.write("aoc", OURS)
    exposed = expose(environment, tmp_path / "local", "aoc-days")
    if imports:
        (exposed / "aoc").write_text(script(Path("python"), imports))
        (exposed / "aoc").chmod(0o755)
    [finding] = environment.name_findings(path=exposed)
    assert finding["status"] == status
    assert f"`aoc` in {exposed}" in finding["message"]


def expose(environment: Environment, folder: Path, *names: str) -> Path:
    """Link scripts into a folder, as pipx and `uv tool` do."""
    folder.mkdir()
    for name in names:
        os.symlink(environment.scripts / name, folder / name)
    return folder
