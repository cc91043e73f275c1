"""Names of accounts from broken or hostile files: no path leads out of aocd's folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from aoc.model import Puzzle
from aoc.site.accounts import Account, Accounts
from aoc.site.cache import Cache
from tests.hostile.account_files import FUTURE, OTHER, TOKEN, USER, folder, sentence_of, write
from tests.marks import WINDOWS
from tests.program import Project
from tests.site import Site
from tests.site.program import aoc, make_project

pytestmark = pytest.mark.slow

__all__ = ["folder"]

PUZZLE = Puzzle(2021, 21)
DEEP = "[" * 10_000

BAD_NAMES = {
    "up": "../../x",
    "up on Windows": r"..\..\x",
    "the folder itself": ".",
    "the folder above": "..",
    "absolute": "/etc",
    "absolute on Windows": r"C:\x",
    "a drive": "C:x",
    "a stream": "github.alice.1:x",
    "a share": r"\\host\share",
    "one slash": "github.a/b.1",
    "NUL": "github.a\0b.1",
    "a line end": "github.a\nb.1",
    "an escape sequence": "github.\x1b[2J.1",
    "C1": "github.\x9b2J.1",
    "a lone surrogate": "github.\ud800.1",
    "a dot at the end": "github.alice.1.",
    "a blank at the end": "github.alice.1 ",
    "empty": "",
    "blank": "  ",
    "too long": "github." + "ä" * 150 + ".1",
}
GOOD_NAMES = ["google.J. R. Smith.77", "reddit.ünï çødé.5", "my account", "github.a-b_c.1", "nulx"]


def take_from_tokens(folder: Path, name: str) -> None:
    write(folder, tokens={name: TOKEN})
    Accounts().choose("all")


def take_from_ids(folder: Path, name: str) -> None:
    write(folder, token=TOKEN, token2id={TOKEN: name})
    Accounts().find()


# Where a name comes from, and what then takes it.
SOURCES: dict[str, Callable[[Path, str], object]] = {
    "tokens.json": take_from_tokens,
    "token2id.json": take_from_ids,
    "site": lambda folder, name: Accounts().store_id(TOKEN, name),
    "site at a login": lambda folder, name: Accounts().add(TOKEN, name),
    "login --name": lambda folder, name: Accounts().add(TOKEN, USER, name),
    "path": lambda folder, name: Cache().input_path(name, PUZZLE),
}


@pytest.mark.parametrize("source", SOURCES)
def test_a_name_that_is_no_plain_name_is_refused_wherever_it_comes_from(
    folder: Path, source: str
) -> None:
    for case, name in BAD_NAMES.items():
        said = sentence_of(partial(SOURCES[source], folder, name))
        if source.endswith(".json"):
            assert str(folder / source) in said, (case, "its file is named")
        else:
            assert repr(name) in said or not name.isprintable() or len(name) >= 64, case
            assert os.listdir(folder) == [], case


@pytest.mark.parametrize("source", SOURCES)
def test_a_name_with_dots_and_blanks_is_fine(folder: Path, source: str) -> None:
    for name in GOOD_NAMES:
        SOURCES[source](folder, name)


def test_what_is_not_the_id_of_an_account_is_not_looked_for(folder: Path) -> None:
    # Such as the label of an input that belongs to no account, or what a solver has made of it.
    cache = Cache()
    for name in ("x", os.path.join("home", "x")):
        path = folder.parents[1] / name
        path.mkdir()
        (path / "2021_21_input.txt").write_text("stolen", encoding="utf-8")
        (path / "2021_21a_answer.txt").write_text("stolen", encoding="utf-8")
    for case, user in BAD_NAMES.items():
        for read in (cache.usable_input, cache.answers, cache.read_page, cache.current_page):
            if user or read in (cache.usable_input, cache.answers):  # without a user, a shared page
                assert sentence_of(partial(read, user, PUZZLE)), case


@pytest.mark.parametrize("name", [TOKEN, FUTURE, "al\x1b[2Jice", "al\nice", "\udcff", "x" * 300])
def test_an_option_with_anything_else_is_one_line_without_it(folder: Path, name: str) -> None:
    write(folder, tokens={USER: TOKEN})
    said = sentence_of(lambda: Accounts().find(name))
    assert name not in said
    assert len(said) < 150


def test_what_the_settings_page_says_is_checked_before_it_names_a_folder(
    site: Site, tmp_path: Path
) -> None:
    project = make_project(tmp_path / "project")
    account = site.account(r"..\..\evil")
    done = aoc(site, project, "login", stdin=account.token)
    assert done.returncode == 3
    assert r"'github...\\..\\evil.1001', which cannot be the name of a folder: " in done.stderr
    assert not list(tmp_path.rglob("token*"))
    assert not list(tmp_path.rglob("*evil*"))


def test_of_many_accounts_a_few_are_named_and_all_are_counted(folder: Path) -> None:
    write(folder, tokens={f"github.u{number}.{number}": f"{number:0128}" for number in range(300)})
    few = "github.u0.0, github.u1.1, github.u10.10 and 297 others"
    assert (
        sentence_of(lambda: Accounts().find("x"))
        == f"--user x matches no account: choose from {few}"
    )
    said = sentence_of(Accounts().find)
    assert said == f"there are several accounts, {few}: choose one with --user"
    said = sentence_of(lambda: Accounts().find("u29"))
    assert said.endswith("choose from github.u29.29, github.u290.290, github.u291.291 and 8 others")


ACCOUNT_FOLDERS = ["google.J. R. Smith.77", "google.J. R. R. Tolkien.78", "unknown.unknown.0"]
OTHER_FOLDERS = ["prose", "backup.of.2021-12", "a.b", "..x.1", ".git.x.1", "github.a.one", "x.y."]


def test_accounts_are_found_by_their_folders_when_logged_out(folder: Path) -> None:
    for name in (*ACCOUNT_FOLDERS, *([] if WINDOWS else OTHER_FOLDERS)):
        (folder / name).mkdir()
    (folder / "file.alice.1").write_text("", encoding="utf-8")
    assert Cache().users() == sorted(ACCOUNT_FOLDERS)
    for part, number in (("Smith", 0), ("Tolkien", 1), ("google.J. R. Smith.77", 0)):
        assert Accounts().find(part) == Account(ACCOUNT_FOLDERS[number], None)


def test_an_input_of_a_name_with_dots_is_run_when_logged_out(project: Project) -> None:
    project.day(21, "def parse(text): return text\ndef part1(text): return len(text)\n")
    project.remember("hello", user="google.J. R. Smith.77", a="5")
    done = project.run("run", "21", "--json", "--part", "1")
    assert [(r["input"], r["verdict"]) for r in done.results] == [("google.J. R. Smith.77", "pass")]


def test_a_name_of_ones_own_is_not_taken_for_the_id(folder: Path) -> None:
    # Else the inputs of the account would be fetched again, into a folder with that name.
    write(folder, tokens={"work": TOKEN, "github.bob.2": OTHER})
    accounts = Accounts()
    assert accounts.find("work") == Account(None, TOKEN)
    assert accounts.find("bob") == Account("github.bob.2", OTHER)
    write(folder, token2id={TOKEN: USER})
    assert accounts.find("work") == Account(USER, TOKEN)


BROKEN = {
    "nested deep": DEEP,
    "an object nested deep": '{"a":' * 10_000,
    "nested deep inside": '{"a": ' + DEEP,
    "no JSON": "{",
    "a list": "[]",
    "a number": '{"a": 1}',
    "a number of many digits": '{"a": ' + "9" * 5000 + "}",
    "no object": '"text"',
    "not UTF-8": "\udcff",
    "NUL": "\0",
}


@pytest.mark.parametrize("name", ["tokens.json", "token2id.json"])
def test_a_file_that_is_no_object_of_texts_is_one_sentence(folder: Path, name: str) -> None:
    write(folder, tokens={USER: TOKEN}, token2id={TOKEN: USER})
    for case, text in BROKEN.items():
        (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
        said = sentence_of(lambda: Accounts().known())
        assert said.startswith(f"{folder / name} "), case
        assert len(said) < len(str(folder)) + 120, case
