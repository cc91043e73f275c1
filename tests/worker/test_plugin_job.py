"""What a worker reports of a job of a solver plugin, which answers both parts in one call."""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aoc.model import Input, Kind
from aoc.worker.reports import Refused, Report
from tests.marks import needs_linux, needs_pyinstrument
from tests.program import Project
from tests.worker.job_reports import EXAMPLES, TEXT, do_job, failures, results

Run = Callable[..., list[Report]]
PLUGIN = """\
def solve(year, day, data):
    with open("input.txt", encoding="utf-8") as file:
        assert file.read() == data
    return {answers}
"""


@pytest.fixture
def plugin(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A function that runs a plugin which returns some answers, and returns its reports."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)

    def run_plugin(answers: str, *sources: Input, **fields: Any) -> list[Report]:
        (tmp_path / "some_plugin.py").write_text(PLUGIN.format(answers=answers), encoding="utf-8")
        sys.modules.pop("some_plugin", None)
        importlib.invalidate_caches()
        return do_job(project, *(sources or (TEXT,)), entry="some_plugin:solve", **fields)

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return run_plugin


def test_a_plugin_answers_both_parts_and_its_time_counts_once(plugin: Run) -> None:
    first, second = results(plugin("4, None"))
    assert (first.part, first.answer) == (1, "4")
    assert (second.part, second.is_unsolved) == (2, True)
    assert first.seconds is not None
    assert second.seconds is None


def test_the_time_of_a_plugin_is_with_its_first_answer(plugin: Run) -> None:
    first, second = results(plugin("None, 4"))
    assert first.seconds is None
    assert second.seconds is not None


def test_only_the_part_of_a_plugin_that_is_asked_for_is_shown(plugin: Run) -> None:
    [second] = results(plugin("4, 5", parts=(2,)))
    assert (second.part, second.answer) == (2, "5")
    assert second.seconds is not None


def test_part_2_of_the_last_day_is_not_asked_of_a_plugin(plugin: Run) -> None:
    assert [result.part for result in results(plugin("4, 5", day=25))] == [1]


def test_a_plugin_is_not_asked_for_examples_with_parameters(plugin: Run) -> None:
    found = results(plugin("2, None", EXAMPLES, TEXT))
    assert [(result.input, result.part) for result in found] == [
        ("example 1", 1),
        ("input", 1),
        ("input", 2),
    ]


@pytest.mark.parametrize("answers", ["4", "(1, 2, 3)", "None"])
def test_a_plugin_that_does_not_return_two_answers_is_one_error(plugin: Run, answers: str) -> None:
    [(label, part, kind, message)] = failures(plugin(answers))
    assert (label, part, kind) == ("input", None, Kind.ANSWER)
    assert message.startswith("some_plugin:solve returned ")
    assert message.endswith(", not two answers")


@pytest.mark.parametrize(("parts", "part"), [((1, 2), None), ((2,), 2)])
def test_a_plugin_that_raises_is_one_error_with_the_time_of_the_call(
    plugin: Run, parts: tuple[int, ...], part: int | None
) -> None:
    [result] = results(plugin("1 // 0", parts=parts))
    assert result.part == part
    assert result.error
    assert result.error.kind is Kind.EXCEPTION
    assert result.seconds is not None


def test_a_plugin_takes_no_parameters(plugin: Run) -> None:
    reports = plugin("1, 2", params=(("factor", "3"),))
    assert reports[-1] == Refused("days takes no parameters: leave out --param")


def test_a_plugin_that_cannot_be_imported_is_one_error(project: Project) -> None:
    [(label, part, kind, message)] = failures(do_job(project, TEXT, entry="nowhere:solve"))
    assert (label, part, kind) == (None, None, Kind.EXCEPTION)
    assert message.startswith("nowhere:solve cannot be imported: ModuleNotFoundError")


@needs_linux
def test_a_plugin_that_deletes_the_project_has_answered_all_the_same(
    plugin: Run, project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("root")
    moved = plugin(f"__import__('shutil').rmtree({str(root)!r}) or 4, 5", root=str(root))
    assert [result.answer for result in results(moved)] == ["4", "5"]


def test_two_answers_of_a_plugin_have_its_time_once(plugin: Run) -> None:
    first, second = results(plugin("4, 5"))
    assert (first.answer, second.answer) == ("4", "5")
    assert first.seconds is not None
    assert (second.seconds, second.peak_memory_bytes) == (None, None)


def test_what_is_known_of_each_part_is_expected_of_a_plugin(plugin: Run) -> None:
    source = TEXT._replace(expected=("4", "5"))
    first, second = results(plugin("4, 6", source))
    assert (first.expected, second.expected) == ("4", "5")


@needs_linux
def test_the_memory_of_a_plugin_is_with_its_first_answer(plugin: Run) -> None:
    first, _ = results(plugin("len(bytearray(30_000_000)), 5"))
    assert first.peak_memory_bytes == pytest.approx(30e6, rel=0.1)


def test_after_the_call_of_a_plugin_the_folder_is_that_of_the_project(
    plugin: Run, project: Project
) -> None:
    [first, _] = results(plugin("__import__('os').getcwd(), 5"))
    assert first.answer
    assert Path.cwd().samefile(project.root)
    assert not Path(first.answer).exists()


@needs_linux
def test_a_plugin_that_replaces_its_folder_has_answered_all_the_same(
    plugin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    replace = "(folder := Path.cwd()), rmtree(folder), folder.write_text('')"
    imports = "(Path := __import__('pathlib').Path), (rmtree := __import__('shutil').rmtree)"
    found = plugin(f"({imports}, {replace}) and (4, 5)")
    assert [result.answer for result in results(found)] == ["4", "5"]


def test_no_answer_of_a_plugin_is_deleted_while_the_job_is_done(plugin: Run) -> None:
    deleted = "vars(__import__('sys').modules[__name__]).setdefault('deleted', [])"
    kept = f"type('Text', (str,), {{'__del__': lambda self: {deleted}.append(self)}})"
    answers = f"iter([{kept}('4'), str(len({deleted}))])"
    found = results(plugin(answers, TEXT, TEXT._replace(label="again")))
    assert [result.answer for result in found] == ["4", "0", "4", "0"]


@needs_pyinstrument
def test_the_profile_of_a_plugin_is_that_of_its_one_call(plugin: Run) -> None:
    first, second = results(plugin("4, sum(range(2_000_000))", profiles=True))
    assert first.profile
    assert first.profile["calls"] == 1
    assert " solve " in first.profile["text"]
    assert second.profile is None


H = "#..#\n#..#\n####\n#..#\n#..#\n#..#"


@pytest.mark.parametrize(
    ("value", "found"), [("H", ("H", None, "H")), (H, ("H", H, H)), (None, (None, None, "H"))]
)
def test_a_plugin_may_return_letters_or_the_drawing_of_them(
    plugin: Run, value: str | None, found: tuple[str | None, ...]
) -> None:
    first, _ = results(plugin(f"{value!r}, 5", TEXT._replace(expected=(H, None))))
    assert (first.answer, first.drawing, first.expected) == found


def test_a_text_that_cannot_be_an_answer_is_an_error_that_names_the_plugin(plugin: Run) -> None:
    first, second = results(plugin("'two\\nlines', 5"))
    assert first.error
    assert first.error.kind is Kind.ANSWER
    assert first.error.message.startswith("some_plugin:solve returned ")
    assert second.answer == "5"
