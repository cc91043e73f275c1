"""Settings, options and variables with every wrong value: one sentence each, and exit code 2."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.support.aoc import Aoc
from tests.support.program import Project

DAY = "def parse(text):\n    return text\n\ndef part1(text, *, target=1):\n    return 1\n"
DIGITS = "9" * 5000
LONG = "x" * 30_000
"""About as long as a variable can be on Windows."""


@pytest.fixture(autouse=True)
def day(project: Project) -> None:
    """A day in the project."""
    project.day(1, DAY)


def fault_of(aoc: Aoc, *args: str, env: Mapping[str, str] = {}) -> str:
    """Return the one sentence with which the program refuses a command line."""
    code, out, err = aoc(*args, env=env)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err[:-1].isprintable()
    assert len(err) < 2100
    return err.removeprefix("aoc: ").removesuffix("\n")


WRONG = [
    ("jobs = 0", "jobs is 0: write a whole number from 1 to 10000"),
    ("timeout = inf", "timeout is Infinity: write a number of seconds from 0 to 1000000; 0 stands"),
    ("memory = 512", 'memory is 512: write "512M" or "2G", or "0" for no limit'),
    ("year = 2014", "year is 2014: write a year from 2015 to 9999"),
    ("submit = 'yes'", 'submit is "yes": write true or false'),
    (r'contact = "a\r\nCookie: b"', r'contact is "a\r\nCookie: b": write an e-mail address or'),
    (r'inputs = "a\u0000b"', r'inputs is "a\u0000b": write the path of a folder, in quotes'),
    ("layouts = '{year}/{day}.py'", "layouts is "),
    ("timout = 5", "has no setting 'timout': choose from year, timeout, memory, "),
]
BROKEN = [
    *((f"[tool.aoc]\n{setting}\n", f": [tool.aoc] {sentence}") for setting, sentence in WRONG),
    ("tool.aoc = 'x'\n", ": tool.aoc is not a table: write [tool.aoc] in a line of its own"),
    ("\ufeff[tool]\naoc = {jobs = -1}\n", ": [tool.aoc] jobs is -1: "),
    (f"[tool.aoc]\njobs = {DIGITS}", " cannot be read as TOML (Exceeds the limit (4300 digits)"),
    ("[tool.aoc] # \udcff\n", " cannot be read as TOML ('utf-8' codec can't decode "),
]


def test_a_wrong_setting_is_named_with_its_value_and_what_it_takes(
    aoc: Aoc, project: Project
) -> None:
    path = project.root / "pyproject.toml"
    for toml, sentence in BROKEN:
        path.write_bytes(toml.encode("utf-8", "surrogateescape"))
        fault = fault_of(aoc, "run", "1")
        named = fault.removeprefix(str(path)).removeprefix("pyproject.toml")
        assert named.startswith(sentence), toml


RIGHT = """\
[tool.aoc]
jobs = 10000
timeout = 1_000_000
memory = '1.5 GB'
year = 9999
inputs = '~/inputs'
"""


def test_right_settings_are_taken_and_files_of_others_left_alone(
    aoc: Aoc, project: Project
) -> None:
    for toml in (RIGHT, "", "[project]\nname = 'aoc'\n", "x = ["):
        (project.root / "pyproject.toml").write_text(toml, encoding="utf-8")
        done = aoc("status", "2021")
        # Nobody is logged in, and nothing else is wrong.
        assert (done.code, done.err.count("\n")) == (0, 1), toml
        assert "so no star is known: " in done.err


WRONG_OPTIONS = [
    (
        f"--jobs {DIGITS}",
        "invalid value for '-j' / '--jobs': '...9999' is not a valid whole number",
    ),
    ("--timeout inf", "invalid value for '--timeout': inf is not in the range 0<=x<=1000000 (see "),
    (
        "--memory -1",
        "invalid value for '--memory': '-1' is not a size: write 512M or 2G, or 0 for no",
    ),
    ("--year 2014", "there was no event in 2014: the first was in 2015"),
    ("٠١", "'٠١' is not a day: write 21, "),
    (f"2021/{DIGITS}", "'2021/...9999' is not a day: write 21, "),
    (f"--user {LONG}", "the name xxxx... matches no account: "),
    (
        f"--input days/year2021/day01.py --param target={DIGITS}",
        "--param target=...9999: write a value of type int",
    ),
    ("\udcff.py", r"\udcff.py is not a day of this project: name days/yearYYYY/dayDD.py"),
    ("--input \udcff", r"--input \udcff cannot be read: No such file or directory"),
]


def test_a_wrong_option_or_day_is_one_short_sentence(aoc: Aoc) -> None:
    for words, sentence in WRONG_OPTIONS:
        days = () if re.search(r"^[^-]|^--year", words) else ("1",)
        fault = fault_of(aoc, "run", *days, *words.split(" "))
        assert fault.startswith(sentence), fault


def test_a_wrong_year_in_a_variable_is_named(aoc: Aoc) -> None:
    sentence = r"AOC_YEAR is '.+', not a year from 2015 to 9999: fix it or unset it"
    for value in ("2014", "99999", " 2021", "٢٠٢١", "\udcff", DIGITS):
        assert re.match(sentence, fault_of(aoc, "run", "1", env={"AOC_YEAR": value}))
        assert aoc("--help", env={"AOC_YEAR": value}).code == 0


def test_modules_are_looked_for_in_folders_of_the_project(aoc: Aoc, project: Project) -> None:
    days = "days/year{year}/day{day:02}.py"
    for path in ("'lib'", "['']", "[1]"):
        project.configure(f"layouts = [{{ days = {days!r}, path = {path} }}]")
        assert "path has folders of the project" in fault_of(aoc, "run", "1"), path


def test_a_solver_that_is_not_there_is_a_row_with_the_next_step(aoc: Aoc, project: Project) -> None:
    days = "days/year{year}/day{day:02}.py"
    project.configure(f"layouts = [{{ days = {days!r}, solver = 'adapter:solve' }}]")
    [result] = aoc("run", "1", "--json").results
    assert result["error"]["message"] == (
        "adapter:solve is no function of the project: write it into adapter.py beside "
        "pyproject.toml, or correct [tool.aoc] layouts"
    )
