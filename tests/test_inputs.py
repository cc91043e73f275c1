"""Where inputs come from, what is refused, and who is asked."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from aoc.text import check_input
from tests.marks import WINDOWS
from tests.program import Project

DAY = """\
def parse(text):
    return text

def part1(text):
    return len(text)
"""
TOKEN = "0123456789abcdef" * 8
IS_A_FOLDER = os.strerror(errno.EACCES if WINDOWS else errno.EISDIR)


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose day 21 counts the characters of its input."""
    project.day(21, DAY)
    return project


@pytest.mark.parametrize(
    "given",
    [b"  a\r\nb\r\n", b"\xef\xbb\xbf  a\nb\n", b"  a\nb", b"  a\nb\n\n", b"  a\rb\r"],
    ids=["CRLF", "BOM", "no last newline", "blank line at the end", "CR"],
)
def test_text_comes_in_its_plain_form(project: Project, given: bytes) -> None:
    project.day(21, DAY.replace("len(text)", "repr(text)"))
    done = project.run("run", "21", "--input", "-", "--json", stdin=given)
    assert done.results[0]["answer"] == r"'  a\nb'"
    assert done.results[0]["input"] == "stdin"


REFUSED = {
    "empty": (b"", "is empty"),
    "blank": (b" \n\n", "is empty"),
    "html": (b"<!DOCTYPE html>\n<html>", "is an HTML page"),
    "login": (
        b"Puzzle inputs differ by user.  Please log in to get your puzzle input.\n",
        "is the site's request to log in",
    ),
    "locked": (
        b"Please don't repeatedly request this endpoint before it unlocks! The calendar",
        "is the site's answer before the puzzle unlocks",
    ),
    "a page behind a comment": (b"<!-- hotel -->\n<html>", "is an HTML page"),
    "JSON": (b'{"error": "rate limited", "retry": 60}\n', "is a JSON page"),
    "binary": (b"\x89PNG\r\n\x1a\n\0\0", "is not text"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_an_input_is_refused_by_name(project: Project, name: str) -> None:
    text, reason = REFUSED[name]
    (project.root / "bad.txt").write_bytes(text)
    done = project.run("run", "21", "--input", "bad.txt", "--json")
    [result] = done.results
    assert result["error"]["kind"] == "input"
    assert result["error"]["message"].startswith(f"file bad.txt {reason}")
    assert result["part"] is None
    assert done.code == 1


@pytest.mark.parametrize(
    "text",
    [
        '{"e":{"a":"red","c":[1,-3]},"b":"error"}',
        '["error",{"a":2},[[-1]]]',
        "{{<a>},{<a>},{{<!>},{<ab>}}}",
        "<x=-1, y=0, z=2>\n<x=2, y=-10, z=-7>",
        "><<<>>><<>",
        "<<<{([])}>>>",
        "<v>^\n",
        "<vv>>^<",
        "[D]\n[N] [C]",
        "ckczppom",
        "404",
        "500, 300, 200",
        "430 players; last marble is worth 71588 points",
        "NOT dq -> dr",
        "target area: x=20..30, y=-10..-5",
        "To continue, please consult the code grid in the manual.  Enter row 3, column 7.",
    ],
)
def test_inputs_of_every_shape_are_inputs(text: str) -> None:
    check_input(text)


@pytest.mark.slow
def test_an_error_that_repeats_a_huge_input_is_cut_short(project: Project) -> None:
    project.day(21, "def parse(text):\n    raise ValueError(f'no {text}')\n\npart1 = parse\n")
    done = project.run("run", "21", "--input", "-", "--json", stdin=b"x" * 20_000_000)
    [result] = done.results
    assert result["error"]["message"].startswith("no xxx")
    assert len(done.out) < 100_000


@pytest.mark.slow
def test_a_huge_answer_is_refused_and_not_repeated(project: Project) -> None:
    project.day(21, DAY.replace("len(text)", "text"))
    done = project.run("run", "21", "--input", "-", "--json", stdin=b"x" * 20_000_000)
    assert done.results[0]["error"]["kind"] == "answer"
    assert len(done.out) < 100_000


def test_a_cached_page_is_refused_and_says_how_to_fix_it(project: Project) -> None:
    project.remember("<html>")
    done = project.run("run", "21", "--json")
    [result] = done.results
    path = project.cache / "github.alice.1" / "2021_21_input.txt"
    assert result["error"]["message"] == (
        f"{path} is an HTML page: delete it, and it is fetched again"
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--input", "nowhere.txt"], "--input nowhere.txt cannot be read: No such file"),
        (["--input", "."], f"--input . cannot be read: {IS_A_FOLDER}"),
        (["--input", "-", "--example"], "leave out one"),
        (["--user", "bob"], "--user bob matches no account: add one with `"),
        (["--user", "all"], "there is no account yet: add one with `"),
        (["--solver", "nobody"], "there is no solver 'nobody': choose from days"),
    ],
)
def test_wrong_usage_is_a_clear_line_and_exit_code_2(
    project: Project, args: list[str], message: str
) -> None:
    done = project.run("run", "21", *args)
    assert done.code == 2
    assert done.out == ""
    assert message in done.err
    assert "Traceback" not in done.err


def test_known_answers_judge_a_cached_input(project: Project) -> None:
    project.remember("abc\n", a="3")
    done = project.run("run", "21", "--json")
    assert done.results[0]["verdict"] == "pass"
    assert done.results[0]["input"] == "github.alice.1"
    project.remember("abc\n", a="4")
    assert project.run("run", "21").code == 1


def test_a_seed_makes_its_sample(project: Project) -> None:
    project.day(21, DAY, "def sample(rng):\n    return 'x' * rng.randint(1, 10**6)\n")
    first, again, other = (
        project.run("run", f"--seed={seed}", "21", "--json").results[0] for seed in (7, 7, 8)
    )
    assert first["answer"] == again["answer"] != other["answer"]
    assert first["input"] == "sample 7"
    assert project.run("run", "21", "--sample", "--json").results[0]["input"] == "sample 0"


def test_a_missing_sample_is_an_error_when_it_is_asked_for(project: Project) -> None:
    tests = Path("tests/year2021/test_day21.py")
    done = project.run("run", "21", "--sample", "--json")
    assert done.results[0]["error"] == {
        "kind": "input",
        "message": f"{tests} has no sample(rng), which makes up the input: write one",
        "traceback": None,
    }


class TestSeveralAccounts:
    """With several people's inputs in the cache."""

    @pytest.fixture
    def project(self, project: Project) -> Project:
        """Alice's and Bob's inputs are cached, and their tokens known."""
        project.remember("alice\n", user="github.alice.1", a="5")
        project.remember("bob\n", user="reddit.bob.2", a="3")
        tokens = {"github.alice.1": TOKEN, "reddit.bob.2": TOKEN[::-1]}
        (project.cache / "tokens.json").write_text(json.dumps(tokens))
        owners = {token: user for user, token in tokens.items()}
        (project.cache / "token2id.json").write_text(json.dumps(owners))
        return project

    def test_all_of_them_run_side_by_side(self, project: Project) -> None:
        done = project.run("run", "21", "--user", "all", "--json", "--part", "1")
        assert [(r["input"], r["verdict"]) for r in done.results] == [
            ("github.alice.1", "pass"),
            ("reddit.bob.2", "pass"),
        ]

    @pytest.mark.parametrize("user", ["google.carl.3", "github.alice.1"])
    def test_the_account_of_the_session_is_one_of_them_once(
        self, project: Project, user: str
    ) -> None:
        project.remember("carl\n", user="google.carl.3")
        tokens = {"me": TOKEN, "friend": TOKEN[::-1]}
        (project.cache / "tokens.json").write_text(json.dumps(tokens))
        path, session = project.cache / "token2id.json", "c" * 128
        path.write_text(json.dumps(json.loads(path.read_text()) | {session: user}))
        args = ("run", "21", "--user", "all", "--json", "--part", "1")
        done = project.run(*args, env={"AOC_SESSION": session})
        users = [result["input"] for result in done.results]
        assert sorted(users) == sorted({"github.alice.1", "reddit.bob.2", user})

    def test_a_part_of_a_name_is_enough(self, project: Project) -> None:
        done = project.run("run", "21", "--user", "bob", "--json")
        assert done.results[0]["input"] == "reddit.bob.2"

    def test_a_name_that_fits_both_is_refused(self, project: Project) -> None:
        done = project.run("run", "21", "--user", "b.")
        assert done.code == 2
        assert "matches several accounts: choose from github.alice.1, reddit.bob.2" in done.err

    def test_without_a_choice_there_is_a_question(self, project: Project) -> None:
        done = project.run("run", "21")
        assert done.code == 2
        assert "choose one with --user" in done.err

    def test_the_session_chooses(self, project: Project) -> None:
        done = project.run("run", "21", "--json", env={"AOC_SESSION": TOKEN})
        assert done.results[0]["input"] == "github.alice.1"
