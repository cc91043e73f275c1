"""`aoc show --out`: files that are there as a whole, or not at all."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from tests.commands.shows import DAY, TESTS
from tests.marks import needs_signals
from tests.program import Project, Signal


@pytest.fixture
def project(project: Project) -> Project:
    """A project with a day that has shows."""
    project.day(4, DAY, TESTS)
    return project


@pytest.mark.slow
def test_a_still_is_the_last_frame_or_that_of_a_number(project: Project) -> None:
    def text_of(*args: str) -> str:
        done = project.run("show", *args, "--seed=1", "--out=a.svg")
        assert (done.code, done.err) == (0, "")
        [text] = re.findall(r">([#.]+)</text>", (project.root / "a.svg").read_text())
        return str(text)

    assert text_of("4", "--part=1", "--still") == "###"
    assert text_of("--still", "2", "4") == "##."
    assert text_of("4", "--still=1") == "#.."
    done = project.run("show", "4", "--sample", "--still", "9", "--out=a.svg")
    assert done.err == "aoc: --still 9: the show has only 4 frames\n"
    done = project.run("show", "4", "--sample", "--still")
    assert done.err == "aoc: --still needs --out: add it, or leave out --still\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.svg", "a.html", "a.gif"])
def test_a_file_is_replaced_only_if_it_is_one_of_ours(project: Project, name: str) -> None:
    if name == "a.gif":
        pytest.importorskip("PIL")
    show = ["show", "4", "--sample", "--part=1", "--out", name]
    path = project.root / name
    path.write_bytes(b"mine")
    done = project.run(*show)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"aoc: --out {name} is a file that aoc has not written: choose another name, or replace it "
        "with --force\n"
    )
    assert path.read_bytes() == b"mine"
    assert project.run(*show, "--force").code == 0
    done = project.run(*show)
    assert (done.code, done.err) == (0, "")
    path.write_bytes(b"")
    assert project.run(*show).code == 0
    assert path.stat().st_size


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_leaves_the_old_file_and_nothing_half_written(project: Project) -> None:
    import resource

    (project.root / "a.svg").write_text("old")
    project.day(4, DAY.replace("size=3", "size=300"), TESTS)

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        done = project.run("show", "4", "--sample", "--out=a.svg", "--force")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert done.code == 2
    assert "a.svg cannot be written (File too large): fix this, then try again" in done.err
    assert (project.root / "a.svg").read_text() == "old"
    assert [path.name for path in project.root.glob("*.svg*")] == ["a.svg"]


@needs_signals
def test_ctrl_c_while_frames_are_made_leaves_no_file_and_no_process(project: Project) -> None:
    pipe = Signal(project.root / "pipe")
    do = "open('pipe', 'w').close(); time.sleep(100)"
    args = ("show", "4", "--sample", "--part=1", f"--param=do={do}", "--out=a.svg")
    process = project.start(*args)
    pipe.wait()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err.decode().splitlines()[-1]) == (130, "aoc: interrupted")
    assert not (project.root / "a.svg").exists()
