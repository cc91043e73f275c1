"""No session token is shown, wherever it is in place of something else, and a logout takes it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from aoc.cli import main
from aoc.doctor import find_subject, make_check
from aoc.errors import SiteError, UsageError
from aoc.site.accounts import Account, Accounts
from aoc.site.cache import Cache
from tests.hostile.account_files import FUTURE, OTHER, TOKEN, USER, folder, sentence_of, write
from tests.marks import WINDOWS
from tests.program import Project

pytestmark = pytest.mark.slow

__all__ = ["folder"]

needs_links = pytest.mark.skipif(WINDOWS, reason="links need permissions on Windows")

# What is in aocd's files, and the tokens in it, which nothing may show.
MIXED_UP: dict[str, tuple[Mapping[str, object], tuple[str, ...]]] = {
    "swapped": ({"tokens": {TOKEN: USER}, "token2id": {USER: TOKEN}}, (TOKEN,)),
    "swapped in the future": ({"tokens": {FUTURE: USER}, "token2id": {USER: FUTURE}}, (FUTURE,)),
    "swapped, and a name of one's own": ({"tokens": {TOKEN: "me"}}, (TOKEN,)),
    "one file in place of the other": ({"tokens": {TOKEN: USER}}, (TOKEN,)),
    "the other in place of the one": ({"token2id": {USER: TOKEN}, "token": TOKEN}, (TOKEN,)),
    "the other alone, in the future": ({"token2id": {USER: FUTURE}, "token": FUTURE}, (FUTURE,)),
    "a token for a name": ({"tokens": {OTHER: TOKEN}}, (TOKEN, OTHER)),
    "a token for an id": ({"token": TOKEN, "token2id": {TOKEN: OTHER}}, (TOKEN, OTHER)),
    "with session=": ({"tokens": {f"session={OTHER}": TOKEN}}, (TOKEN, OTHER)),
    "a part of a token": ({"tokens": {TOKEN[3:60]: TOKEN}}, (TOKEN,)),
    "upper case": ({"tokens": {TOKEN.upper(): "x"}}, (TOKEN.upper(),)),
    "twice": ({"tokens": {TOKEN + TOKEN: "x"}}, (TOKEN,)),
}
COMMANDS = (
    ("run", "21"),
    ("run", "21", "--json"),
    ("run", "21", "--user", "all"),
    ("run", "21", "--user", "alice"),
    ("fetch", "21"),
    ("read", "21"),
    ("submit", "21"),
    ("status",),
    ("status", "--json", "--offline"),
    ("leaderboard", "1"),
    ("login", "--list"),
    ("login", "--remove", "all"),
    ("login", "--remove", "alice"),
)


def shows(text: str, token: str) -> bool:
    """Return whether a text has more of a token than its last four characters."""
    text = text.lower()
    return any(part in text for part in pieces(token.lower()))


def pieces(token: str) -> Iterator[str]:
    """Yield the parts of a token that are too long to be shown, but the start of all tokens."""
    return (token[start : start + 9] for start in range(16, len(token) - 8))


@pytest.fixture
def unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network in which nothing answers, so whoever asks the site fails."""
    for name in ("HTTPS_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")


@pytest.mark.parametrize("case", MIXED_UP)
def test_a_token_where_a_name_belongs_is_shown_by_no_command(
    folder: Path,
    case: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    unreachable: None,
) -> None:
    files, tokens = MIXED_UP[case]
    write(folder, **files)
    root = folder.parent
    Project(root).day(21, "def parse(text): return text\ndef part1(text): return 1\n")
    (root / "pyproject.toml").write_text("[tool.aoc]\nyear = 2021\n", encoding="utf-8")
    monkeypatch.chdir(root)
    for command in COMMANDS:
        monkeypatch.setattr("sys.argv", ["aoc", *command])
        code = main(list(command))
        out, err = capsys.readouterr()
        assert (code, out) == (3, ""), (command, err)
        assert err.count("\n") == 1, err
        assert "is not the JSON object of accounts and tokens" in err
        for token in tokens:
            assert not shows(err, token), (command, err)


@pytest.mark.parametrize("case", MIXED_UP)
def test_the_doctor_names_the_file_and_shows_no_token(folder: Path, case: str) -> None:
    files, tokens = MIXED_UP[case]
    write(folder, **files)
    text = str([*make_check("tokens", find_subject(), debug=True)])
    assert "is not the JSON object of accounts and tokens" in text
    assert not any(shows(text, token) for token in tokens)


