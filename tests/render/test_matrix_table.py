"""What a person sees of many inputs or solvers: a row per puzzle and solver, and what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO

from aoc.model import Failure, Kind, Result, Verdict
from aoc.render.matrix_table import MatrixTable
from tests.results import made_result

HEAD = "                           ✔     ✘     ?     !     -      min   median      max"


def result(
    label: str | None,
    part: int | None = 1,
    answer: str | None = "5",
    verdict: Verdict = Verdict.PASS,
    *,
    day: int = 1,
    solver: str = "days",
    variant: str | None = None,
    whole: bool = True,
    seconds: float | None = 1e-3,
) -> Result:
    """Return a result on an input."""
    made = made_result(2021, day, "Title", solver, variant, label, part, answer, "6", verdict)
    kind = "personal" if whole else "example"
    return made._replace(input_kind=kind, seconds=seconds)


def failed(label: str | None, message: str = "bad", part: int | None = 1) -> Result:
    """Return a result of a solver that raised something."""
    error = Failure(Kind.EXCEPTION, message)
    return result(label, part, None, Verdict.ERROR, seconds=None)._replace(error=error)


def with_parsing(results: Iterable[Result]) -> Iterator[Result]:
    """Yield results, before those of each input that of parsing it in 1 ms."""
    before: tuple[object, ...] = ()
    for one in results:
        about = (one.day, one.solver, one.input)
        if about != before and one.part and not one.variant:
            parsed = one._replace(part=None, answer=None, expected=None, error=None)
            yield parsed._replace(verdict=Verdict.UNKNOWN, seconds=1e-3)
        before = about
        yield one


def shown(
    *results: Result,
    has_solvers: bool = False,
    quiet: bool = False,
) -> list[str]:
    """Return the lines about results."""
    out = StringIO()
    table = MatrixTable(out, has_solvers=has_solvers, quiet=quiet, wall=lambda: 2.0)
    for one in with_parsing(results):
        table.show(one)
    table.end()
    return out.getvalue().splitlines()


def test_it_says_where_the_times_are_those_of_first_calls() -> None:
    note = "some calls were made once, so their times are those of first calls"
    once = result("alice")._replace(first_call=True)
    assert note in "".join(shown(once))
    assert note not in "".join(shown(result("alice")))


def test_a_row_counts_parts_and_has_the_times_of_inputs() -> None:
    lines = shown(
        *(result("alice"), result("alice", 2, seconds=2e-3)),
        *(result("bob"), result("bob", 2, seconds=6e-3)),
        *(result("carol"), result("carol", 2, None, Verdict.SKIPPED, seconds=None)),
        result("alice", day=2),
    )
    assert lines == [
        HEAD,
        "2021/01 Title              5                       1  2.00 ms  4.00 ms  8.00 ms",
        "2021/02 Title              1                          2.00 ms  2.00 ms  2.00 ms",
        "",
        "6 right, 1 not solved; 16.0 ms to parse and solve 3 inputs; 2.00 s in all",
    ]


def test_what_is_wrong_is_named_with_three_inputs() -> None:
    wrong = [result(f"user{n}", answer=str(n), verdict=Verdict.FAIL) for n in range(5)]
    lines = shown(*wrong, failed("bob", part=2), result("carol"))
    assert lines[1:4] == [
        "2021/01 Title              1     5           1        2.00 ms  2.00 ms  2.00 ms",
        "      ✘ part 1 on user0: 0, expected 6; also on user1, user2, user3, user4",
        "      ! part 2 on bob: exception: bad",
    ]


def test_a_row_comes_once_the_next_pair_begins() -> None:
    out = StringIO()
    table = MatrixTable(out)
    table.show(result("alice"))
    assert out.getvalue() == ""
    table.show(result("alice", day=2))
    assert [line.split()[0] for line in out.getvalue().splitlines()[1:]] == ["2021/01"]


def test_an_input_on_which_something_failed_has_no_time() -> None:
    lines = shown(result("alice"), failed("alice", part=2), result("bob", seconds=3e-3))
    assert lines[1].endswith("  4.00 ms  4.00 ms  4.00 ms")


def test_a_solver_that_cannot_be_loaded_has_no_input() -> None:
    lines = shown(failed(None, "cannot be imported", part=None), result("alice", day=2))
    assert [line.rstrip() for line in lines[1:3]] == [
        "2021/01 Title                                1",
        "      ! exception: cannot be imported",
    ]


def test_examples_count_in_the_last_line_alone() -> None:
    example = result("example 1", whole=False)
    lines = shown(example, result("alice"), result("bob"))
    assert lines[1].split()[2:5] == ["2", "2.00", "ms"]
    assert lines[-1].startswith("3 right; ")


def test_an_example_that_fails_is_named() -> None:
    wrong = result("example 1", verdict=Verdict.FAIL, whole=False)
    lines = shown(wrong, result("alice"), quiet=True)
    assert lines[2] == "      ✘ part 1 on example 1: 5, expected 6"


def test_quiet_shows_what_is_wrong_alone() -> None:
    lines = shown(result("a"), result("a", verdict=Verdict.FAIL, day=2), quiet=True)
    assert [line.split()[0] for line in lines] == [*("✔", "2021/02", "✘"), "1"]


def test_solvers_are_compared_where_the_right_answer_is_not_known() -> None:
    lines = shown(
        *(result(name, verdict=Verdict.UNKNOWN) for name in ("alice", "bob", "carol")),
        result("alice", verdict=Verdict.UNKNOWN, solver="wim"),
        result("bob", answer="7", verdict=Verdict.UNKNOWN, solver="wim"),
        result("bob", answer="8", verdict=Verdict.UNKNOWN, day=2),
        has_solvers=True,
    )
    assert [line.split()[:2] for line in lines[1:3]] == [["2021/01", "days"], ["2021/01", "wim"]]
    assert lines[3] == "      ? part 1 on bob: 7, and another answer by days"
    assert lines[4].split()[:2] == ["2021/02", "days"]


def test_a_name_that_is_too_long_is_cut() -> None:
    lines = shown(result("alice", solver="advent-of-code-somebody"), has_solvers=True)
    assert lines[1] == (
        "2021/01 advent-of-co…      1                          2.00 ms  2.00 ms  2.00 ms"
    )
