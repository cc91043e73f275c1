"""What has changed from one run to the next, in words."""

from __future__ import annotations

import pytest

from aoc.commands.watch import change_line
from aoc.model import Failure, Kind, Result, Verdict
from tests.results import made_result


def result(
    answer: str | None = "5",
    verdict: Verdict = Verdict.PASS,
    seconds: float = 1e-4,
    **fields: object,
) -> Result:
    """Return a result of part 1 on my input."""
    made = made_result(day=1, label="mine", part=1, input_kind="personal")
    return made._replace(answer=answer, verdict=verdict, seconds=seconds, **fields)


def shown(before: Result, after: Result) -> str:
    """Return the line about two results, without colors."""
    return "".join(change_line(before, after))


BROKEN = Failure(Kind.EXCEPTION, "KeyError: 5")


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (result("4", Verdict.FAIL), result(), "✔ 5, was ✘ 4"),
        (result(verdict=Verdict.UNKNOWN), result(), "✔ 5, was ?"),
        (result("4"), result("5"), "✔ 5, was ✔ 4"),
        (result(None, Verdict.SKIPPED), result(), "✔ 5, was - not solved"),
        (result(), result(None, Verdict.ERROR, error=BROKEN), "! exception, was ✔ 5"),
        (result(seconds=3e-5), result(seconds=1.2e-5), "12.0 µs, was 30.0 µs"),
        (result("4", seconds=3e-5), result(seconds=4.5e-5), "✔ 5, was ✔ 4 · 45.0 µs, was 30.0 µs"),
    ],
)
def test_a_change_is_one_line(before: Result, after: Result, text: str) -> None:
    after = after._replace(error=BROKEN if after.verdict is Verdict.ERROR else None)
    assert shown(before, after) == f"  mine, part 1: {text}\n"
