"""`aoc doctor` as a whole: what it prints, its exit code, and that nothing stops it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from aoc.commands.doctor import to_line
from aoc.doctor import checks, python_check
from aoc.doctor.checks import CHECKS, make_check, make_checks
from aoc.doctor.findings import Finding, Status, listed
from aoc.doctor.python_check import OLDEST
from aoc.doctor.subject import find_subject
from aoc.errors import UsageError
from aoc.render.terminal import write
from tests.doctor.environment import findings
from tests.program import ROOT, Project

pytestmark = pytest.mark.slow


def test_every_check_says_something_in_a_project(project: Project) -> None:
    done = project.run("doctor", "--offline", "--json")
    found = findings(done)
    assert {finding["check"] for finding in found} == set(CHECKS)
    for finding in found:
        assert set(finding) == {"check", "status", "message", "remedy"}
        assert finding["status"] in ("ok", "warning", "error", "skipped")
    by_name = {finding["check"]: finding for finding in found}
    assert by_name["project"]["message"] == str(project.root)
    assert by_name["clock"]["status"] == "skipped"


def test_people_get_a_line_for_each_finding(project: Project) -> None:
    utf8 = {"PYTHONIOENCODING": "utf-8"}
    lines = project.run("doctor", "--offline", env=utf8, encoding="utf-8").out.splitlines()
    assert len(lines) == len(findings(project.run("doctor", "--offline", "--json")))
    assert f"✔ project   {project.root}" in lines


def test_a_finding_is_one_line_whatever_is_in_it() -> None:
    finding = Finding("git", Status.ERROR, "a\nb \x1b[31m é ✔", "c\td")
    out = io.StringIO()
    write(out, *to_line(finding))
    assert out.getvalue() == "✘ git       a\\nb \\x1b[31m é ✔: c\\td"


def test_a_stream_gets_signs_that_it_can_show(project: Project) -> None:
    done = project.run("doctor", "--offline", env={"PYTHONIOENCODING": "ascii"})
    assert f"+ project   {project.root}" in done.out.splitlines()


def test_it_works_outside_of_a_project(tmp_path: Path) -> None:
    project = Project(tmp_path / "project")
    project.root = tmp_path
    done = project.run("doctor", "--offline", "--json")
    by_name = {finding["check"]: finding for finding in findings(done)}
    for name in ("project", "git", "examples"):
        assert by_name[name]["status"] == "skipped"
    assert by_name["tokens"]["status"] == "ok"


def test_wrong_settings_are_a_finding(project: Project) -> None:
    (project.root / "pyproject.toml").write_text("[tool.aoc]\nyaer = 2021\n")
    done = project.run("doctor", "--offline", "--json")
    by_name = {finding["check"]: finding for finding in findings(done)}
    assert by_name["project"]["status"] == "error"
    assert "has no setting 'yaer'" in str(by_name["project"])
    assert by_name["git"]["status"] == "skipped"
    assert done.code == 1


def test_only_what_is_wrong_counts(project: Project) -> None:
    done = project.run("doctor", "--offline", "--json")
    wrong = [finding for finding in findings(done) if finding["status"] == "error"]
    assert done.code == bool(wrong)
    project.cache.write_text("a file in place of the folder")
    assert project.run("doctor", "--offline").code == 1


def test_fix_and_undo_exclude_each_other(project: Project) -> None:
    done = project.run("doctor", "--fix", "--undo")
    assert done.code == 2
    assert "--fix and --undo do not go together" in done.err


@pytest.mark.parametrize("option", ["--fix", "--undo"])
def test_offline_is_refused_where_it_does_nothing(project: Project, option: str) -> None:
    done = project.run("doctor", option, "--offline")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"aoc: --offline does nothing with {option}: leave out --offline")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (UsageError("a is wrong: do b"), Finding("python", Status.ERROR, "a is wrong", "do b")),
        (
            RuntimeError("oh"),
            Finding(
                "python",
                Status.ERROR,
                "the check itself failed with RuntimeError: oh",
                "report it, with the output of --debug",
            ),
        ),
    ],
)
def test_a_check_that_fails_is_a_finding(
    monkeypatch: pytest.MonkeyPatch, error: Exception, expected: Finding
) -> None:
    def fail(subject: object) -> list[Finding]:
        raise error

    monkeypatch.setattr(python_check, "check", fail)
    subject = find_subject(offline=True)
    first, second = make_checks(subject, ["python", "project"])
    assert first == expected
    assert second.check == "project"


def test_a_check_that_cannot_be_imported_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(checks.CHECKS, "python", "no_such_check")
    subject = find_subject(offline=True)
    [finding] = make_check("python", subject)
    assert finding.status is Status.ERROR
    assert "ModuleNotFoundError" in finding.message
    with pytest.raises(ModuleNotFoundError):
        list(make_check("python", subject, debug=True))


def test_an_old_python_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f'requires-python = ">={".".join(map(str, OLDEST))}"' in (
        ROOT / "pyproject.toml"
    ).read_text(encoding="utf-8")
    subject = find_subject(offline=True)
    [finding] = make_check("python", subject)
    assert finding.status is Status.OK
    monkeypatch.setattr(python_check, "OLDEST", (4, 0))
    [finding] = make_check("python", subject)
    assert finding.status is Status.ERROR
    assert "too old: aoc-days needs 4.0" in finding.message


def test_a_long_list_is_cut() -> None:
    assert listed(["a", "b", "c"]) == "a, b, c"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"
