"""Inputs without an account: files such as `inputs/2021/21.txt` in the project."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from tests.emulator import Site
from tests.emulator.program import aoc, cache_of, make_project
from tests.marks import WINDOWS
from tests.program import Project
from tests.submitting.consent import consent

DAY = "def parse(text):\n    return text\n\ndef part1(text):\n    return text\n"
SAMPLE = "def sample(rng):\n    return 'made up'\n"
NAME = os.path.join("inputs", "2021", "21.txt")
IS_A_FOLDER = os.strerror(errno.EACCES if WINDOWS else errno.EISDIR)


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose day 21 answers with its input."""
    project.day(21, DAY, SAMPLE)
    return project


def put(root: Path, text: str, name: str = NAME) -> None:
    """Write an input into a project."""
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


def test_a_file_in_the_project_is_the_input(project: Project) -> None:
    put(project.root, "mine\n")
    done = project.run("run", "21", "--json", "--part", "1")
    [result] = done.results
    assert (result["input"], result["answer"]) == (f"file {NAME}", "mine")
    assert (done.code, done.err) == (0, "")


def test_an_answer_that_the_site_has_accepted_is_recorded_beside_the_input(
    project: Project,
) -> None:
    two = DAY + "\ndef part2(text):\n    return text * 2\n"
    project.day(21, two, SAMPLE)
    put(project.root, "7\n")
    done = project.run("submit", "21", "--accepted", " 7 ")
    name = os.path.splitext(NAME)[0] + ".answers"
    said = f"{name}: 7 is the answer to part 1 of 2021/21\n"
    assert (done.code, done.out, done.err) == (0, said, "")
    assert project.run("submit", "21", "--accepted", "78").code == 0
    results = [one for one in project.run("run", "21", "--json").results if one["part"]]
    assert [(r["answer"], r["expected"], r["verdict"]) for r in results] == [
        ("7", "7", "pass"),
        ("77", "78", "fail"),
    ]
    done = project.run("submit", "21", "--accepted", "77")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"aoc: {name} has both answers: say which one to replace with --part\n"
    assert project.run("submit", "21", "--accepted", "77", "-p", "2").code == 0
    assert project.run("run", "21", "--json").code == 0


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("--accepted None", "--accepted 'None' cannot be an answer"),
        ("--accepted 7 --answer 7", "--accepted and --answer do not go together"),
    ],
)
def test_only_an_answer_is_recorded(project: Project, args: str, sentence: str) -> None:
    done = project.run("submit", "21", *args.split())
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert not (project.root / "inputs").exists()


def test_the_cache_comes_before_the_file(project: Project) -> None:
    put(project.root, "mine\n")
    project.remember("cached\n")
    done = project.run("run", "21", "--json", "--part", "1")
    assert [r["answer"] for r in done.results] == ["cached"]


def test_another_day_has_no_use_for_the_file(project: Project) -> None:
    put(project.root, "mine\n")
    project.day(20, DAY, SAMPLE)
    done = project.run("run", "20-21", "--json", "--part", "1")
    assert [r["input"] for r in done.results] == ["sample 0", f"file {NAME}"]
    assert "2021/20 ran on a made-up input" in done.err


@pytest.mark.parametrize("folder", ["private", "../elsewhere", "{root}/far"])
def test_the_folder_is_a_setting(project: Project, folder: str) -> None:
    folder = folder.format(root=project.root.as_posix())
    settings = f"[tool.aoc]\ninputs = '{folder}'\n"
    (project.root / "pyproject.toml").write_text(settings, encoding="utf-8")
    name = os.path.join(folder, "2021", "21.txt")
    put(project.root, "mine\n", name)
    [result] = project.run("run", "21", "--json", "--part", "1").results
    assert (result["input"], result["answer"]) == (f"file {name}", "mine")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is empty"),
        ("<!DOCTYPE html>\n<html>", "is an HTML page"),
        ("Puzzle inputs differ by user.  Please log in.", "is the site's request to log in"),
    ],
)
def test_what_cannot_be_an_input_is_refused(project: Project, text: str, reason: str) -> None:
    put(project.root, text)
    done = project.run("run", "21", "--json")
    [result] = done.results
    assert (done.code, result["error"]["kind"]) == (1, "input")
    remedy = "save your puzzle input there, or delete the file"
    assert result["error"]["message"] == f"{NAME} {reason}: {remedy}"


def test_a_file_that_cannot_be_read_is_an_error(project: Project) -> None:
    (project.root / NAME).mkdir(parents=True)
    [result] = project.run("run", "21", "--json").results
    assert result["error"]["message"] == f"{NAME} cannot be read: {IS_A_FOLDER}"


