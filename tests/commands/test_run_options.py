"""Which options of `aoc run` go together, and what the seed of `--sample` is."""

from __future__ import annotations

import pytest

from tests.program import Project

DAY = """\
def parse(text):
    return text

def part1(text):
    return 1

def part1_{name}(text):
    return 1

part1_made = part1_{name}

def part2(text):
    return 2
"""
TESTS = """\
from aoc import Example

EXAMPLES = [Example("x\\n", part1=1, part2=2)]

def sample(rng):
    return f"{rng.random()}\\n"
"""


@pytest.fixture
def project(project: Project) -> Project:
    """A project with days of two years."""
    for year, day, name in ((2020, 5, "old"), (2021, 1, "quick"), (2021, 3, "slow")):
        project.day(day, DAY.format(name=name), TESTS, year=year)
    return project


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "label", "days"),
    [
        (["1", "--sample", "3"], "sample 3", {1}),
        (["1", "--sample", "3", "--part", "1"], "sample 3", {1}),
        (["--part", "1", "1", "--sample", "3"], "sample 3", {1}),
        (["1", "--sample=3"], "sample 3", {1}),
        (["--sample=3", "1"], "sample 3", {1}),
        (["1", "--sample"], "sample 0", {1}),
        (["1", "--sample", "--part", "1"], "sample 0", {1}),
        (["--all", "--sample", "3"], "sample 3", {1, 3}),
        (["--sample", "3", "--all"], "sample 3", {1, 3}),
        (["--sample", "1-3"], "sample 0", {1, 3}),
        (["--sample", "all"], "sample 0", {1, 3}),
        (["--sample", "--", "1"], "sample 0", {1}),
        (["1", "--sample", "2021"], "sample 2021", {1}),
    ],
)
def test_a_number_after_sample_is_the_seed_where_the_days_are_known(
    project: Project, args: list[str], label: str, days: set[int]
) -> None:
    done = project.run("run", "--json", *args)
    assert {result["input"] for result in done.results} == {label}
    assert {result["day"] for result in done.results} == days


@pytest.mark.parametrize(
    "args", [["--sample", "3"], ["--sample", "3", "1"], ["--part", "1", "--sample", "3"]]
)
def test_a_number_after_sample_that_may_be_the_day_is_refused(
    project: Project, args: list[str]
) -> None:
    done = project.run("run", *args)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "aoc: --sample 3 can be the day or the seed: write `python -m aoc run 3 --sample` for the "
        "day, --sample=3 for the seed\n"
    )


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("1 --wait", "--wait needs --submit: add --submit, or leave out --wait"),
        ("1 --force", "--force needs --submit"),
        ("1 --no-submit --wait", "--wait needs --submit"),
        ("1 --sample --force", "--force needs --submit"),
        ("1 --submit --sample", "--submit needs your own input: leave out --sample"),
        ("1 --sample --user a", "--sample and --user do not go together: choose one of them"),
        ("1 --sample=5 --example", "--example and --sample do not go together"),
        ("1 --user a --all-users", "--user and --all-users do not go together"),
        ("1 -q -v", "--quiet and --verbose do not go together"),
        ("1 --cluster tcp://a:1 --pdb", "--cluster and --pdb do not go together"),
        ("1 --cluster tcp://a:1 --profile", "--cluster and --profile do not go together"),
        ("1 --cluster tcp://a:1 -j 2", "--jobs does nothing with --cluster"),
        ("1 --all", "--all means all days: leave out DAYS, or --all"),
        ("1 --all-years", "--all-years means all days: leave out DAYS, or --all-years"),
        ("--all-years --year 2021", "--all-years means every year: leave out --year"),
        ("2021/1 --year 2020", "2021/1 and --year 2020 name different years: leave out --year"),
        ("2020 --year 2021", "2020 and --year 2021 name different years: leave out --year"),
        ("2020 5", "2020 5 can mean two things: write 2020/5 for that day, or 2020,5 for the"),
        ("1-3 --input -", "--input is for one day only: name one day"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(
    project: Project, args: str, sentence: str
) -> None:
    done = project.run("run", *args.split())
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert done.err.count("\n") == 1


def test_options_about_submitting_go_with_the_setting_too(project: Project) -> None:
    settings = project.root / "pyproject.toml"
    settings.write_text("[tool.aoc]\nsubmit = true\n", encoding="utf-8")
    assert project.run("run", "1", "--wait").code == 0
    done = project.run("run", "1", "--wait", "--sample")
    assert "--wait needs --submit" in done.err


def test_all_years_runs_every_day_there_is(project: Project) -> None:
    done = project.run("run", "--all-years", "--example", "--json", "--part", "1")
    assert [(r["year"], r["day"]) for r in done.results] == [(2020, 5), (2021, 1), (2021, 3)]


def test_all_years_of_no_day_says_what_to_write(project: Project) -> None:
    for path in project.root.glob("days/*/*.py"):
        path.unlink()
    done = project.run("run", "--all-years")
    assert done.code == 2
    assert "--all-years means the years in days/, and there is none" in done.err


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("1 --example", "2021/01 has no variant 'nosuch': choose from quick, made"),
        ("1-3 --example", "none of these days has a variant 'nosuch': choose from quick, made, s"),
        ("1 --sample --part 1", "part 1 of 2021/01 has no variant 'nosuch': choose from quick"),
        ("1 --sample --part 2", "part 2 of 2021/01 has no variant 'nosuch': leave out --variant"),
        ("1 --example --variant quick", "2021/01 has no variant 'nosuch': choose from quick"),
    ],
)
def test_a_variant_that_does_not_exist_is_answered_with_those_that_do(
    project: Project, args: str, sentence: str
) -> None:
    done = project.run("run", *args.split(), "--variant", "nosuch")
    assert done.code == 2
    assert f"aoc: {sentence}" in done.err


def test_a_variant_of_one_day_runs_alone_among_several_days(project: Project) -> None:
    done = project.run("run", "all", "--example", "--variant", "slow", "--json")
    assert [(r["day"], r["variant"]) for r in done.results] == [(3, "slow")]
    assert (done.code, done.err) == (0, "")


def test_a_day_that_cannot_be_loaded_is_not_blamed_for_a_variant(project: Project) -> None:
    project.day(1, "import nowhere\n", TESTS)
    done = project.run("run", "1", "--example", "--variant", "quick")
    assert done.code == 1
    assert "variant" not in done.err


def test_repeat_is_for_days_and_not_for_plugins_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project.root / "elsewhere"
    (folder / "guest-1.dist-info").mkdir(parents=True)
    files = {"METADATA": "Name: guest\nVersion: 1\n", "RECORD": "guest.py,,\n"}
    files["entry_points.txt"] = "[adventofcode.user]\nguest = guest:solve\n"
    for name, text in files.items():
        (folder / "guest-1.dist-info" / name).write_text(text, encoding="utf-8")
    source = "def solve(year, day, data):\n    return 1, 2\n"
    (folder / "guest.py").write_text(source, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    run = ("run", "1", "--sample", "--repeat", "3", "--solver", "guest")
    done = project.run(*run)
    assert (done.code, done.out) == (2, "")
    assert done.err == "aoc: guest is called once: leave out --repeat, or choose the solver days\n"
    assert project.run(*run, "--solver", "days").code == 0
