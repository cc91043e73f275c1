"""Settings, options and variables with every wrong value: one sentence each, and exit code 2."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import click
import pytest

from aoc.cli import main
from aoc.commands.options import JOB_COUNT, SECONDS, SIZE, YEAR
from aoc.errors import UsageError
from aoc.project import find_project, read_settings
from tests.program import Project

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("project")]

DAY = "def parse(text):\n    return text\n\ndef part1(text, *, target=1):\n    return 1\n"
DIGITS = "9" * 5000
LONG = "x" * 30_000
"""About as long as a variable can be on Windows."""


@pytest.fixture
def project(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with one day, which is the current folder."""
    project.day(1, DAY)
    for name in [name for name in os.environ if name.startswith("AOC")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AOCD_DIR", str(project.cache))
    monkeypatch.setenv("AOC_YEAR", "2021")
    monkeypatch.chdir(project.root)
    return project


def fault_in(folder: Path, toml: str | bytes) -> str:
    """Return the sentence about a `pyproject.toml`, without its path; empty if there is none."""
    path = folder / "pyproject.toml"
    path.write_bytes(toml if isinstance(toml, bytes) else toml.encode())
    try:
        read_settings(str(path))
    except UsageError as error:
        text = str(error)
        assert text.startswith(str(path))
        assert "\n" not in text
        assert len(text) < len(str(path)) + 300
        return text.removeprefix(str(path)).removeprefix(": ")
    return ""


def fault_of(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Return the one sentence with which the program refuses a command line."""
    assert main([*args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.isprintable() or err[:-1].isprintable()
    assert len(err) < 2100
    return err.removeprefix("aoc: ").removesuffix("\n")


YEARS = "write a year from 2015 to 9999"
SECONDS_FORM = "write a number of seconds from 0 to 1000000; 0 stands for no limit"
SIZE_FORM = 'write "512M" or "2G", or "0" for no limit'
COUNT = "write a whole number from 1 to 10000"
FLAG = "write true or false"
CONTACT = "write an e-mail address or a URL, in quotes"
FOLDER = "write the path of a folder, in quotes"


LAYOUTS = (
    "'{year}/{day}.py'",
    "['{year}/{day}.py']",
    "[{}]",
    "[{ days = '{year}.py' }]",
    "[{ days = '{day}.py', run = 'script' }]",
    "[{ days = '{day}.py', year = 2014 }]",
    "[{ days = '{year}/{day}.py', run = 'module' }]",
    "[{ days = '{year}/{day}.py', runs = 'script' }]",
    "[{ days = '{year}/{day}.py', part1 = 1 }]",
)


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("jobs = -1", f"[tool.aoc] jobs is -1: {COUNT}"),
        ("jobs = 0", f"[tool.aoc] jobs is 0: {COUNT}"),
        ("jobs = true", f"[tool.aoc] jobs is true: {COUNT}"),
        ("jobs = '2'", f'[tool.aoc] jobs is "2": {COUNT}'),
        ("jobs = 2021-12-01", f'[tool.aoc] jobs is "2021-12-01": {COUNT}'),
        (f"jobs = {DIGITS}", " cannot be read as TOML (Exceeds the limit (4300 digits)"),
        ("timeout = -1", f"[tool.aoc] timeout is -1: {SECONDS_FORM}"),
        ("timeout = inf", f"[tool.aoc] timeout is Infinity: {SECONDS_FORM}"),
        ("timeout = true", f"[tool.aoc] timeout is true: {SECONDS_FORM}"),
        ("memory = 512", f"[tool.aoc] memory is 512: {SIZE_FORM}"),
        ("memory = '-1G'", f'[tool.aoc] memory is "-1G": {SIZE_FORM}'),
        ("memory = '9e999'", f'[tool.aoc] memory is "9e999": {SIZE_FORM}'),
        ("year = 2014", f"[tool.aoc] year is 2014: {YEARS}"),
        ("year = '2021'", f'[tool.aoc] year is "2021": {YEARS}'),
        ("submit = 'yes'", f'[tool.aoc] submit is "yes": {FLAG}'),
        ("contact = 5", f"[tool.aoc] contact is 5: {CONTACT}"),
        (r'contact = "a\r\nCookie: b"', rf'[tool.aoc] contact is "a\r\nCookie: b": {CONTACT}'),
        ("contact = 'ü@x'", f'[tool.aoc] contact is "ü@x": {CONTACT}'),
        ("template = 3", f"[tool.aoc] template is 3: {FOLDER}"),
        ("inputs = ['a']", f'[tool.aoc] inputs is ["a"]: {FOLDER}'),
        (r'inputs = "a\u0000b"', rf'[tool.aoc] inputs is "a\u0000b": {FOLDER}'),
        (r'template = "\u001b[31m"', rf'[tool.aoc] template is "\u001b[31m": {FOLDER}'),
        *((f"layouts = {value}", "[tool.aoc] layouts is ") for value in LAYOUTS),
        ("timout = 5", "[tool.aoc] has no setting 'timout': choose from year, timeout, memory, "),
        (r'"a\nb" = 1', r"[tool.aoc] has no setting 'a\nb': choose from year, "),
    ],
    ids=lambda value: value[:30],
)
def test_a_wrong_setting_is_named_with_its_value_and_what_it_takes(
    tmp_path: Path, setting: str, sentence: str
) -> None:
    assert fault_in(tmp_path, f"[tool.aoc]\n{setting}\n").startswith(sentence)


@pytest.mark.parametrize(
    "setting",
    [
        *("jobs = 1", "jobs = 10000", "timeout = 0", "timeout = 0.5", "timeout = 1_000_000"),
        *("memory = '0'", "memory = '1.5 GB'", "memory = '2048'", "year = 2015", "year = 9999"),
        *("submit = false", "contact = 'me@example.org'", "template = 'later'"),
        *("inputs = '..'", "inputs = '~/inputs'", "inputs = 'later'"),
    ],
)
def test_a_right_setting_is_taken(tmp_path: Path, setting: str) -> None:
    assert fault_in(tmp_path, f"[tool.aoc]\n{setting}\n") == ""


@pytest.mark.parametrize(
    ("toml", "sentence"),
    [
        ("tool.aoc = 'x'\n", "tool.aoc is not a table: write [tool.aoc] in a line of its own"),
        ("[[tool.aoc]]\njobs = 1\n", "tool.aoc is not a table: "),
        ("[tool]\naoc = {jobs = -1}\n", "[tool.aoc] jobs is -1: "),
        ('["tool" . "aoc"]\njobs = -1\n', "[tool.aoc] jobs is -1: "),
        (b"\xef\xbb\xbf[tool.aoc]\njobs = -1\n", "[tool.aoc] jobs is -1: "),
        ("[tool.aoc\n", " cannot be read as TOML ("),
        ("[tool.aoc]\njobs = ", " cannot be read as TOML ("),
        (
            f"[tool.aoc]\nx = {'[' * 20_000}",
            " cannot be read as TOML (maximum recursion depth exceeded",
        ),
        (b"[tool.aoc] # \xff\n", " cannot be read as TOML ('utf-8' codec can't decode byte 0xff"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_broken_file_is_named_with_what_is_wrong(
    tmp_path: Path, toml: str | bytes, sentence: str
) -> None:
    assert fault_in(tmp_path, toml).startswith(sentence)


@pytest.mark.parametrize("toml", ["", "[project]\nname = 'aoc'\n", "x = ["])
def test_a_file_without_our_table_is_not_ours(tmp_path: Path, toml: str) -> None:
    assert fault_in(tmp_path, toml) == ""


def test_settings_that_cannot_be_read_are_named(project: Project) -> None:
    (project.root / "pyproject.toml").mkdir()
    with pytest.raises(UsageError, match=r"pyproject\.toml cannot be read as TOML \("):
        find_project()


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        *(("jobs", JOB_COUNT, text) for text in ("-1", "0", "1", "10000", "10001", "1.5", "nan")),
        *(("timeout", SECONDS, text) for text in ("-1", "0", "0.5", "1e6", "1e7", "inf")),
        *(("memory", SIZE, text) for text in ("-1", "0", "5", "2G", "2GB", "2H", "nan", "1e99")),
        *(("year", YEAR, text) for text in ("0", "2014", "2015", "2021", "9999", "99999")),
    ],
)
def test_an_option_takes_what_its_setting_takes(
    tmp_path: Path, name: str, kind: click.ParamType[Any], text: str
) -> None:
    value = f"'{text}'" if name == "memory" else text
    is_right = fault_in(tmp_path, f"[tool.aoc]\n{name} = {value}\n") == ""
    try:
        kind.convert(text, None, None)
    except (click.BadParameter, UsageError):
        assert not is_right
    else:
        assert is_right


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (f"--jobs {DIGITS}", "INVALID '-j' / '--jobs': '...9999' is not a valid whole number"),
        ("--timeout -1", "INVALID '--timeout': -1.0 is not in the range 0<=x<=1000000 (see "),
        ("--timeout inf", "INVALID '--timeout': inf is not in the range 0<=x<=1000000 (see "),
        (f"--timeout {DIGITS}", "INVALID '--timeout': inf is not in the range 0<=x<=1000000 (see "),
        ("--memory -1", "INVALID '--memory': '-1' is not a size: write 512M or 2G, or 0 for no"),
        (f"--memory {DIGITS}G", "INVALID '--memory': '...9999G' is not a size: write 512M or 2G"),
        ("--repeat 0", "INVALID '--repeat': 0 is not in the range 1<=x<=1000000 (see "),
        ("--seed=abc", "INVALID '--seed': 'abc' is not a valid whole number (see "),
        (f"--seed={DIGITS}", "INVALID '--seed': '...9999' is not a valid whole number (see "),
        ("--year 99999", "INVALID '-y' / '--year': '99999' is not a year: write one such as 2021"),
        ("--year 2014", "there was no event in 2014: the first was in 2015"),
        ("٠١", "'٠١' is not a day: write 21, "),
        (DIGITS, "'...9999' is not a day: write 21, "),
        (f"2021/{DIGITS}", "'2021/...9999' is not a day: write 21, "),
        (f"1-{DIGITS}", "'1-...9999' is not a day: write 21, "),
        (LONG, "'x*x...x*x' is not a day: write 21, "),
        (f"--{LONG}", "no such option '--x*x...x*x'"),
        (f"--user {LONG}", "--user xxxx... matches no account: "),
        (f"--solver {LONG}", "there is no solver 'x*x...x*x': choose from days"),
        (f"--variant {LONG}", "there is no variant 'x*x...x*x' here: there is none"),
        (f"--sample --param target={DIGITS}", "--param target=...9999: write a value of type int"),
        (f"--sample --param {LONG}", "INVALID '--param': 'x*x...x*x' is not NAME=VALUE: "),
        ("\udcff", r"'\udcff' is not a day: write 21, "),
        ("\udcff.py", r"\udcff.py is not a day of this project: name days/yearYYYY/dayDD.py"),
        ("--input \udcff", r"--input \udcff cannot be read: No such file or directory"),
        ("--user \udcff", r"--user \udcff matches no account: "),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_a_wrong_option_or_day_is_one_short_sentence(
    capsys: pytest.CaptureFixture[str], words: str, sentence: str
) -> None:
    days = () if re.search(r"^[^-]|^--year", words) else ("1",)
    fault = fault_of(capsys, "run", *days, *words.split(" "))
    sentence = sentence.replace("INVALID", "invalid value for")
    assert re.sub(r"x{20,}\.\.\.x{20,}", "x*x...x*x", fault).startswith(sentence)


def test_no_part_of_a_token_is_left_of_a_long_word(capsys: pytest.CaptureFixture[str]) -> None:
    token = "0123456789abcdef" * 8
    fault = fault_of(capsys, "run", f"{'x' * 30}{token}{'y' * 500}")
    assert "0123456789abcdef" not in fault


def test_a_sentence_about_many_words_ends_somewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert fault_of(capsys, "doctor", *["a"] * 30_000).startswith(
        "got unexpected extra arguments (a a a"
    )


@pytest.mark.parametrize(
    ("name", "values", "sentence"),
    [
        (
            "AOC_YEAR",
            ("0", "2014", "99999", "abc", " 2021", "-2021", "٢٠٢١", "\udcff", DIGITS),
            r"AOC_YEAR is '.+', not a year from 2015 to 9999: fix it or unset it",
        ),
        (
            "AOC_PROJECT",
            ("/nowhere",),
            r"no project in .*nowhere or above it: go to a folder with days/yearYYYY",
        ),
    ],
)
def test_a_variable_with_a_wrong_value_is_named(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    values: tuple[str, ...],
    sentence: str,
) -> None:
    for value in values:
        monkeypatch.setenv(name, value)
        assert re.match(sentence, fault_of(capsys, "run", "1"))


def test_help_needs_no_right_variable(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AOC_YEAR", "soon")
    assert main(["--help"]) == 0
    assert capsys.readouterr().out.startswith("Usage: ")
