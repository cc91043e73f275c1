"""The rules for every day of the year: title and idea, functions, samples and variants."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from aoc.text import plain
from aoc.worker.day_module import Day, day_of
from aoc.year.readme import idea_of

ROOT = Path(__file__).parents[2]
DAYS = sorted(int(path.stem[3:]) for path in ROOT.glob("days/year2021/day*.py"))
every_day = pytest.mark.parametrize("number", DAYS)


def load(number: int) -> tuple[Day, ModuleType]:
    """Return a day and the module of its tests."""
    day = import_module(f"days.year2021.day{number:02d}")
    return day_of(day), import_module(f"tests.year2021.test_day{number:02d}")


def sample_of(number: int, seed: int) -> str:
    """Return a sample of a day, as its `parse` gets it."""
    _, tests = load(number)
    return plain(tests.sample(Random(seed)))


def answers(day: Day, text: str, *, variants: bool) -> dict[int, object]:
    """Return the answers; check that all variants agree and that no part changes its input."""
    found: dict[int, object] = {}
    for part, functions in day.parts.items():
        for variant, function in functions.items():
            if variant and not variants:
                continue
            parsed = day.parse(text)
            before = repr(parsed)
            answer = function(parsed)
            assert type(answer) in (int, str)
            assert repr(parsed) == before, f"{function.__name__} changes its input"
            assert found.setdefault(part, answer) == answer, f"{function.__name__} differs"
    return found


def check(number: int, make: Callable[[Random], str], seed: int, *, variants: bool) -> None:
    """Check that the answers to a made-up input are always the same."""
    day, _ = load(number)
    made = make(Random(seed))
    assert made == make(Random(seed)), "the input does not depend on the seed alone"
    assert made.endswith("\n")
    text = plain(made)
    first = answers(day, text, variants=variants)
    assert answers(day, text, variants=False) == first


@every_day
def test_the_module_has_a_title_an_idea_in_one_short_sentence_and_the_functions(
    number: int,
) -> None:
    day, _ = load(number)
    title, _, text = (day.module.__doc__ or "").partition("\n\n")
    sentence = text.split("\n")[0]
    assert re.fullmatch(rf"Day {number}: .+[.!?]", title)
    # The table of days ends an idea at the first full stop or colon, and shortens a long one.
    assert re.fullmatch(r"[A-Z][^.:]{20,74}\.", sentence)
    assert idea_of(day.module.__doc__ or "") == sentence[:-1]
    assert None in day.parts[1]
    assert (None in day.parts[2]) == (number != 25)


@every_day
def test_the_days_do_not_import_the_framework(number: int) -> None:
    day, _ = load(number)
    source = Path(day.module.__file__ or "").read_text(encoding="utf-8")
    assert not re.search(r"^\s*(from|import) aoc\b", source, re.MULTILINE)


@pytest.mark.slow
@every_day
@pytest.mark.parametrize("seed", range(5))
def test_all_variants_agree_on_small_odd_inputs(number: int, seed: int) -> None:
    _, tests = load(number)
    check(number, tests.small, seed, variants=True)


@every_day
@pytest.mark.parametrize("seed", range(3))
def test_a_sample_always_has_the_same_answers(number: int, seed: int) -> None:
    _, tests = load(number)
    check(number, tests.sample, seed, variants=False)


@pytest.mark.slow
@every_day
def test_all_variants_agree_on_a_sample(number: int) -> None:
    _, tests = load(number)
    check(number, tests.sample, 0, variants=True)


@every_day
def test_malformed_input_is_refused_with_the_line(number: int) -> None:
    day, tests = load(number)
    assert len(tests.MALFORMED) >= 4
    for text, message in tests.MALFORMED:
        with pytest.raises(ValueError, match=message):
            day.parse(plain(text))


@every_day
def test_line_ends_of_windows_make_no_difference(number: int) -> None:
    day, tests = load(number)
    made = tests.sample(Random(0))
    windows = plain(made.replace("\n", "\r\n"))
    assert answers(day, windows, variants=False) == answers(day, plain(made), variants=False)
