"""Which frames of an error are kept, and how much of it is shown."""

from __future__ import annotations

from traceback import format_exception, walk_tb
from typing import NoReturn

import pytest

from aoc.worker.failures import LONGEST, keep_own_frames, own_crash, own_traceback

SOLVER = """\
def this(calls, repeats=0):
    if calls:
        other(calls - 1, repeats)
    again(repeats)

def other(calls, repeats):
    if calls:
        this(calls - 1, repeats)
    again(repeats)

def again(calls):
    if calls:
        again(calls - 1)
    raise ValueError(text)
"""


def raised(calls: int, *, repeats: int = 0, text: str = "deep") -> ValueError:
    """Return an error that a solver raised after calls on lines that differ, then on the same."""
    names: dict[str, object] = {"text": text}
    exec(compile(SOLVER, "day01.py", "exec"), names)
    function = names["this"]
    assert callable(function)
    with pytest.raises(ValueError, match=text[:9]) as caught:
        function(calls - 2, repeats)
    error = caught.value
    assert error.__traceback__ is not None
    return error.with_traceback(error.__traceback__.tb_next)


def calls_of(error: BaseException) -> list[str]:
    """Return the functions and the arguments that the traceback of an error has."""
    frames = [frame for frame, _ in walk_tb(error.__traceback__)]
    return [f"{frame.f_code.co_name} {frame.f_locals['calls']}" for frame in frames]


def files_of(error: BaseException) -> set[str]:
    """Return the files that the traceback of an error has."""
    return {frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)}


def test_thirty_calls_are_kept() -> None:
    error = raised(30)
    before = calls_of(error)
    keep_own_frames(error)
    assert len(before) == 30
    assert calls_of(error) == before
    assert not hasattr(error, "__notes__")


def test_of_more_calls_ten_at_both_ends_are_kept() -> None:
    error = raised(31)
    before = calls_of(error)
    keep_own_frames(error)
    assert calls_of(error) == before[:10] + before[-10:]
    assert error.__notes__ == ["[11 of 31 calls are left out]"]


def test_of_calls_of_itself_as_many_are_kept() -> None:
    error = raised(3, repeats=100)
    keep_own_frames(error)
    assert len(calls_of(error)) == 20


def from_here(kind: type[Exception]) -> Exception:
    """Return an error that has a frame of this file, and that no other error led to."""
    try:
        raise kind("here")
    except Exception as error:
        return error


def test_files_that_are_named_as_not_the_solvers_are_left_out() -> None:
    error = from_here(KeyError)
    keep_own_frames(error)
    assert files_of(error) == {__file__}
    keep_own_frames(error, [__file__])
    assert files_of(error) == set()


def test_a_cause_that_was_not_being_handled_is_reduced() -> None:
    error, cause = from_here(KeyError), from_here(IndexError)
    error.__cause__ = cause
    keep_own_frames(error, [__file__])
    assert files_of(cause) == set()


def test_the_context_of_an_error_is_reduced() -> None:
    error, context = from_here(KeyError), from_here(IndexError)
    error.__context__ = context
    keep_own_frames(error, [__file__])
    assert files_of(context) == set()


def test_the_errors_of_a_group_and_what_they_were_raised_from_are_reduced() -> None:
    one, two, cause = (from_here(kind) for kind in (KeyError, IndexError, OSError))
    two.__cause__ = cause
    keep_own_frames(ExceptionGroup("all", [ExceptionGroup("inner", [one, two])]), [__file__])
    assert [files_of(error) for error in (one, two, cause)] == [set()] * 3


def test_errors_that_were_raised_from_each_other_end() -> None:
    one, two = from_here(KeyError), from_here(IndexError)
    one.__cause__, two.__cause__ = two, one
    keep_own_frames(one, [__file__])
    assert files_of(one) == files_of(two) == set()


def test_a_traceback_of_the_most_characters_is_shown_whole() -> None:
    shown = own_traceback(raised(3))
    assert shown is not None
    text = "a" * (LONGEST - len(shown) + len("deep"))
    whole = own_traceback(raised(3, text=text))
    assert whole is not None
    assert len(whole) == LONGEST
    assert whole.endswith(f"ValueError: {text}")


def test_of_a_longer_traceback_as_much_of_both_ends_is_shown() -> None:
    text = "".join(map(str, range(LONGEST)))
    error = raised(3, text=text)
    whole = "".join(format_exception(error)).rstrip()
    half = LONGEST // 2
    assert own_traceback(error) == f"{whole[:half]} ... {whole[-half:]}"


class UnshowableError(Exception):
    """An error of a solver that cannot be looked at."""

    @property
    def __cause__(self) -> NoReturn:  # type: ignore[override]
        raise KeyboardInterrupt


def test_an_error_that_cannot_be_looked_at_has_no_traceback() -> None:
    assert own_traceback(from_here(UnshowableError)) is None


def test_a_crash_that_begins_with_a_frame_of_the_solver_keeps_it() -> None:
    text = '  File "day01.py", line 5 in part1\n  File "days/util.py", line 3 in f'
    assert own_crash(text) == text
