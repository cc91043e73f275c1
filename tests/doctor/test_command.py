"""`aoc doctor` as a whole: what it prints, its exit code, and that nothing stops it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from aoc.doctor import CHECKS, Diagnostic, Status, find_subject, installation, make_check
from tests.program import Project

pytestmark = pytest.mark.slow


def test_every_check_is_a_line_and_an_object(project: Project) -> None:
    objects = project.run("doctor", "--offline", "--json").lines
    assert [each["check"] for each in objects] == list(CHECKS)
    utf8 = {"PYTHONIOENCODING": "utf-8"}
    lines = project.run("doctor", "--offline", env=utf8, encoding="utf-8").out.splitlines()
    signs = {"ok": "✔", "warning": "!", "error": "✘", "skipped": "·"}
    for line, each in zip(lines, objects, strict=True):
        remedy = f": {each['remedy']}" if each["remedy"] else ""
        assert line == f"{signs[each['status']]} {each['check']:7}  {each['message']}{remedy}"
    assert f"✔ project  {project.root}" in lines
    ascii_lines = project.run("doctor", "--offline", env={"PYTHONIOENCODING": "ascii"}).out
    assert f"+ project  {project.root}\n" in ascii_lines


def test_outside_of_a_project_what_needs_one_is_skipped(project: Project) -> None:
    project.root = project.root.parent
    done = project.run("doctor", "--offline", "--json")
    status = {each["check"]: each["status"] for each in done.lines}
    assert [status[name] for name in ("project", "git")] == ["skipped"] * 2
    assert status["tokens"] == "ok"


def test_a_check_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(subject: object) -> Iterator[Diagnostic]:
        raise RuntimeError("oh")

    monkeypatch.setattr(installation, "check_python", fail)
    text = "the check itself failed with RuntimeError: oh"
    expected = Diagnostic(Status.ERROR, text, "report it, with the output of --debug")
    assert list(make_check("python", find_subject())) == [expected]
