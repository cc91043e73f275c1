"""`aoc doctor --fix` and `--undo`: whose script `aoc` is before, between and after."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.doctor.environment import AOCD, FOREIGN, OURS, Environment, script
from tests.marks import needs_posix_permissions, needs_posix_shell

pytestmark = [needs_posix_shell, pytest.mark.slow]

Snapshot = dict[str, tuple[int, bytes | str]]


def snapshot(folder: Path) -> Snapshot:
    """Return the modes and contents of what is in a folder; of links, where they lead."""
    return {
        path.name: (
            path.lstat().st_mode,
            os.readlink(path) if path.is_symlink() else path.read_bytes(),
        )
        for path in folder.iterdir()
        if not path.name.startswith("python")
    }


def test_the_fix_makes_the_script_ours_and_keeps_the_other(environment: Environment) -> None:
    old = environment.write("aoc", AOCD).read_bytes()
    done = environment.run("doctor", "--fix")
    assert done.code == 0
    assert done.err == (
        f"aoc-days: `aoc` in {environment.scripts} starts this program now; "
        "advent-of-code-data's script is kept, and `aoc-days doctor --undo` puts it back\n"
    )
    assert done.out == f"✔ name      `aoc` is this program: {environment.scripts / 'aoc'}\n"
    assert environment.run("--version", name="aoc").out == "aoc, version 0.1.0\n"
    assert (environment.scripts / ".aoc.before-fix").read_bytes() == old


@pytest.mark.parametrize("before", ["aocd's", "another's", "a link", "a dead link", "nothing"])
def test_undo_puts_back_exactly_what_was_there(
    environment: Environment, tmp_path: Path, before: str
) -> None:
    if before == "aocd's":
        environment.write("aoc", AOCD).chmod(0o744)
    elif before == "another's":
        environment.write("aoc", FOREIGN)
    elif before == "a link":
        os.symlink("aocd", environment.scripts / "aoc")
        environment.write("aocd", AOCD)
    elif before == "a dead link":
        os.symlink(tmp_path / "gone", environment.scripts / "aoc")
    old = snapshot(environment.scripts)
    for _ in range(2):
        assert environment.run("doctor", "--fix").code == 0
        assert environment.run("--version", name="aoc").code == 0
    once = snapshot(environment.scripts)
    assert environment.run("doctor", "--fix", name="aoc").err == "aoc: nothing to fix\n"
    assert snapshot(environment.scripts) == once
    done = environment.run("doctor", "--undo", name="aoc")
    assert done.code == 0
    assert snapshot(environment.scripts) == old
    assert environment.run("doctor", "--undo").err == "aoc-days: nothing to undo\n"
    assert snapshot(environment.scripts) == old


def test_undo_says_what_there_is_again(environment: Environment) -> None:
    environment.run("doctor", "--fix")
    assert environment.run("doctor", "--undo").err == (
        f"aoc-days: `aoc` is removed from {environment.scripts}, where there was none before\n"
    )
    environment.write("aoc", AOCD)
    environment.run("doctor", "--fix")
    assert environment.run("doctor", "--undo").err == (
        f"aoc-days: `aoc` in {environment.scripts} is advent-of-code-data's script again\n"
    )


def test_what_is_ours_is_left_alone(environment: Environment) -> None:
    environment.write("aoc", OURS)
    old = snapshot(environment.scripts)
    assert environment.run("doctor", "--fix").err == "aoc-days: nothing to fix\n"
    assert environment.run("doctor", "--undo").err == "aoc-days: nothing to undo\n"
    assert snapshot(environment.scripts) == old


def test_undo_leaves_a_script_alone_that_came_after_the_fix(environment: Environment) -> None:
    environment.write("aoc", AOCD)
    environment.run("doctor", "--fix")
    newer = environment.write("aoc", f"{AOCD}  # newer").read_bytes()
    assert environment.run("doctor", "--undo").err == "aoc-days: nothing to undo\n"
    assert (environment.scripts / "aoc").read_bytes() == newer
    assert not (environment.scripts / ".aoc.before-fix").exists()


def test_the_last_fix_is_the_one_that_is_undone(environment: Environment) -> None:
    environment.write("aoc", AOCD)
    environment.run("doctor", "--fix")
    (environment.scripts / "aoc").unlink()
    environment.run("doctor", "--fix")
    environment.run("doctor", "--undo")
    assert not (environment.scripts / "aoc").exists(), "there was none before the last fix"
    environment.run("doctor", "--fix")
    environment.write("aoc", FOREIGN)
    environment.run("doctor", "--fix")
    environment.run("doctor", "--undo")
    assert FOREIGN in (environment.scripts / "aoc").read_text()


@pytest.mark.parametrize("exposed", [None, AOCD])
def test_the_fix_reaches_where_pipx_and_uv_have_put_a_link(
    environment: Environment, tmp_path: Path, exposed: str | None
) -> None:
    environment.write("aoc", AOCD)
    local = tmp_path / "local"
    local.mkdir()
    os.symlink(environment.scripts / "aoc-days", local / "aoc-days")
    if exposed:
        (local / "aoc").write_text(script(Path("/nowhere/python"), exposed))
    old = snapshot(local), snapshot(environment.scripts)
    done = environment.run("doctor", "--fix", path=local)
    assert done.code == 0
    assert done.out == f"✔ name      `aoc` is this program: {local / 'aoc'}\n"
    assert os.readlink(local / "aoc") == str(environment.scripts / "aoc")
    assert environment.run("--version", name=local / "aoc").out == "aoc, version 0.1.0\n"
    assert environment.run("doctor", "--undo", path=local).code == 0
    assert (snapshot(local), snapshot(environment.scripts)) == old


def test_the_link_is_removed_too_if_an_upgrade_brought_the_other_script_back(
    environment: Environment, tmp_path: Path
) -> None:
    local = tmp_path / "local"
    local.mkdir()
    os.symlink(environment.scripts / "aoc-days", local / "aoc-days")
    environment.run("doctor", "--fix", path=local)
    environment.write("aoc", AOCD)
    environment.run("doctor", "--undo", path=local)
    assert os.listdir(local) == ["aoc-days"]


def test_a_program_of_somebody_else_outside_is_left_alone(
    environment: Environment, tmp_path: Path
) -> None:
    local = tmp_path / "local"
    local.mkdir()
    os.symlink(environment.scripts / "aoc-days", local / "aoc-days")
    (local / "aoc").write_text("#!/bin/sh\n")
    (local / "aoc").chmod(0o755)
    done = environment.run("doctor", "--fix", path=local)
    assert (local / "aoc").read_text() == "#!/bin/sh\n"
    assert "type `aoc-days` instead" in done.out


def test_a_folder_that_cannot_be_written_is_one_sentence(environment: Environment) -> None:
    environment.write("aoc", AOCD)
    (environment.scripts / ".aoc.before-fix" / "in the way").mkdir(parents=True)
    before = sorted(os.listdir(environment.scripts))
    done = environment.run("doctor", "--fix")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"aoc-days: {environment.scripts} cannot be written (")
    assert done.err.count("\n") == 1
    assert AOCD in (environment.scripts / "aoc").read_text()
    assert sorted(os.listdir(environment.scripts)) == before


@needs_posix_permissions
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_of_somebody_else_is_one_sentence(environment: Environment) -> None:
    environment.write("aoc", AOCD)
    environment.scripts.chmod(0o555)
    try:
        done = environment.run("doctor", "--fix")
    finally:
        environment.scripts.chmod(0o755)
    assert done.code == 2
    assert "cannot be written (Permission denied): run this as the user" in done.err


def test_without_an_installation_there_is_nothing_to_copy(environment: Environment) -> None:
    (environment.scripts / "aoc-days").unlink()
    done = environment.run("-m", "aoc", "doctor", "--fix", name="python")
    assert done.code == 2
    assert "there is no script aoc-days in this environment" in done.err
    assert not (environment.scripts / "aoc").exists()
