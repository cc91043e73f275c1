"""What `aoc doctor` finds in the git repository of a project: inputs, tokens, puzzle texts."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic

import pytest

from aoc.doctor import git_check
from aoc.doctor.findings import Finding, Status
from aoc.doctor.repository import Blob
from aoc.doctor.repository import Repository as GitRepository
from aoc.doctor.subject import Subject
from aoc.project import find_project
from aoc.site.accounts import Accounts
from tests.marks import needs_git, needs_posix_shell
from tests.repository import git
from tests.site.accounts import Accounts as SiteAccounts
from tests.site.pages import puzzle_page
from tests.site.puzzles import make_event

pytestmark = needs_git

TOKEN = "0123456789abcdef" * 8
SALTED = "53616c7465645f5f" + "ab" * 56
USER = "github.alice.1"
INPUT = "Player 1 starting position: 3\nPlayer 2 starting position: 9\n"


class Repository:
    """A project in a git repository, and aocd's folder with one account."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root = root
        self.cache = cache
        (root / "days" / "year2021").mkdir(parents=True)
        (cache / USER).mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *args: str) -> str:
        """Run git in the project, and return what it prints."""
        return git(self.root, *args)

    def commit(self, files: Mapping[str, str | bytes | None]) -> str:
        """Commit files by name, `None` for one to delete; return the start of the commit's id."""
        for name, content in files.items():
            if content is None:
                self.git("rm", "--quiet", name)
            else:
                write(self.root / name, content)
                self.git("add", "--force", name)
        self.git("commit", "--quiet", "--message=x")
        return self.git("rev-parse", "HEAD")[:10]

    def found(self) -> list[Finding]:
        """Return what the doctor finds; no finding may show a token."""
        findings = list(git_check.check(Subject(Accounts(), find_project(str(self.root)))))
        assert not any(token in str(findings) for token in (TOKEN, SALTED))
        return findings


def write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path / "aocd"))
    for name in ("AOC_SESSION", "AOCD_CONFIG_DIR", "AOC_PROJECT"):
        monkeypatch.delenv(name, raising=False)
    made = Repository(tmp_path / "project", tmp_path / "aocd")
    write(made.cache / USER / "2021_21_input.txt", INPUT)
    write(made.cache / "token", TOKEN)
    write(made.cache / "prose" / "2021_21_prose.0.html", page())
    return made


def page() -> str:
    """Return the page of a puzzle."""
    return puzzle_page(make_event(2021), make_event(2021).puzzles[21], SiteAccounts().get("bob"))


def test_a_clean_repository_is_well(repository: Repository) -> None:
    repository.commit({"days/year2021/day21.py": "def parse(text): ...\n", "README.md": "Mine.\n"})
    assert repository.found() == [
        Finding(
            "git",
            Status.OK,
            f"no input, token or puzzle text in {repository.root.resolve()} and its 1 commit",
        )
    ]


def test_an_empty_repository_is_well(repository: Repository) -> None:
    [finding] = repository.found()
    assert finding.status is Status.OK


@pytest.mark.parametrize(
    "content",
    [INPUT, INPUT.rstrip("\n"), INPUT.replace("\n", "\r\n"), INPUT.replace("\n", "\r\n")[:-2]],
    ids=["same", "no line end", "Windows", "Windows, no line end"],
)
def test_a_cached_input_is_found_under_any_name(repository: Repository, content: str) -> None:
    repository.commit({"README.md": "Mine.\n"})
    commit = repository.commit({"data/twenty one.bin": content})
    repository.commit({"README.md": "Still mine.\n"})
    [finding] = repository.found()
    assert finding.status is Status.ERROR
    assert finding.message == (
        f"the repository has a personal input: data/twenty one.bin ({commit})"
    )
    assert "`git rm --cached -- 'data/twenty one.bin'`" in str(finding.remedy)
    assert ".gitignore" in str(finding.remedy)


