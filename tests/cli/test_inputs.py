"""Checks where inputs come from, what is refused, and whose input it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aoc.model.inputs import decode
from tests.support.accounts import remember_accounts
from tests.support.aoc import Aoc
from tests.support.program import Project

DAY = """\
def parse(text):
    return text

def part1(text):
    return len(text)
"""
ALICE, BOB = "github.alice.1", "reddit.bob.2"


@pytest.fixture
def project(project: Project) -> Project:
    """A project whose day 21 counts the characters of its input."""
    project.day(21, DAY)
    return project


def test_text_comes_in_its_plain_form(aoc: Aoc, project: Project) -> None:
    project.day(21, DAY.replace("len(text)", "repr(text)"))
    for given in ("\ufeff  a\r\nb\r\n", "  a\nb", "  a\rb\r\r"):
        result, _ = aoc("run", "21", "--input", "-", "--json", stdin=given).results
        assert (result["input"], result["answer"]) == ("stdin", r"'  a\nb'")


NO_INPUTS = {
    b" \n\n": "is empty",
    b"<!-- hotel -->\n<html>": "is an HTML page",
    b'{"error": "rate limited", "retry": 60}\n': "is a JSON page",
    b"\x89PNG\r\n\x1a\n\0\0": "is not text",
    b"Puzzle inputs differ by user.  Please log in to get your puzzle input.\n": (
        "is the site's request to log in"
    ),
    b"Please don't repeatedly request this endpoint before it unlocks! The calendar": (
        "is the site's answer before the puzzle unlocks"
    ),
}


def test_what_cannot_be_an_input_is_refused_by_name(aoc: Aoc, project: Project) -> None:
    for text, reason in NO_INPUTS.items():
        (project.root / "bad.txt").write_bytes(text)
        done = aoc("run", "21", "--input", "bad.txt", "--json")
        [result] = done.lines
        assert (done.code, result["part"]) == (1, None)
        assert result["error"]["kind"] == "input"
        assert result["error"]["message"].startswith(f"file bad.txt {reason}")


def test_inputs_of_every_shape_are_inputs() -> None:
    for text in (
        '{"e":{"a":"red","c":[1,-3]},"b":"error"}',
        "<x=-1, y=0, z=2>\n<x=2, y=-10, z=-7>",
        "To continue, please consult the code grid in the manual.  Enter row 3, column 7.",
    ):
        assert decode(text.encode()) == text


def test_an_error_that_repeats_a_huge_input_is_cut_short(aoc: Aoc, project: Project) -> None:
    for kind, source in (
        ("parse", "def parse(text):\n    raise ValueError(text)\n\npart1 = parse\n"),
        ("answer", DAY.replace("len(text)", "text")),
    ):
        project.day(21, source)
        done = aoc("run", "21", "--input", "-", "--json", stdin="x" * 2_000_000)
        assert done.results[0]["error"]["kind"] == kind
        assert len(done.out) < 100_000


def test_a_seed_makes_its_sample_if_there_is_one(aoc: Aoc, project: Project) -> None:
    tests = Path("tests/year2021/test_day21.py")
    assert aoc("run", "21", "--sample", "--json").lines[0]["error"] == {
        "kind": "input",
        "message": f"{tests} has no function `sample`: write one, such as "
        "def sample(rng): return str(rng.randint(1, 99))",
        "traceback": None,
    }
    project.day(21, DAY, "def sample(rng):\n    return 'x' * rng.randint(1, 10**6)\n")
    first, again, other = (
        aoc("run", f"--seed={seed}", "21", "--json").results[0] for seed in (7, 7, 8)
    )
    assert first["answer"] == again["answer"] != other["answer"]
    assert first["input"] == "sample 7"
    assert aoc("run", "21", "--sample", "--json").results[0]["input"] == "sample 0"


@pytest.mark.slow
def test_a_sample_that_ends_its_worker_is_an_error_of_that_input(
    aoc: Aoc, project: Project
) -> None:
    slow = "took longer than 1 s; `aoc run --timeout 5`, or timeout in [tool.aoc], allows more"
    for maker, kind, message in (
        ("import os; os._exit(5)", "exit", "ended the process with exit code 5"),
        ("while True: pass", "timeout", slow),
    ):
        project.day(21, DAY, f"def sample(rng):\n    {maker}\n")
        done = aoc("run", "21", "--sample", "--timeout", "1", "--json")
        [result] = done.results
        assert (done.code, result["input"], result["part"]) == (1, "sample 0", None)
        assert result["error"]["kind"] == kind
        assert result["error"]["message"] == message


def test_all_variants_run_at_home_on_the_same_sample_whatever_makes_it(
    aoc: Aoc, project: Project
) -> None:
    source = "import os\ndef part1(text):\n    return f'{text}{os.getcwd()}'\n"
    maker = "import os, uuid\ndef sample(rng):\n    os.chdir('/')\n    return uuid.uuid4().hex\n"
    project.day(21, f"{source}part1_again = part1\n", maker)
    done = aoc("run", "21", "--sample", "--variant", "all", "--part", "1", "--json")
    part, variant = done.results
    assert part["answer"].endswith(str(project.root))
    assert (variant["answer"], variant["verdict"]) == (part["answer"], "pass")
    assert variant["digest"] == part["digest"]


@pytest.fixture
def friends(project: Project) -> dict[str, str]:
    """Two accounts, whose inputs are cached, and their tokens."""
    remember_accounts(project, {ALICE: "alice\n", BOB: "bob\n"}, 21)
    tokens: dict[str, str] = json.loads((project.cache / "tokens.json").read_text())
    return tokens


def users(aoc: Aoc, *args: str, env: dict[str, str]) -> list[str]:
    """Return whose inputs a run is on."""
    done = aoc("run", "21", *args, "--json", "--part", "1", env=env)
    return [one["input"] for one in done.results]


def test_the_inputs_of_several_accounts_run_side_by_side_if_asked(
    aoc: Aoc, friends: dict[str, str]
) -> None:
    assert users(aoc, "--user", "all", env={}) == [ALICE, BOB]
    assert users(aoc, "--user", "bob", env={}) == [BOB]
    assert users(aoc, env={"AOC_SESSION": friends[ALICE]}) == [ALICE]
    for args, message in (
        (["--user", "b."], f"matches several accounts: choose from {ALICE}, {BOB}"),
        ([], "choose one with --user"),
    ):
        done = aoc("run", "21", *args)
        assert (done.code, done.out) == (2, "")
        assert message in done.err


def test_the_account_of_the_session_is_one_of_them_once(
    aoc: Aoc, project: Project, friends: dict[str, str]
) -> None:
    project.remember("carl\n", user="google.carl.3")
    tokens = dict(zip(("me", "friend"), friends.values(), strict=True))
    (project.cache / "tokens.json").write_text(json.dumps(tokens))
    session = "c" * 128
    for user in ("google.carl.3", ALICE):
        owners = {token: name for name, token in friends.items()} | {session: user}
        (project.cache / "token2id.json").write_text(json.dumps(owners))
        named = users(aoc, "--user", "all", env={"AOC_SESSION": session})
        assert sorted(named) == sorted({ALICE, BOB, user})
