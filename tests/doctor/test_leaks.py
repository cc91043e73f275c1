"""What `aoc doctor` finds in the git repository of a project: inputs, tokens, puzzle texts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from aoc.doctor import Diagnostic, Status, find_subject, make_check
from tests.emulator.accounts import Accounts
from tests.emulator.pages import puzzle_page
from tests.emulator.puzzles import make_event
from tests.marks import needs_git
from tests.repository import Repository

pytestmark = needs_git

TOKEN = "53616c7465645f5f" + "ab" * 56
USER = "github.alice.1"
INPUT = "Player 1 starting position: 3\nPlayer 2 starting position: 9\n"


class Project(Repository):
    """A project in a git repository, and aocd's folder with one account."""

    def __init__(self, root: Path, *options: str) -> None:
        (root / "days" / "year2021").mkdir(parents=True)
        super().__init__(root, "--initial-branch=main", *options)

    def write(self, name: str, content: str | bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def put(self, files: Mapping[str, str | bytes | None]) -> None:
        """Commit files by name, `None` for one to delete."""
        for name, content in files.items():
            if content is None:
                self.git("rm", "--quiet", name)
            else:
                self.write(name, content)
                self.git("add", "--force", name)
        self.git("commit", "--quiet", "--message=x")

    def found(self) -> list[Diagnostic]:
        """Return what the doctor finds, which never shows a token."""
        found = list(make_check("git", find_subject(offline=True), debug=True))
        assert TOKEN[20:] not in str(found)
        return found

    def finding(self) -> Diagnostic:
        [found] = self.found()
        return found


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    cached = tmp_path / "aocd" / USER / "2021_21_input.txt"
    cached.parent.mkdir(parents=True)
    cached.write_bytes(INPUT.encode())
    cached.with_name("2021_01_input.txt").touch()
    made = Project(tmp_path / "project")
    monkeypatch.setenv("AOCD_DIR", str(tmp_path / "aocd"))
    monkeypatch.setenv("AOC_PROJECT", str(made.root))
    return made


def test_a_clean_repository_is_well(repository: Project) -> None:
    text = f"no input, token or puzzle text in {repository.root.resolve()} and its history"
    well = Diagnostic(Status.OK, text)
    assert repository.found() == [well], "there is no commit yet"
    repository.put({"days/year2021/day21.py": "def parse(text): ...\n", "empty": ""})
    assert repository.found() == [well]


@pytest.mark.parametrize(
    "content",
    [INPUT, INPUT.rstrip("\n"), INPUT.replace("\n", "\r\n")],
    ids=["same", "no line end", "Windows"],
)
def test_a_cached_input_is_found_under_any_name(repository: Project, content: str) -> None:
    repository.put({"data/twenty öne.bin": content})
    assert repository.finding() == Diagnostic(
        Status.ERROR,
        "the repository or its history has personal inputs: data/twenty öne.bin",
        "`git rm --cached -- 'data/twenty öne.bin'`, and a line in .gitignore; `git filter-repo` "
        "changes the history",
    )


def test_an_input_that_was_moved_and_removed_is_found(repository: Project) -> None:
    repository.put({"data.txt": INPUT, "changed": INPUT[:-1]})
    repository.put({"data.txt": None, "moved": INPUT, "changed": "made up\n"})
    repository.put({"moved": None})
    assert "has personal inputs: changed, moved" in repository.finding().message


def test_what_is_staged_is_found_before_it_is_committed(repository: Project) -> None:
    repository.git("config", "color.ui", "always")
    repository.write("data", INPUT)
    repository.write("fetch.bin", b"\0" + TOKEN.encode())
    repository.git("add", ".")
    assert [found.message.rpartition(" has ")[2] for found in repository.found()] == [
        "personal inputs: data",
        "session tokens: fetch.bin",
    ]


def test_other_branches_and_merges_are_searched(repository: Project) -> None:
    repository.put({"README.md": "Mine.\n"})
    repository.git("checkout", "--quiet", "-b", "other")
    repository.put({"branch.txt": INPUT})
    repository.put({"branch.txt": None, "more": "x"})
    repository.git("checkout", "--quiet", "main")
    repository.put({"main": "x"})
    repository.git("merge", "--quiet", "--no-commit", "--no-ff", "other")
    repository.put({"merge.txt": f"token {TOKEN}\n"})
    repository.git("checkout", "--quiet", "other")
    assert [found.message.rpartition(": ")[2] for found in repository.found()] == [
        "branch.txt",
        "merge.txt",
    ]


def test_a_name_may_be_that_of_an_input(repository: Project) -> None:
    sure = ["inputs/2021/21.txt", "sub/2021_21_input.txt"]
    perhaps = ["Input/2021/21", "day21/puzzle-input.txt", "input"]
    others = ["inputs/example21.txt", "tests/inputs/21.txt", "input.py", "inputs/.gitkeep"]
    names = ["2021_21_prose.0.html", *sure, *perhaps, *others]
    repository.put({name: f"{name}\n" for name in names})
    found = {each.message.rpartition(" has ")[2]: each for each in repository.found()}
    assert {text: each.status for text, each in found.items()} == {
        "puzzle texts: 2021_21_prose.0.html": Status.ERROR,
        f"personal inputs: {', '.join(sure)}": Status.ERROR,
        (text := f"possible personal inputs: {', '.join(perhaps)}"): Status.WARNING,
    }
    assert str(found[text].remedy).startswith("`git rm")


@pytest.mark.parametrize("token", [TOKEN, TOKEN[:96]])
def test_a_token_that_was_deleted_is_found(repository: Project, token: str) -> None:
    cookies = f'COOKIES = {{"session": "{token}"}}\n'
    repository.put({"fetch.py": cookies, "old.bin": b"\0\xff" + cookies.encode()})
    repository.put({"fetch.py": "COOKIES = {}\n", "old.bin": None})
    assert repository.finding() == Diagnostic(
        Status.ERROR,
        "the repository or its history has session tokens: fetch.py, old.bin",
        "log out of adventofcode.com in the browser it is from, which ends the session",
    )


def test_other_hex_digits_are_no_token(repository: Project) -> None:
    repository.put({"lock.json": "fedcba98" * 16, "long": TOKEN + "ab", "short": TOKEN[:90]})
    assert repository.finding().status is Status.OK


def test_the_text_of_a_puzzle_is_found(repository: Project) -> None:
    heading, rest = "## --- Day 21: Dirac Dice ---\n\n", "--- Part Two ---\n"
    texts = {"21.md": f"{heading}Your puzzle answer was 5.\n", "21.TXT": heading + rest}
    others = {"hard.md": f"{heading}That was hard.\n", "day21.py": f'"""{heading}{rest}"""'}
    page = puzzle_page(make_event(2021), make_event(2021).puzzles[21], Accounts().get("bob"))
    repository.put({"a 21.html": page, **texts, **others})
    assert repository.finding().message.endswith(" has puzzle texts: 21.TXT, 21.md, a 21.html")


def test_what_git_would_add_is_said(repository: Project) -> None:
    repository.write("inputs/2021/21.txt", "x\n")
    assert repository.finding() == Diagnostic(
        Status.WARNING,
        "git does not ignore inputs/2021/21.txt, so the next `git add .` adds it",
        "add a line for it to .gitignore",
    )
    repository.write(".gitignore", "inputs\n")
    assert repository.finding().status is Status.OK