def test_an_input_that_was_removed_is_in_the_history(repository: Repository) -> None:
    commit = repository.commit({"data.txt": INPUT, "README.md": "Mine.\n"})
    repository.commit({"data.txt": None})
    [finding] = repository.found()
    assert finding.status is Status.ERROR
    assert finding.message == (
        f"the history of the repository has a personal input: data.txt ({commit})"
    )
    assert str(finding.remedy).startswith(
        "`git filter-repo --invert-paths --path=data.txt` removes it from the history"
    )


def test_a_file_that_is_clean_by_now_is_in_the_history(repository: Repository) -> None:
    commit = repository.commit({"data.txt": INPUT})
    repository.commit({"data.txt": "made up\n"})
    [finding] = repository.found()
    assert finding.message.startswith("the history of the repository has")
    assert f"({commit})" in finding.message


def test_a_file_that_was_changed_is_still_there(repository: Repository) -> None:
    commit = repository.commit({"inputs/2021/21.txt": "1\n"})
    repository.commit({"inputs/2021/21.txt": "2\n"})
    [finding] = repository.found()
    assert finding.message == (
        f"the repository has a personal input: inputs/2021/21.txt ({commit})"
    )


def test_other_branches_and_merges_are_searched(repository: Repository) -> None:
    repository.commit({"README.md": "Mine.\n"})
    repository.git("checkout", "--quiet", "-b", "other")
    branch = repository.commit({"branch.txt": INPUT})
    repository.commit({"branch.txt": None, "more": "x"})
    repository.git("checkout", "--quiet", "main")
    repository.commit({"main": "x"})
    repository.git("merge", "--quiet", "--no-commit", "--no-ff", "other")
    merge = repository.commit({"merge.txt": f"token {TOKEN}\n"})
    messages = [finding.message for finding in repository.found()]
    assert messages == [
        f"the history of the repository has a personal input: branch.txt ({branch})",
        f"the repository has a session token: merge.txt ({merge})",
    ]


def test_what_is_staged_is_found_before_it_is_committed(repository: Repository) -> None:
    write(repository.root / "data.txt", INPUT)
    repository.git("add", "data.txt")
    [finding] = repository.found()
    assert "data.txt (not committed)" in finding.message
    assert "filter-repo" not in str(finding.remedy)


def test_what_no_commit_has_any_more_is_not_found(repository: Repository) -> None:
    repository.commit({"README.md": "Mine.\n"})
    write(repository.root / "data.txt", INPUT)
    repository.git("add", "data.txt")
    repository.git("rm", "--quiet", "--force", "data.txt")
    [finding] = repository.found()
    assert finding.status is Status.OK


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("inputs/2021/21.txt", Status.ERROR),
        ("sub/2021_21_input.txt", Status.ERROR),
        ("inputs/day21.txt", Status.WARNING),
        ("Input/2021/21", Status.WARNING),
        ("day21/puzzle-input.txt", Status.WARNING),
        ("input", Status.WARNING),
        ("inputs/example21.txt", Status.OK),
        ("tests/inputs/21.txt", Status.OK),
        ("tests/inputs/2021/21.txt", Status.OK),
        ("input.py", Status.OK),
        ("inputs/.gitkeep", Status.OK),
        ("data/21.txt", Status.OK),
    ],
)
def test_a_name_may_be_that_of_an_input(repository: Repository, name: str, status: Status) -> None:
    repository.commit({name: "1\n2\n3\n"})
    [finding] = repository.found()
    assert finding.status is status
    if status is Status.WARNING:
        assert f"has a possible personal input: {name} (" in finding.message
        assert str(finding.remedy).startswith("if so, `git rm")


