"""Checks what `aoc doctor` finds in the git index of a project: inputs, tokens, texts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.emulator.accounts import Accounts
from tests.emulator.pages import puzzle_page
from tests.emulator.puzzles import make_event
from tests.support.aoc import Aoc
from tests.support.marks import needs_git
from tests.support.program import Project
from tests.support.repository import Repository

pytestmark = needs_git

TOKEN = "53616c7465645f5f" + "ab" * 56
INPUT = "Player 1 starting position: 3\nPlayer 2 starting position: 9\n"
FOLDER = "mine"
REMEDY = (
    "if they are not your own, `git rm --cached` each, and add a line to .gitignore; "
    "`git filter-repo` changes the history"
)


class Mine(Repository):
    """A project in a git repository, looked at by the doctor."""

    def __init__(self, project: Project, aoc: Aoc) -> None:
        super().__init__(project.root / FOLDER, "--initial-branch=main")
        self.aoc = aoc
        (self.root / "days" / "year2021").mkdir(parents=True)

    def write(self, name: str, content: str | bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def stage(self, files: Mapping[str, str | bytes]) -> None:
        """Write files by name, and add them to the index."""
        for name, content in files.items():
            self.write(name, content)
            self.git("add", "--force", name)

    def findings(self) -> list[str]:
        """Return what the doctor says about the repository."""
        lines = self.aoc("doctor", "--offline", folder=FOLDER).out.splitlines()
        return [line.replace(" git     ", "") for line in lines if " git  " in line]

    def leaks(self) -> list[str]:
        """Return the names of the inputs and puzzle texts that are found."""
        [found] = self.findings()
        about, _, names = found.removesuffix(f": {REMEDY}").partition(": ")
        assert about == "!the repository has personal inputs or puzzle texts"
        return names.split(", ")

    def is_well(self) -> bool:
        """Return whether the doctor finds nothing in it."""
        well = f"✔no input, token or puzzle text in {self.root.resolve()}"
        return self.findings() == [well]


@pytest.fixture
def repository(project: Project, aoc: Aoc) -> Mine:
    """A repository, in which nothing is staged."""
    aoc.secrets.add(TOKEN)
    return Mine(project, aoc)


def test_a_clean_repository_is_well(repository: Mine) -> None:
    assert repository.is_well(), "it has no file yet"
    repository.stage({"days/year2021/day21.py": "def parse(text): ...\n", "empty": ""})
    # Other hex digits are no token.
    repository.stage({"lock.json": "fedcba98" * 16, "long": TOKEN + "ab", "short": TOKEN[:90]})
    assert repository.is_well()


def test_the_index_counts_and_not_what_the_files_are_now(repository: Mine) -> None:
    # Whatever git is told to show.
    repository.git("config", "color.ui", "always")
    old = b"\0\xff" + f'COOKIES = {{"session": "{TOKEN[:96]}"}}\n'.encode()
    texts = {"input.txt": INPUT, "my_input": "\0GITCRYPT\0", "fetch.py": TOKEN}
    repository.stage({"old.bin": old, **texts})
    for name in ("input.txt", "fetch.py"):
        (repository.root / name).unlink()
    repository.write("my_input", INPUT)
    assert repository.findings() == [
        "✘the repository has session tokens: fetch.py, old.bin: log out of adventofcode.com in the "
        "browser it is from, which ends the session",
        f"!the repository has personal inputs or puzzle texts: input.txt: {REMEDY}",
    ]
    repository.git("rm", "--quiet", "--cached", "input.txt", "fetch.py", "old.bin")
    assert repository.is_well()


def test_a_name_may_be_that_of_an_input(repository: Mine) -> None:
    names = [
        "2021_21_prose.0.html",
        "Input/2021/21",
        "day21/puzzle-input.txt",
        "input",
        "inputs/2021/21.txt",
        "sub/2021_21_input.txt",
    ]
    others = ["inputs/example21.txt", "tests/inputs/21.txt", "input.py", "inputs/.gitkeep"]
    for name in names:
        repository.stage({name: f"{name}\n"})
        assert repository.leaks() == [name]
        repository.git("rm", "--quiet", "--cached", name)
        (repository.root / name).unlink()
    repository.stage({name: f"{name}\n" for name in others})
    assert repository.is_well()


def test_the_text_of_a_puzzle_is_found(repository: Mine) -> None:
    heading, rest = "## --- Day 21: Dirac Dice ---\n\n", "--- Part Two ---\n"
    texts = {"21.md": f"{heading}Your puzzle answer was 5.\n", "21.TXT": heading + rest}
    others = {"hard.md": f"{heading}That was hard.\n", "day21.py": f'"""{heading}{rest}"""'}
    page = puzzle_page(make_event(2021), make_event(2021).puzzles[21], Accounts().get("bob"))
    repository.stage({"a 21.html": page, **texts, **others})
    assert repository.leaks() == ["21.TXT", "21.md", "a 21.html"]


def test_a_link_to_an_input_elsewhere_is_no_input(repository: Mine) -> None:
    private = repository.root.parent / "private"
    private.mkdir()
    (private / "21.txt").write_text(INPUT)
    (repository.root / "inputs").symlink_to(private)
    (repository.root / "2021" / "21").mkdir(parents=True)
    (repository.root / "2021" / "21" / "input.txt").symlink_to("../../../private/21.txt")
    repository.git("add", "--force", "inputs", "2021")
    assert repository.is_well()
