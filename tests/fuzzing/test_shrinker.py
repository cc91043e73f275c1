"""Making cases smaller: one text, or several that run one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aoc.fuzzing.shrinker import Shrinker
from aoc.fuzzing.trials import Case


def shrinker(case: Case, shows: Callable[[Case], bool], seconds: float = 60) -> Shrinker:
    """Return a shrinker that has done its work."""

    def each(cases: Sequence[Case]) -> list[bool]:
        return [shows(case) for case in cases]

    found = Shrinker(case, each, lambda case: None, seconds)
    found.run()
    return found


def test_each_case_that_is_found_is_smaller_than_the_one_before() -> None:
    text = "\n".join(map(str, range(300)))
    found = shrinker((text,), lambda case: "17" in case[0]).found
    assert found[0] == (text,)
    assert found[-1] == ("17",)
    sizes = [len(case[0]) for case in found]
    assert sizes == sorted(sizes, reverse=True)


def test_texts_that_are_not_needed_before_the_last_are_removed() -> None:
    case = ("a", "b", "needed", "d", "last")
    found = shrinker(case, lambda case: "n" in case[0] and case[-1].startswith("l"))
    assert found.found[-1] == ("n", "l")


def test_an_empty_text_is_never_tried() -> None:
    tried = []

    def shows(case: Case) -> bool:
        tried.append(case)
        return True

    assert shrinker(("a b\nc",), shows).found[-1] == ("0",)
    assert all(text.strip() for case in tried for text in case)


def test_no_text_is_tried_twice() -> None:
    tried = []

    def shows(case: Case) -> bool:
        tried.append(case)
        return "7" in case[0]

    shrinker(("1,7,3\n4,5,6",), shows)
    assert len(tried) == len({*tried})


def test_without_time_the_case_stays_as_it_is() -> None:
    assert shrinker(("a\nb",), lambda case: True, seconds=-1).found == [("a\nb",)]
