"""No session token is shown, wherever it is in place of something else, and a logout takes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from aoc.cli import main
from aoc.site.accounts import Account, Accounts
from tests.hostile.account_files import FUTURE, OTHER, TOKEN, USER, folder, write
from tests.marks import WINDOWS
from tests.program import Project

pytestmark = pytest.mark.slow

__all__ = ["folder"]

needs_links = pytest.mark.skipif(WINDOWS, reason="links need permissions on Windows")

# What is in aocd's files, and the tokens in it, which nothing may show.
MIXED_UP: dict[str, tuple[Mapping[str, object], tuple[str, ...]]] = {
    "swapped": ({"tokens": {TOKEN: USER}, "token2id": {USER: TOKEN}}, (TOKEN,)),
    "swapped in the future": ({"tokens": {FUTURE: USER}, "token2id": {USER: FUTURE}}, (FUTURE,)),
    "the other in place of the one": ({"token2id": {USER: TOKEN}, "token": TOKEN}, (TOKEN,)),
    "a token for a name": ({"tokens": {OTHER: TOKEN}}, (TOKEN, OTHER)),
    "with session=": ({"tokens": {f"session={OTHER}": TOKEN}}, (TOKEN, OTHER)),
    "a part of a token": ({"tokens": {TOKEN[3:60]: TOKEN}}, (TOKEN,)),
    "upper case": ({"tokens": {TOKEN.upper(): "x"}}, (TOKEN.upper(),)),
}
COMMANDS = (
    *("run 21", "run 21 --json", "run 21 --user alice", "fetch 21", "read 21", "submit 21"),
    *("status", "status --json --offline", "leaderboard 1", "login --list", "login --remove all"),
)


def shows(text: str, token: str) -> bool:
    """Return whether a text has more of a token than the start of all and its last characters."""
    parts = (token[start : start + 9].lower() for start in range(16, len(token) - 8))
    return any(part in text.lower() for part in parts)


@pytest.mark.parametrize("case", MIXED_UP)
def test_a_token_where_a_name_belongs_is_shown_by_no_command(
    folder: Path,
    case: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")  # where nothing answers
    files, tokens = MIXED_UP[case]
    write(folder, **files)
    root = folder.parent
    Project(root).day(21, "def parse(text): return text\ndef part1(text): return 1\n")
    (root / "pyproject.toml").write_text("[tool.aoc]\nyear = 2021\n", encoding="utf-8")
    monkeypatch.chdir(root)
    for command in COMMANDS:
        monkeypatch.setattr("sys.argv", ["aoc", *command.split()])
        code = main(command.split())
        out, err = capsys.readouterr()
        assert (code, out) == (3, ""), (command, err)
        assert err.count("\n") == 1, err
        assert "is not the JSON object of accounts and tokens" in err
        for token in tokens:
            assert not shows(err, token), (command, err)
    assert main(["doctor", "--offline"]) == 1
    shown = capsys.readouterr().out
    assert "is not the JSON object of accounts and tokens" in shown
    assert not any(shows(shown, token) for token in tokens)


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
    *("run 21 --user {}", "run {}", "run 21 --solver {}", "run 21 --input {}", "status {}"),
    *("login {}", "login --token-file {}", "login --remove {}", "leaderboard {}", "{}"),
)


@pytest.mark.parametrize("line", TYPED)
def test_a_token_that_was_typed_in_place_of_something_else_is_not_shown(
    folder: Path,
    line: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = folder.parent
    Project(root).day(21, "def parse(text): return text\ndef part1(text): return 1\n")
    write(folder, tokens={USER: OTHER}, token2id={OTHER: USER})
    monkeypatch.chdir(root)
    words = line.format(TOKEN).split()
    monkeypatch.setattr("sys.argv", ["aoc", *words])
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert not shows(err, TOKEN), err


def everywhere(root: Path) -> str:
    """Return the text of all regular files under a folder."""
    found = (path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    return "".join(path.read_text(encoding="utf-8") for path in found)


@needs_links
@pytest.mark.parametrize("others", [False, True])
def test_a_logout_takes_the_token_out_of_what_a_link_leads_to(
    folder: Path, tmp_path: Path, others: bool
) -> None:
    tokens = {USER: TOKEN} | ({"github.bob.2": OTHER} if others else {})
    ids = {token: name for name, token in tokens.items()}
    write(folder, token=TOKEN, tokens=tokens, token2id=ids)
    (tmp_path / "elsewhere").mkdir()
    links = []
    for name in ("token", "tokens", "token2id"):
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
