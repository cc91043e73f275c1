"""The rules for every day of the year: title and idea, functions, samples and variants."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from aoc.commands.report import idea_of
from aoc.model.inputs import plain
from aoc.worker.day_module import Day, day_of

ROOT = Path(__file__).parents[2]
DAYS = sorted(int(path.stem[3:]) for path in ROOT.glob("days/year2021/day??.py"))
every_day = pytest.mark.parametrize("number", DAYS)


def load(number: int) -> tuple[Day, ModuleType]:
    """Return a day and the module of its tests."""
    day = import_module(f"days.year2021.day{number:02d}")
    return day_of(day, with_variants=True), import_module(f"tests.year2021.test_day{number:02d}")


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


def check(number: int, make: str, seed: int, *, variants: bool = True) -> None:
    """Check that the answers to a `sample` or a `small` input are always alike."""
    day, tests = load(number)
    made = getattr(tests, make)(Random(seed))
    assert made == getattr(tests, make)(Random(seed)), "it does not depend on the seed alone"
    assert made.endswith("\n")
    first = answers(day, plain(made), variants=variants)
    if make == "small":  # A call that changes the next one does so on any input.
        assert answers(day, plain(made), variants=False) == first


SEEDS = range(5)
"""Those of each default run; campaigns have more."""


def test_the_tests_of_days_need_no_pytest() -> None:
    # README's first command runs a day where pytest is not installed.
    imports = "".join(f"import tests.year2021.test_day{day:02d}\n" for day in DAYS)
    source = f"import sys\nsys.modules['pytest'] = None\n{imports}"
    subprocess.run([sys.executable, "-c", source], cwd=ROOT, check=True)


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
    source = Path(day.module.__file__ or "").read_text(encoding="utf-8")
    assert not re.search(r"^\s*(from|import) aoc\b", source, re.MULTILINE)


@every_day
def test_all_variants_agree_on_a_sample_and_on_small_odd_inputs(number: int) -> None:
    # Those of day 23 take seconds.
    are_slow = number == 23
    for seed in SEEDS:
        # Variants take long on whole samples.
        check(number, "sample", seed, variants=seed == 0 and not are_slow)
        check(number, "small", seed, variants=seed == 0 or not are_slow)