@pytest.mark.slow
def test_a_file_stands_in_for_no_account_that_was_named(project: Project) -> None:
    put(project.root, "mine\n")
    project.remember("cached\n", day=20)
    for option in (["--user", "alice"], ["--user", "all"]):
        tokens = {"github.alice.1": "0123456789abcdef" * 8}
        (project.cache / "tokens.json").write_text(json.dumps(tokens), encoding="utf-8")
        env = {"https_proxy": "http://127.0.0.1:1"}
        done = project.run("run", "21", *option, "--json", env=env)
        assert done.results == []
        assert done.code == 3


def test_no_request_is_made_where_there_is_a_file(site: Site, tmp_path: Path) -> None:
    folder = make_project(tmp_path / "project", (2021, 21))
    put(folder, site.sheet("bob", 2021, 21).input)
    # Neither for an account whose id is known nor for a new token.
    for token in (site.account("alice").token, site.account("alice").login()):
        done = aoc(site, folder, "run", "21", "--json", token=token)
        assert (done.returncode, done.stderr) == (0, "")
        assert f"file {NAME}" in {json.loads(line)["input"] for line in done.stdout.splitlines()}
    assert not site.requests


@pytest.mark.slow
@pytest.mark.parametrize("command", [["run", "21", "--submit"], ["submit", "21"]])
def test_an_answer_to_what_may_be_somebody_elses_input_is_not_sent(
    site: Site, tmp_path: Path, command: list[str]
) -> None:
    alice = site.account("alice")
    folder = make_project(tmp_path / "project", (2021, 21))
    put(folder, site.sheet("bob", 2021, 21).input)
    done = aoc(site, folder, *command, token=alice.token)
    assert done.returncode == 1
    assert (
        f"was not sent: {NAME} may be the input of another account: fetch yours with "
        "`python -m aoc fetch 2021/21`; --force sends it anyway\n"
    ) in done.stderr
    assert [str(request) for request in site.requests] == ["GET /settings"]
    # What was said to do helps.
    aoc(site, folder, "fetch", "21", token=alice.token)
    done = aoc(site, folder, *command, token=alice.token)
    assert (done.returncode, alice.solved(2021, 21) > 0) == (0, True), done.stderr


@pytest.mark.slow
def test_an_answer_to_a_file_is_sent_by_force(site: Site, tmp_path: Path) -> None:
    alice = site.account("alice")
    folder = make_project(tmp_path / "project", (2021, 21))
    put(folder, site.sheet("alice", 2021, 21).input)
    done = aoc(site, folder, "submit", "21", "--force", token=alice.token)
    assert (done.returncode, alice.solved(2021, 21)) == (0, 1), done.stderr


def test_a_day_is_fetched_though_the_project_has_a_file(site: Site, tmp_path: Path) -> None:
    alice = site.account("alice")
    folder = make_project(tmp_path / "project", (2021, 21))
    put(folder, "mine\n")
    aoc(site, folder, "fetch", "21", token=alice.token)
    cached = cache_of(folder) / alice.id / "2021_21_input.txt"
    assert cached.read_text(encoding="utf-8") == site.sheet("alice", 2021, 21).input


@pytest.fixture
def submitting(tmp_path: Path) -> Path:
    """A project with the setting to submit, and day 21."""
    folder = make_project(tmp_path / "project", (2021, 21))
    settings = folder / "pyproject.toml"
    text = settings.read_text(encoding="utf-8") if settings.exists() else "[tool.aoc]\n"
    settings.write_text(text.replace("[tool.aoc]", "[tool.aoc]\nsubmit = true"), encoding="utf-8")
    consent(folder, cache_of(folder))
    return folder


def test_the_setting_to_submit_leaves_a_file_alone(site: Site, submitting: Path) -> None:
    put(submitting, site.sheet("bob", 2021, 21).input)
    done = aoc(site, submitting, "run", "21", token=site.account("alice").token)
    assert (done.returncode, done.stderr) == (0, "")
    assert not site.requests


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--param=target=30", "--pdb"])
def test_the_setting_submits_no_other_game_and_nothing_that_is_debugged(
    site: Site, submitting: Path, option: str
) -> None:
    alice = site.account("alice")
    aoc(site, submitting, "fetch", "21", token=alice.token)
    done = aoc(site, submitting, "run", "21", option, token=alice.token)
    assert (done.returncode, alice.solved(2021, 21)) == (0, 0), done.stderr
    assert aoc(site, submitting, "run", "21", token=alice.token).returncode == 0
    assert alice.solved(2021, 21) == 2
