"""Checks what `aoc doctor` finds in the git repository of a project: inputs, tokens, texts."""

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

    def put(self, files: Mapping[str, str | bytes | None]) -> None:
        """Commit files by name, `None` for one to delete."""
        for name, content in files.items():
            if content is None:
                self.git("rm", "--quiet", name)
            else:
                self.write(name, content)
                self.git("add", "--force", name)
        self.git("commit", "--quiet", "--message=x")

    def findings(self) -> list[tuple[str, str, str | None]]:
        """Return the status, the message and the remedy of each thing that the doctor finds."""
        lines = self.aoc("doctor", "--offline", "--json", folder=FOLDER).lines
        found = [line for line in lines if line["check"] == "git"]
        return [(line["status"], line["message"], line["remedy"]) for line in found]

    def leaks(self) -> dict[str, str]:
        """Return the status of each thing that the repository has."""
        texts = {
            message.rpartition(" has ")[2]: status
            for status, message, _ in self.findings()
        }
        return {
            text.replace(", not pushed yet", ""): status
            for text, status in texts.items()
        }

    def push(self) -> None:
        """Push all branches to another repository."""
        Repository(self.root.parent / "hub", "--bare")
        self.git("push", "--quiet", "--all", str(self.root.parent / "hub"))
        self.git("remote", "add", "hub", str(self.root.parent / "hub"))
        self.git("fetch", "--quiet", "hub")


@pytest.fixture
def repository(project: Project, aoc: Aoc) -> Mine:
    """A repository, and aocd's folder with one input."""
    aoc.secrets.add(TOKEN)
    project.remember(INPUT)
    return Mine(project, aoc)


def test_a_clean_repository_is_well(repository: Mine) -> None:
    well = (
        f"no input, token or puzzle text in {repository.root.resolve()} and its history"
    )
    assert repository.findings() == [("ok", well, None)], "there is no commit yet"
    repository.put({"days/year2021/day21.py": "def parse(text): ...\n", "empty": ""})
    # Other hex digits are no token.
    repository.put(
        {"lock.json": "fedcba98" * 16, "long": TOKEN + "ab", "short": TOKEN[:90]}
    )
    assert repository.findings() == [("ok", well, None)]


def test_a_cached_input_is_found_under_any_name(repository: Mine) -> None:
    windows = INPUT.replace("\n", "\r\n")
    repository.put(
        {"a": INPUT, "short": INPUT.rstrip("\n"), "data/twenty öne.bin": windows}
    )
    names = "a, data/twenty öne.bin, short"
    untrack = (
        "`git rm --cached -- a 'data/twenty öne.bin' short`, and a line in .gitignore"
    )
    unpushed = (
        "warning",
        f"the repository has personal inputs, not pushed yet: {names}",
        f"{untrack}; squash the commits that have them before you push",
    )
    pushed = (
        "error",
        f"the repository has pushed personal inputs: {names}",
        f"{untrack}; `git filter-repo` changes the history",
    )
    assert repository.findings() == [unpushed]
    repository.push()
    assert repository.findings() == [pushed]


def test_what_is_staged_is_found_before_it_is_committed(repository: Mine) -> None:
    repository.git("config", "color.ui", "always")
    repository.write("data", INPUT)
    repository.write("fetch.bin", b"\0" + TOKEN.encode())
    repository.git("add", ".")
    assert repository.findings() == [
        (
            "error",
            "the repository or its history has session tokens: fetch.bin",
            "log out of adventofcode.com in the browser it is from, which ends the session",
        ),
        (
            "warning",
            "the repository has personal inputs, not pushed yet: data",
            "`git rm --cached -- data`, and a line in .gitignore",
        ),
    ]


def test_what_was_removed_and_other_branches_and_merges_are_searched(
    repository: Mine,
) -> None:
    repository.put({"data.txt": INPUT, "changed": INPUT[:-1]})
    repository.put({"data.txt": None, "moved": INPUT, "changed": "made up\n"})
    repository.put({"moved": None})
    repository.git("checkout", "--quiet", "-b", "other")
    repository.put({"more": "x"})
    repository.git("checkout", "--quiet", "main")
    repository.put({"main": "x"})
    repository.git("merge", "--quiet", "--no-commit", "--no-ff", "other")
    repository.put({"merge.txt": f"token {TOKEN}\n"})
    repository.git("checkout", "--quiet", "other")
    assert [*repository.leaks()] == [
        "session tokens: merge.txt",
        "personal inputs: changed, moved",
    ]
    repository.push()
    remedies = [remedy for _, text, remedy in repository.findings() if "pushed" in text]
    assert remedies == ["`git filter-repo` changes the history"], (
        "no file of now has them"
    )


def test_a_name_may_be_that_of_an_input(repository: Mine) -> None:
    sure = ["inputs/2021/21.txt", "sub/2021_21_input.txt"]
    perhaps = ["Input/2021/21", "day21/puzzle-input.txt", "input"]
    others = [
        "inputs/example21.txt",
        "tests/inputs/21.txt",
        "input.py",
        "inputs/.gitkeep",
    ]
    names = ["2021_21_prose.0.html", *sure, *perhaps, *others]
    repository.put({name: f"{name}\n" for name in names})
    assert repository.leaks() == {
        "puzzle texts: 2021_21_prose.0.html": "warning",
        f"personal inputs: {', '.join(sure)}": "warning",
        f"possible personal inputs: {', '.join(perhaps)}": "warning",
    }


