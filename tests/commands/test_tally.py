"""What a run came to, without its results."""

from __future__ import annotations

from aoc.model import Failure, Kind, Puzzle, Result, Verdict
from aoc.session import Tally
from tests.results import made_result


def result(label: str | None, part: int | None = 1, day: int = 1) -> Result:
    """Return a result on an input, which is an example if its name says so."""
    word = (label or "").partition(" ")[0]
    kind = {"example": "example", "sample": "sample"}.get(word, "personal")
    return made_result(2021, day, None, "days", None, label, part, input_kind=label and kind)


def test_the_kinds_of_inputs_of_each_puzzle_are_known() -> None:
    tally = Tally([result("example 1"), result("sample 0"), result("alice", day=2)])
    failure = Failure(Kind.EXCEPTION, "bad")
    tally.show(result(None, None, day=3)._replace(error=failure))
    assert tally.inputs == {
        Puzzle(2021, 1): {"example", "sample"},
        Puzzle(2021, 2): {"personal"},
        Puzzle(2021, 3): {None},
    }
    assert tally.is_unloaded


def test_one_bad_result_makes_a_run_bad() -> None:
    tally = Tally([result("alice"), result("bob")])
    assert (tally.bad, tally.is_unloaded) == (False, False)
    tally.show(result("carol")._replace(verdict=Verdict.FAIL))
    tally.show(result("alice", day=2))
    assert tally.bad


def test_variants_are_known_once_each() -> None:
    found = [result("alice")._replace(variant=name) for name in ("memo", None, "fast", "memo")]
    assert [*Tally(found).variants] == ["memo", "fast"]