@pytest.mark.parametrize("token", [TOKEN, SALTED, SALTED[:96]], ids=["known", "128", "96"])
def test_a_token_is_found_in_any_text(repository: Repository, token: str) -> None:
    commit = repository.commit({"fetch.py": f'COOKIES = {{"session": "{token}"}}\n'})
    repository.commit({"fetch.py": "COOKIES = {}\n"})
    [finding] = repository.found()
    assert finding.status is Status.ERROR
    assert finding.message == (
        f"the history of the repository has a session token: fetch.py ({commit})"
    )
    assert "log out of adventofcode.com" in str(finding.remedy)


def test_a_file_that_was_moved_is_found_in_both_places(repository: Repository) -> None:
    first = repository.commit({"old.py": f"{TOKEN!r}\n", "copy.py": f"{TOKEN!r}\n"})
    second = repository.commit({"old.py": None, "new.py": f"{TOKEN!r}\n"})
    assert [finding.message for finding in repository.found()] == [
        f"the repository has session tokens: copy.py ({first}), new.py ({second})",
        f"the history of the repository has a session token: old.py ({first})",
    ]


def test_the_tokens_of_all_accounts_are_known(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = {place: f"{number}" * 128 for number, place in enumerate(["bob", "carol", "env"])}
    write(repository.cache / "tokens.json", json.dumps({"bob": tokens["bob"]}))
    write(repository.cache / "token2id.json", json.dumps({tokens["carol"]: "github.carol.1"}))
    monkeypatch.setenv("AOC_SESSION", tokens["env"])
    repository.commit({f"{place}.txt": token for place, token in tokens.items()})
    [finding] = repository.found()
    assert "session tokens: bob.txt (" in finding.message
    assert "carol.txt" in finding.message
    assert "env.txt" in finding.message


def test_other_hex_digits_are_no_token(repository: Repository) -> None:
    repository.commit({"lock.json": "fedcba98" * 16, "sum": "0" * 96, "long": SALTED + "ab"})
    assert [finding.status for finding in repository.found()] == [Status.OK]


@pytest.mark.parametrize(
    ("name", "content", "status"),
    [
        ("page.bin", page(), Status.ERROR),
        ("day 21.html", page().replace("Dirac", "DIRAC"), Status.ERROR),
        ("2021_21_prose.0.html", "x", Status.ERROR),
        ("a.htm", '<article class="day-desc"><p>x</p></article>', Status.ERROR),
        ("21.md", "## --- Day 21: Dirac Dice ---\n\nYour puzzle answer was 5.\n", Status.ERROR),
        ("21.TXT", "--- Day 21: Dirac Dice ---\n\n--- Part Two ---\n", Status.ERROR),
        ("21.md", "## --- Day 21: Dirac Dice ---\n\nThat was hard.\n", Status.WARNING),
        ("day21.py", '"""--- Day 21: Dirac Dice ---\n\n--- Part Two ---"""', Status.OK),
        ("21.md", "## Day 21: Dirac Dice\n", Status.OK),
    ],
)
def test_the_text_of_a_puzzle_is_found(
    repository: Repository, name: str, content: str, status: Status
) -> None:
    repository.commit({name: content})
    [finding] = repository.found()
    assert finding.status is status
    if status is not Status.OK:
        assert name in finding.message
        assert "puzzle text" in finding.message


def test_many_files_are_one_line(repository: Repository) -> None:
    commit = repository.commit({f"inputs/2021/{day:02}.txt": f"{day}\n" for day in range(1, 26)})
    [finding] = repository.found()
    assert finding.message == (
        f"the repository has personal inputs: inputs/2021/01.txt ({commit}), "
        f"inputs/2021/02.txt ({commit}), inputs/2021/03.txt ({commit}) and 22 more"
    )
    assert "inputs/2021/03.txt ...`" in str(finding.remedy)


@pytest.mark.parametrize("name", ["inputs/2021/21.txt", "token", ".env", "2021_21_input.txt"])
def test_what_git_would_add_is_said(repository: Repository, name: str) -> None:
    repository.commit({"README.md": "Mine.\n"})
    write(repository.root / name, "x\n")
    [finding] = repository.found()
    assert finding.status is Status.WARNING
    assert finding.message.startswith(f"git does not ignore {name}, ")
    write(repository.root / ".gitignore", "inputs\ntoken\n.env\n*input*.txt\n")
    assert [finding.status for finding in repository.found()] == [Status.OK]


def test_odd_names_and_links_do_no_harm(repository: Repository) -> None:
    name = "ü\n: \t'x'.txt" if os.name == "posix" else "ü 'x'.txt"
    commit = repository.commit({name: INPUT, "binary.dat": bytes(range(256)) * 100, "empty": ""})
    if os.name == "posix":
        os.symlink(repository.root / name, repository.root / "link")
        repository.git("add", "link")
    [finding] = repository.found()
    assert f"{name} ({commit})" in finding.message


def test_a_project_in_a_part_of_a_repository_is_searched_as_a_whole(
    repository: Repository,
) -> None:
    commit = repository.commit({"above.txt": INPUT, "part/days/__init__.py": ""})
    project = find_project(str(repository.root / "part"))
    [finding] = git_check.check(Subject(Accounts(), project))
    assert f"above.txt ({commit})" in finding.message


def test_other_hashes_of_git_are_known(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = Repository.__new__(Repository)
    newer.root, newer.cache = tmp_path / "newer", repository.cache
    (newer.root / "days" / "year2021").mkdir(parents=True)
    newer.git("init", "--quiet", "--object-format=sha256")
    newer.commit({"data.txt": INPUT})
    assert "data.txt" in newer.found()[0].message


def test_variables_of_git_lead_nowhere_else(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.commit({"data.txt": INPUT})
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    assert repository.found()[0].status is Status.ERROR


def test_nothing_is_changed(repository: Repository) -> None:
    repository.commit({"data.txt": INPUT})
    index = repository.root / ".git" / "index"
    before = index.read_bytes(), repository.git("status", "--porcelain")
    repository.found()
    assert (index.read_bytes(), repository.git("status", "--porcelain")) == before


def test_outside_of_a_repository_nothing_is_checked(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "plain" / "days" / "year2021").mkdir(parents=True)
    project = find_project(str(tmp_path / "plain"))
    [finding] = git_check.check(Subject(Accounts(), project))
    assert finding.status is Status.SKIPPED
    assert finding.message.startswith("not checked: not a git repository")


def test_without_git_nothing_is_checked(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    [finding] = repository.found()
    assert finding.status is Status.SKIPPED
    assert finding.message.startswith("not checked: git cannot be started")


def test_a_search_that_takes_too_long_says_how_far_it_came(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(GitRepository):
        """A repository on a computer where the time is over once git has started."""

        def tracked(self) -> Iterator[Blob]:
            yield from super().tracked()
            self.deadline = monotonic()

    repository.commit({"README.md": "Mine.\n"})
    monkeypatch.setattr(git_check, "Repository", Slow)
    [finding] = repository.found()
    assert finding.status is Status.WARNING
    assert re.fullmatch(r"only [01] commits could be searched within 10 s", finding.message)


def test_what_is_tracked_is_searched_before_the_history(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(GitRepository):
        """A repository with a history that nobody has the time for."""

        def history(self) -> Iterator[Blob]:
            self.is_cut = True
            return iter(())

    repository.commit({"data.txt": INPUT, "fetch.py": f"{TOKEN!r}\n"})
    monkeypatch.setattr(git_check, "Repository", Slow)
    assert [finding.message for finding in repository.found()] == [
        "the repository has a personal input: data.txt",
        "the repository has a session token: fetch.py",
        "only 0 commits could be searched within 10 s",
    ]


@needs_posix_shell
def test_a_git_that_never_answers_is_ended(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "git").write_text("#!/bin/sh\nexec sleep 600\n")
    (bin_folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(git_check, "SECONDS", 0.2)
    [finding] = repository.found()
    assert finding == Finding("git", Status.SKIPPED, "not checked: git was too slow")
