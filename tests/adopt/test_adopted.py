"""Repositories of solutions in many styles are found by `aoc init`, and run as they are."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.adopt.repositories import REPOSITORIES, Repository
from tests.emulator.pages import first_article, frame
from tests.emulator.puzzles import Puzzle
from tests.program import Project

USER = "github.alice.1"
INPUT = "3\n8\n5\n"
ANSWERS = {"a": "16", "b": "8"}


class Adopted(Project):
    """A repository in a folder of its own, with an account whose inputs and answers are cached."""

    def __init__(self, folder: Path, repository: Repository) -> None:
        self.root = folder / repository.folder
        self.cache = folder / "aocd"
        self.variables = {"AOCD_DIR": str(self.cache), "AOC_YEAR": "2021"}
        for name, text in repository.files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        own = self.cache / USER
        own.mkdir(parents=True)
        for day in (*repository.days, *repository.wrong):
            name = day.replace("/", "_")
            (own / f"{name}_input.txt").write_text(INPUT)
            for part, answer in ANSWERS.items():
                (own / f"{name}{part}_answer.txt").write_text(answer)

    def texts(self) -> dict[str, str]:
        """Return the texts of all files, but for what Python and aoc themselves keep."""
        found = (path for path in self.root.rglob("*") if path.is_file())
        names = {path.relative_to(self.root).as_posix(): path for path in found}
        kept = {name: path for name, path in names.items() if not set(name.split("/")) & KEPT}
        return {name: path.read_text(encoding="utf-8") for name, path in kept.items()}


KEPT = {"__pycache__", ".aoc"}


def page_of_day_21(adopted: Adopted) -> None:
    """Put a page of day 21 into the cache, whose example has the sum 3."""
    page = frame(
        "Day 21 - Advent of Code 2021",
        None,
        2021,
        first_article(Puzzle(2021, 21, "Sums", "1\n2\n", "3", None)),
    )
    prose = adopted.cache / "prose"
    prose.mkdir()
    (prose / "2021_21_prose.0.html").write_text(page)


@pytest.mark.parametrize("name", REPOSITORIES)
def test_a_repository_is_found_and_runs_as_it_is(name: str, tmp_path: Path) -> None:
    repository = REPOSITORIES[name]
    adopted = Adopted(tmp_path, repository)
    made = adopted.run("init", "--yes")
    assert made.code == 0, made.err
    settings = tomllib.loads((adopted.root / "pyproject.toml").read_text(encoding="utf-8"))
    layouts = [layout["days"] for layout in settings["tool"]["aoc"]["layouts"]]
    assert tuple(layouts) == repository.layouts
    days = [*repository.days, *repository.wrong]
    ran = adopted.run("run", "--json", ",".join(days))
    verdicts: dict[str, list[tuple[int, str]]] = {day: [] for day in days}
    for row in ran.results:
        verdicts[f"{row['year']}/{row['day']:02}"].append((row["part"], row["answer"]))
    assert {day: sorted(verdicts[day]) for day in repository.days} == {
        day: [(1, "16"), (2, "8")] for day in repository.days
    }, ran.out + ran.err
    for day, words in repository.wrong.items():
        rows = [row for row in ran.results if f"{row['year']}/{row['day']:02}" == day]
        sentences = [row["error"]["message"] if row["error"] else row["reason"] for row in rows]
        assert any(words in str(sentence) for sentence in sentences), sentences
    assert ran.code == bool(repository.wrong)
    assert {**adopted.texts(), "pyproject.toml": ""} == {**repository.files, "pyproject.toml": ""}


def test_all_is_every_year_unless_one_is_chosen(tmp_path: Path) -> None:
    adopted = Adopted(tmp_path, REPOSITORIES["two styles"])
    adopted.run("init", "--yes")
    for chosen, years in (("", {2020, 2021, 2022}), ("2021", {2021})):
        results = adopted.run("run", "all", "--json", env={"AOC_YEAR": chosen}).results
        assert {row["year"] for row in results} == years


def test_init_lists_what_it_found_and_asks_first(tmp_path: Path) -> None:
    adopted = Adopted(tmp_path, REPOSITORIES["what cannot be right"])
    listed = adopted.run("init", "--dry-run")
    assert listed.out.splitlines() == [
        "2021: 5 scripts, {year}/day{day:02}.py",
        "1 file not understood: 2021/day06.py (has a class that another file uses)",
        "1 file not understood: 2021/day07.ipynb (a notebook is not run)",
    ]
    asked = adopted.run("init")
    assert (asked.code, asked.out) == (2, listed.out)
    assert "aoc init --yes" in asked.err
    assert not (adopted.root / "pyproject.toml").exists()


def test_settings_that_are_there_stay_as_they_are(tmp_path: Path) -> None:
    adopted = Adopted(tmp_path, REPOSITORIES["flat"])
    metadata = adopted.root / "pyproject.toml"
    metadata.write_text('[project]\nname = "mine"\n', encoding="utf-8")
    assert adopted.run("init", "--yes").code == 0
    text = metadata.read_text(encoding="utf-8")
    assert text.startswith('[project]\nname = "mine"\n\n[tool.aoc]\nlayouts = [\n')
    assert "is a project already" in adopted.run("init", "--yes").err
    assert metadata.read_text(encoding="utf-8") == text


def test_a_row_says_that_its_answer_was_printed(tmp_path: Path) -> None:
    adopted = Adopted(tmp_path, REPOSITORIES["flat"])
    adopted.run("init", "--yes")
    rows = [
        line.split() for line in adopted.run("run", "1").out.splitlines() if "(printed)" in line
    ]
    assert [row[-2:] for row in rows] == [["16", "(printed)"], ["8", "(printed)"]]


def test_examples_of_cached_pages_become_tests_that_a_script_passes(tmp_path: Path) -> None:
    adopted = Adopted(tmp_path, REPOSITORIES["days that look like years"])
    adopted.run("init", "--yes")
    page_of_day_21(adopted)
    made = adopted.run("new", "--tests", "2021")
    assert made.out.endswith("test_day21.py: 1 example\n"), made.err
    assert "2021/01, 2021/12" in made.err
    ran = adopted.run("run", "21", "--example", "--json")
    assert [(row["part"], row["answer"], row["verdict"]) for row in ran.results] == [
        (1, "3", "pass")
    ]
    assert adopted.run("run", "21").code == 0


def test_a_missing_file_of_the_example_has_that_of_the_page(tmp_path: Path) -> None:
    script = (
        "def read(name):\n    return [int(line) for line in open(name)]\n\n\n"
        'assert sum(read("example.txt")) == 3\n'
        'print(sum(read("input.txt")))\nprint(max(read("input.txt")))\n'
    )
    adopted = Adopted(tmp_path, Repository({"2021/day21.py": script}, (), ("2021/21",)))
    page_of_day_21(adopted)
    adopted.run("init", "--yes")
    ran = adopted.run("run", "21", "--json")
    assert [row["answer"] for row in ran.results] == ["16", "8"], ran.out


ADAPTERS = {
    "a base class that reads a file": {
        "base.py": "class Base:\n    def __init__(self, name):\n"
        "        self.numbers = [int(line) for line in open(name)]\n",
        "days/day1.py": "from base import Base\n\n\nclass Day1(Base):\n"
        "    def solve(self):\n        return sum(self.numbers), max(self.numbers)\n",
        "adapter.py": "from importlib import import_module\n\n\ndef solve(year, day, text):\n"
        '    module = import_module(f"days.day{day}")\n'
        '    return getattr(module, f"Day{day}")("input.txt").solve()\n',
    },
    "a helper that fetches and submits": {
        "helper.py": "import urllib.request\n\n\ndef fetch(day):\n"
        '    return urllib.request.urlopen(f"https://example.org/{day}").read().decode()\n\n\n'
        "def submit(part, answer):\n    raise SystemExit(answer)\n",
        "days/day1.py": "import helper\n\n\ndef main():\n"
        "    numbers = [int(line) for line in helper.fetch(1).split()]\n"
        "    helper.submit(1, sum(numbers))\n    helper.submit(2, max(numbers))\n",
        "adapter.py": "from importlib import import_module\n\nimport helper\n\n\n"
        "def solve(year, day, text):\n    answers = {}\n    helper.fetch = lambda day: text\n"
        "    helper.submit = answers.__setitem__\n"
        '    import_module(f"days.day{day}").main()\n    return answers[1], answers[2]\n',
    },
}


@pytest.mark.parametrize("name", ADAPTERS)
def test_an_adapter_solves_what_is_no_script(name: str, tmp_path: Path) -> None:
    adopted = Adopted(tmp_path, Repository(ADAPTERS[name], ()))
    (adopted.root / "pyproject.toml").write_text(
        "[tool.aoc]\n"
        'layouts = [{ days = "days/day{day}.py", solver = "adapter:solve", year = 2021 }]\n'
    )
    ran = adopted.run("run", "1", "--json")
    assert [(row["answer"], row["verdict"]) for row in ran.results] == [
        ("16", "pass"),
        ("8", "pass"),
    ], ran.out


def test_the_only_answer_is_that_of_no_part_whichever_is_asked_for(tmp_path: Path) -> None:
    script = 'print(sum(map(int, open("input.txt"))))\n'
    adopted = Adopted(tmp_path, Repository({"2021/day21.py": script}, (), ("2021/21",)))
    adopted.run("init", "--yes")
    [row] = adopted.run("run", "21", "--part", "1", "--json").results
    assert (row["answer"], row["verdict"]) == (None, "skipped")
    assert row["reason"] == "printed 16, without saying for which part"


def test_a_bench_of_one_part_runs_the_file_of_that_part(tmp_path: Path) -> None:
    adopted = Adopted(tmp_path, REPOSITORIES["a file for each part"])
    adopted.run("init", "--yes")
    done = adopted.run("bench", "1", "--part", "2", "--quick", "--json")
    assert [row["part"] for row in done.lines] == [2], done.err


def test_a_run_is_in_the_history(tmp_path: Path) -> None:
    adopted = Adopted(tmp_path, REPOSITORIES["flat"])
    adopted.run("init", "--yes")
    adopted.run("run", "1")
    rows = adopted.run("history", "1", "--json").lines
    # The time of the whole stands with the first answer.
    assert [(row["part"], row["verdict"]) for row in rows] == [(1, "pass")]


def test_two_files_for_one_puzzle_are_named(tmp_path: Path) -> None:
    files = {f"2021/01_{title}.py": "print(1)\n" for title in ("sonar", "sweep")}
    adopted = Adopted(tmp_path, Repository(files, ()))
    adopted.run("init", "--yes")
    ran = adopted.run("run", "2021/1")
    assert ran.code == 2
    assert "01_sweep.py are both 2021/01" in ran.err
