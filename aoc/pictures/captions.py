"""The sentences in the pictures, and in the texts that stand for them."""

from __future__ import annotations

from aoc.model import days_in
from aoc.pictures.year_facts import DayFacts, YearFacts
from aoc.render.format import counted, seconds_text

INPUTS = {
    "made-up": "on made-up inputs",
    "own": "on my own inputs",
    "both": "on made-up inputs and my own",
}


def stars_words(facts: YearFacts) -> str:
    """Return how many stars a year has or, where they are not known, how many days are solved."""
    if facts.stars is not None:
        return f"{sum(facts.stars.values())} of {2 * days_in(facts.year)} stars"
    solved = sum(all(day.solved) for day in facts.days)
    return f"{solved} of {counted(days_in(facts.year), 'day')} solved"


def days_words(facts: YearFacts) -> str:
    """Return how many days have a time, and the sum: `25 days in 37.2 ms`."""
    timed = sum(day.total is not None for day in facts.days)
    if facts.total is None:
        return "no times yet"
    return f"{counted(timed, 'day')} in {seconds_text(facts.total)}"


def basis_text(facts: YearFacts) -> str:
    """Return how long the days take, and how that was measured."""
    where = INPUTS.get(facts.basis.inputs)
    if facts.total is None or where is None:
        return days_words(facts)
    best = facts.basis.best_of
    how = "the last runs" if not best else f"best of {best} runs" if best > 1 else "one run"
    return f"{days_words(facts)} · {how} {where}"


def slowest_words(facts: YearFacts) -> str:
    """Return which days take least and most: `from 19 µs (day 6) to 4.1 ms (day 23)`."""
    timed = sorted((day.total, day.day) for day in facts.days if day.total is not None)
    if len(timed) < 2:
        return days_words(facts)
    (least, first), (most, last) = timed[0], timed[-1]
    return (
        f"{days_words(facts)}, from {seconds_text(least)} (day {first}) to "
        f"{seconds_text(most)} (day {last})"
    )


def day_words(facts: YearFacts, number: int) -> str:
    """Return a sentence about a day, for who listens to the picture."""
    day = next((day for day in facts.days if day.day == number), None)
    said = [f"Day {number}: {day.title}" if day and day.title else f"Day {number}"]
    if facts.stars is not None:
        said.append(counted(facts.stars.get(number, 0), "star"))
    if day is not None:
        said += times_words(day)
    return f"{', '.join(said)}."


def times_words(day: DayFacts) -> list[str]:
    """Return the times of a day in words."""
    times = zip(("parse", "part 1", "part 2"), day[2:], strict=True)
    return [
        f"{name} {time if isinstance(time, str) else seconds_text(time)}"
        for name, time in times
        if isinstance(time, str | float)
    ]