def test_a_token_that_was_deleted_is_found(repository: Mine) -> None:
    old = b"\0\xff" + f'COOKIES = {{"session": "{TOKEN[:96]}"}}\n'.encode()
    repository.put(
        {"fetch.py": f'COOKIES = {{"session": "{TOKEN}"}}\n', "old.bin": old}
    )
    repository.put({"fetch.py": "COOKIES = {}\n", "old.bin": None})
    assert repository.findings() == [
        (
            "error",
            "the repository or its history has session tokens: fetch.py, old.bin",
            "log out of adventofcode.com in the browser it is from, which ends the session",
        )
    ]


def test_the_text_of_a_puzzle_is_found(repository: Mine) -> None:
    heading, rest = "## --- Day 21: Dirac Dice ---\n\n", "--- Part Two ---\n"
    texts = {"21.md": f"{heading}Your puzzle answer was 5.\n", "21.TXT": heading + rest}
    others = {
        "hard.md": f"{heading}That was hard.\n",
        "day21.py": f'"""{heading}{rest}"""',
    }
    page = puzzle_page(
        make_event(2021), make_event(2021).puzzles[21], Accounts().get("bob")
    )
    repository.put({"a 21.html": page, **texts, **others})
    assert [*repository.leaks()] == ["puzzle texts: 21.TXT, 21.md, a 21.html"]


def test_what_git_would_add_is_said(repository: Mine) -> None:
    repository.write("inputs/2021/21.txt", "x\n")
    adds = "git does not ignore inputs/2021/21.txt, so the next `git add .` adds it"
    assert repository.findings() == [
        ("warning", adds, "add a line for it to .gitignore")
    ]
    repository.write(".gitignore", "inputs\n")
    assert repository.findings()[0][0] == "ok"


LOCKED = {
    "git-crypt": b"\0GITCRYPT\0\0\xd7\x93",
    "age": b"age-encryption.org/v1\n-> X25519 \xff\n",
    "armored age": b"-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n",
    "gpg": b"-----BEGIN PGP MESSAGE-----\n\nhQEM\n",
    "transcrypt": b"U2FsdGVkX1/3vvc0\n",
    "sops": b'{\n\t"data": "ENC[AES256_GCM,data:x]"\n}\n',
    "git-lfs": b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n",
}


@pytest.mark.parametrize("kind", LOCKED)
def test_an_encrypted_input_is_no_leak_unlocked_or_not(
    repository: Mine, kind: str
) -> None:
    names = ("inputs/2021/21.txt", "2021/day21/input.txt", "mine/2021_21_prose.0.html")
    repository.put(dict.fromkeys(names, LOCKED[kind]))
    repository.push()
    assert repository.findings()[0][0] == "ok"
    # Unlocked, the file here is plain, and what git has is not.
    repository.write("inputs/2021/21.txt", INPUT)
    assert repository.findings()[0][0] == "ok"


def test_an_input_that_was_plain_once_is_found_in_the_history(repository: Mine) -> None:
    repository.put({"inputs/2021/21.txt": INPUT})
    repository.put({"inputs/2021/21.txt": LOCKED["git-crypt"]})
    text = "personal inputs, not pushed yet: inputs/2021/21.txt"
    remedy = "squash the commits that have them before you push"
    assert repository.findings() == [("warning", f"the repository has {text}", remedy)]
    repository.push()
    text = "the repository has pushed personal inputs: inputs/2021/21.txt"
    assert repository.findings() == [
        ("error", text, "`git filter-repo` changes the history")
    ]


def test_a_file_that_is_no_input_at_all_is_none(repository: Mine) -> None:
    repository.put({"inputs/2021/20.txt": "", "inputs/2021/21.txt": "<html>\n"})
    repository.put({"input": b"\x89PNG\r\n\0"})
    (repository.root / "inputs/2021/22.txt").symlink_to("../../../private/22.txt")
    repository.git("add", "--force", "inputs/2021/22.txt")
    assert repository.findings()[0][0] == "ok"


def test_a_link_to_an_input_elsewhere_is_no_input(repository: Mine) -> None:
    private = repository.root.parent / "private"
    private.mkdir()
    (private / "21.txt").write_text(INPUT)
    (repository.root / "inputs").symlink_to(private)
    (repository.root / "2021" / "21").mkdir(parents=True)
    (repository.root / "2021" / "21" / "input.txt").symlink_to(
        "../../../private/21.txt"
    )
    repository.git("add", "--force", "inputs", "2021")
    repository.git("commit", "--quiet", "--message=x")
    repository.push()
    assert repository.findings()[0][0] == "ok"
    repository.put({"inputs": None, "data/input.txt": "abcdef"})
    found = (
        "the repository has possible personal inputs, not pushed yet: data/input.txt"
    )
    assert repository.findings()[0][1] == found


def test_files_that_may_be_other_than_inputs_are_not_said_to_be_yours(
    repository: Mine,
) -> None:
    repository.put({"data/input.txt": "something\n"})
    repository.push()
    assert repository.findings() == [
        (
            "warning",
            "the repository has pushed possible personal inputs: data/input.txt",
            "if they are yours: `git rm --cached -- data/input.txt`, and a line in .gitignore; "
            "`git filter-repo` changes the history",
        )
    ]


def test_what_git_will_encrypt_need_not_be_ignored(repository: Mine) -> None:
    repository.write("inputs/2021/21.txt", "x\n")
    repository.write("inputs/2021/22.txt", LOCKED["age"])
    repository.write(".gitattributes", "inputs/** filter=git-crypt diff=git-crypt\n")
    assert repository.findings()[0][0] == "ok"
    repository.write(".gitattributes", "inputs/** filter=lfs\n")
    assert "git does not ignore inputs/2021/21.txt, so" in repository.findings()[0][1]