@pytest.mark.parametrize("case", MIXED_UP)
def test_nothing_is_completed_with_a_token(
    folder: Path, case: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    files, _ = MIXED_UP[case]
    write(folder, **files)
    monkeypatch.setenv("_AOC_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_CWORD", "3")
    for words in ("aoc run --user", "aoc login --remove"):
        monkeypatch.setenv("COMP_WORDS", f"{words} ")
        monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
        main([])
        out, err = capsys.readouterr()
        assert (out.strip(), err) == ("", "")


TYPED = (
    ("run", "21", "--user", TOKEN),
    ("run", TOKEN),
    ("run", "21", "--solver", TOKEN),
    ("status", "--user", TOKEN),
    ("status", TOKEN),
    ("login", "--remove", TOKEN),
    ("login", "--list", TOKEN),
    ("login", TOKEN),
    ("login", "--token-file", TOKEN),
    ("leaderboard", TOKEN),
    ("run", "21", "--input", TOKEN),
    (TOKEN,),
)


@pytest.mark.parametrize("words", TYPED, ids=lambda words: " ".join(words)[:24])
def test_a_token_that_was_typed_in_place_of_something_else_is_not_shown(
    folder: Path,
    words: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = folder.parent
    Project(root).day(21, "def parse(text): return text\ndef part1(text): return 1\n")
    write(folder, tokens={USER: OTHER}, token2id={OTHER: USER})
    monkeypatch.chdir(root)
    monkeypatch.setattr("sys.argv", ["aoc", *words])
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert not shows(err, TOKEN), err


def test_a_name_for_a_new_account_is_no_token(folder: Path) -> None:
    said = sentence_of(lambda: Accounts().add(TOKEN, USER, OTHER))
    assert said.startswith("--name '...3210' cannot be a name: use letters and digits")
    with pytest.raises(UsageError):
        Accounts().add(TOKEN, USER, TOKEN)


def test_a_folder_with_the_name_of_a_token_is_no_account(folder: Path) -> None:
    (folder / f"github.{TOKEN}.1").mkdir()
    assert Cache().users() == []


# Where the files of a login really are.
LINKED = {
    "each in another folder": dict.fromkeys(("token", "tokens", "token2id"), "elsewhere"),
    "the default token alone": {"token": "elsewhere"},
    "the names alone": {"tokens": "elsewhere"},
}


def everywhere(root: Path) -> str:
    """Return the text of all regular files under a folder."""
    found = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return "".join(path.read_text(encoding="utf-8") for path in found)


@needs_links
@pytest.mark.parametrize("case", LINKED)
@pytest.mark.parametrize("others", [False, True])
def test_a_logout_takes_the_token_out_of_what_a_link_leads_to(
    folder: Path, tmp_path: Path, case: str, others: bool
) -> None:
    tokens = {USER: TOKEN} | ({"github.bob.2": OTHER} if others else {})
    ids = {token: name for name, token in tokens.items()}
    write(folder, token=TOKEN, tokens=tokens, token2id=ids)
    (tmp_path / "elsewhere").mkdir()
    links = []
    for name in LINKED[case]:
        path = folder / (name if name == "token" else f"{name}.json")
        target = tmp_path / "elsewhere" / path.name
        path.rename(target)
        inner = tmp_path / "elsewhere" / f"{path.name}.link"
        inner.symlink_to(target)
        path.symlink_to(inner)
        links += [path, inner]
    assert Accounts().remove([Account(USER, TOKEN)]) == [Account(USER, TOKEN)]
    assert TOKEN not in everywhere(tmp_path)
    assert (OTHER in everywhere(tmp_path)) is others
    assert all(link.is_symlink() for link in links), "the links stay"
    assert len(Accounts().logged_in()) == others
    Accounts().add(TOKEN, USER)
    assert all(link.exists() for link in links), "and the next login follows them"
    assert next(iter(Accounts().logged_in().values())).id == USER


@needs_links
def test_a_logout_deletes_no_device(folder: Path) -> None:
    (folder / "tokens.json").symlink_to(os.devnull)
    before = os.lstat(os.devnull)
    with pytest.raises(SiteError, match=r"cannot be written"):
        Accounts().remove([Account(USER, TOKEN)])
    assert os.lstat(os.devnull).st_ino == before.st_ino


@pytest.mark.parametrize("place", ["token", "AOC_SESSION"])
def test_a_token_with_an_escape_sequence_at_its_end_commands_no_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    token = "x" * 40 + "\x1b[2J"
    if place == "token":
        write(folder, token=token)
    else:
        monkeypatch.setenv("AOC_SESSION", token)
    [account] = Accounts().logged_in().values()
    assert account.hint.isprintable()
