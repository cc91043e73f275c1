"""The files of an account: no name leads out of aocd's folder, and what is broken is none."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from aoc.errors import AocError
from aoc.model.puzzles import Puzzle
from aoc.site.accounts import Account, Accounts
from aoc.site.cache import Cache
from tests.emulator import Site
from tests.guarantees.test_tokens import OTHER, TOKEN, USER
from tests.support.accounts import write_accounts
from tests.support.aoc import Aoc
from tests.support.marks import WINDOWS
from tests.support.program import Project

PUZZLE = Puzzle(2021, 21)
DEEP = "[" * 10_000

BAD_NAMES = (
    "../../x",
    r"..\..\x",
    ".",
    "/etc",
    "C:x",
    r"\\host\share",
    "github.a/b.1",
    "github.a\0b.1",
    "github.a\nb.1",
    "github.\x1b[2J.1",
    "github.\ud800.1",
    "",
)
# Where a name comes from, and what then takes it.
SOURCES: dict[str, Callable[[str], object]] = {
    "tokens.json": lambda name: Accounts().choose("all"),
    "token2id.json": lambda name: Accounts().find(),
    "login --name": lambda name: Accounts().add(TOKEN, USER, name),
    "path": lambda name: Cache().input_path(name, PUZZLE),
}


@pytest.fixture
def folder(aoc: Aoc, project: Project) -> Iterator[Path]:
    """The folder of aocd, for this process."""
    project.cache.mkdir()
    with aoc.here():
        yield project.cache


def sentence_of(call: Callable[[], object]) -> str:
    """Return the sentence of the error that a call raises."""
    with pytest.raises(AocError) as raised:
        call()
    said = str(raised.value)
    assert ": " in said
    assert said.isprintable()
    return said


@pytest.mark.parametrize("source", SOURCES)
def test_a_name_that_is_no_plain_name_is_refused_wherever_it_comes_from(
    folder: Path, project: Project, source: str
) -> None:
    for name in BAD_NAMES:
        if source == "tokens.json":
            write_accounts(project, tokens={name: TOKEN})
        elif source == "token2id.json":
            write_accounts(project, token=TOKEN, token2id={TOKEN: name})
        said = sentence_of(partial(SOURCES[source], name))
        if source.endswith(".json"):
            assert str(folder / source) in said, (name, "its file is named")
        else:
            assert repr(name) in said or not name.isprintable() or len(name) >= 64, name
            assert os.listdir(folder) == [], name


def test_what_the_settings_page_says_is_checked_before_it_names_a_folder(
    aoc: Aoc, site: Site, project: Project
) -> None:
    account = site.account(r"..\..\evil")
    done = aoc("login", stdin=account.token or "")
    assert (done.code, site.asked()) == (3, ["GET /settings"])
    assert r"'github...\\..\\evil.1001', which cannot be the name of a folder: " in done.err
    assert not list(project.root.rglob("token*"))
    assert not list(project.root.rglob("*evil*"))


ACCOUNT_FOLDERS = ["google.J. R. Smith.77", "google.J. R. R. Tolkien.78", "unknown.unknown.0"]
OTHER_FOLDERS = ["prose", "backup.of.2021-12", "a.b", "..x.1", "github.a.one"]


def test_accounts_are_found_by_their_folders_when_logged_out(folder: Path) -> None:
    for name in (*ACCOUNT_FOLDERS, *([] if WINDOWS else OTHER_FOLDERS)):
        (folder / name).mkdir()
    (folder / "file.alice.1").write_text("", encoding="utf-8")
    assert Cache().users() == sorted(ACCOUNT_FOLDERS)
    for part, number in (("Smith", 0), ("Tolkien", 1), ("google.J. R. Smith.77", 0)):
        assert Accounts().find(part) == Account(ACCOUNT_FOLDERS[number], None)


def test_a_name_of_ones_own_is_not_taken_for_the_id(folder: Path, project: Project) -> None:
    # Else the inputs of the account would be fetched again, into a folder with that name.
    write_accounts(project, tokens={"work": TOKEN, "github.bob.2": OTHER})
    accounts = Accounts()
    assert accounts.find("work") == Account(None, TOKEN)
    assert accounts.find("bob") == Account("github.bob.2", OTHER)
    write_accounts(project, token2id={TOKEN: USER})
    assert accounts.find("work") == Account(USER, TOKEN)


BROKEN = (DEEP, "{", "[]", '{"a": 1}', '{"a": ' + "9" * 5000 + "}", "\udcff")


def test_a_file_that_is_no_object_of_texts_is_one_sentence(folder: Path, project: Project) -> None:
    for name, text in product(("tokens.json", "token2id.json"), BROKEN):
        write_accounts(project, tokens={USER: TOKEN}, token2id={TOKEN: USER})
        (folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))
        said = sentence_of(lambda: Accounts().by_name())
        assert said.startswith(f"{folder / name} "), text
        assert len(said) < len(str(folder)) + 120, text


BROKEN_INPUTS = (b"", b"<html>", b"\0", b"\xff", b"Puzzle inputs differ by user.")


@pytest.fixture
def cache(aoc: Aoc, project: Project) -> Iterator[Cache]:
    project.account_files(USER)
    (project.cache / "prose").mkdir()
    with aoc.here():
        yield Cache()


def test_an_input_is_cached_in_its_plain_form_if_it_is_whole(cache: Cache) -> None:
    path = Path(cache.input_path(USER, PUZZLE))
    for data in BROKEN_INPUTS:
        assert cache.usable_input(USER, PUZZLE) is None
        path.write_bytes(data)
    path.write_bytes(b"  1\r\n2\r\n")
    assert cache.usable_input(USER, PUZZLE) == "  1\n2"


def test_the_page_that_shows_the_most_comes_first(cache: Cache) -> None:
    for solved in (0, 1, 2):
        page = '<article class="day-desc"></article></html>'
        Path(cache.page_path(USER, PUZZLE, solved)).write_text(page)
    assert [solved for solved, _ in cache.pages(USER, PUZZLE)] == [2, 1, 0]
