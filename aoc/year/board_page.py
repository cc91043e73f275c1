"""A private leaderboard as a page and as a picture: points by day, stars, medals and times.

Points are counted as the site does it: of N members, the first with a star has N points for it, the
next one N - 1, and so on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from aoc.model.puzzles import Puzzle, days_in, unlock_time
from aoc.render.format import after_text
from aoc.site.stars import Board, Member, seconds_after, time_between
from aoc.year.charts import template_of
from aoc.year.overview import line_for_xml
from aoc.year.page import hash_of

MOST_LINES = 40
"""Members that have a line in the chart: more could not be told apart."""
MEDALS = 3
"""Places that have a medal."""
LABEL_GAP = 17
"""Units between the labels of two lines."""
TOP = 58
LEFT = 52
RIGHT = 552
LABELS = 578
LEAST_HEIGHT = 300
"""The places and sizes in the chart, in its own units."""
Ranks = Mapping[tuple[int, int], Mapping[int, int]]
"""By day and part, the rank of each member who has the star, by the member's id."""


class DayOfMember(NamedTuple):
    """What a member did on a day: for both parts the time and the rank, and the time between.

    Times are texts, from the unlock on; they are empty, and a rank is 0, without that star.
    """

    name: str
    times: tuple[str, str]
    ranks: tuple[int, int]
    between: str


class MemberLine(NamedTuple):
    """A member's row, and line of points: those after each day.

    `stars` has 0 to 2 for each day, `medals` the number of first, second and third places. The
    `label` is the height of the name beside the line, which is drawn through `points_at`.
    """

    rank: int
    name: str
    is_mine: bool
    points: Sequence[int]
    stars: Sequence[int]
    medals: Sequence[int]
    points_at: Sequence[tuple[float, float]] = ()
    label: float = 0.0

    @property
    def total_stars(self) -> int:
        """The number of stars of the year."""
        return sum(self.stars)


class BoardPage(NamedTuple):
    """A board, as its templates show it; `height` is that of the chart's lines."""

    number: int
    year: int
    members: Sequence[MemberLine]
    drawn: Sequence[MemberLine]
    days: Mapping[int, Sequence[DayOfMember]]
    last_day: int
    height: int

    @property
    def ticks(self) -> list[tuple[int, float]]:
        """The numbers of points beside the chart, and their heights."""
        most = max((line.points[-1] for line in self.drawn), default=0)
        step = 1
        # About five of them, all of one, two or five and zeros.
        factors = (2, 2.5, 2)
        number = 0
        while most / step > 5:
            step = int(step * factors[number % 3])
            number += 1
        return [
            (points, height_of(points, most, self.height))
            for points in range(0, most + 1, step)
        ]

    @property
    def day_places(self) -> list[tuple[int, float]]:
        """The days, and where they are in the chart."""
        return [
            (day, day_place(day, self.last_day)) for day in range(1, self.last_day + 1)
        ]


def board_page(board: Board, own_number: str) -> BoardPage:
    """Return a board for its templates; `own_number` is that of one's own account."""
    last_day = 1
    for member in board.members:
        last_day = max([last_day, *member.stars_at])
    ranks = ranks_on(board)
    members = []
    for member in board.members:
        members.append(member_line(board, member, ranks, last_day, own_number))
    drawn = members[:MOST_LINES]
    height = max(LEAST_HEIGHT, LABEL_GAP * len(drawn))
    days = {day: day_rows(board, day, ranks) for day in range(1, last_day + 1)}
    return BoardPage(
        board.id,
        board.year,
        members,
        placed(drawn, last_day, height),
        {day: rows for day, rows in days.items() if rows},
        last_day,
        height,
    )


def board_html(board: Board, own_number: str) -> str:
    """Return the page of a board, which needs nothing else; the same for the same board."""
    page = board_page(board, own_number)
    return template_of("board.html").render(
        board=page,
        hash_of=hash_of,
        all_days=range(1, days_in(board.year) + 1),
        linked=True,
    )


def board_svg(board: Board, own_number: str) -> str:
    """Return the picture of the points on a board, for light and dark pages."""
    page = board_page(board, own_number)
    return f"{template_of('board.svg').render(board=page, linked=False)}\n"


def ranks_on(board: Board) -> Ranks:
    """Return the rank of each member on each day and part."""
    ranks: dict[tuple[int, int], dict[int, int]] = {}
    for day in range(1, days_in(board.year) + 1):
        for part in (1, 2):
            times = []
            for member in board.members:
                at = member.stars_at.get(day, (None, None))[part - 1]
                if at is not None:
                    index = member.star_indexes[day][part - 1]
                    times.append((at, index, member.id))
            times.sort()
            ranks[day, part] = {
                number: rank for rank, (_, _, number) in enumerate(times, 1)
            }
    return ranks


def member_line(
    board: Board, member: Member, ranks: Ranks, last_day: int, own_number: str
) -> MemberLine:
    """Return a member's points, stars and medals."""
    points = []
    stars = []
    medals = [0] * MEDALS
    total = 0
    for day in range(1, last_day + 1):
        count = 0
        for part in (1, 2):
            rank = ranks[day, part].get(member.id)
            if rank is None:
                continue
            count += 1
            total += len(board.members) + 1 - rank
            if rank <= MEDALS:
                medals[rank - 1] += 1
        points.append(total)
        stars.append(count)
    is_mine = str(member.id) == own_number
    name = line_for_xml(member.name)
    return MemberLine(board.rank_of(member), name, is_mine, points, stars, medals)


def day_rows(board: Board, day: int, ranks: Ranks) -> list[DayOfMember]:
    """Return what each member with a star did on a day, by the rank in part 2, then in part 1."""
    unlock = unlock_time(Puzzle(board.year, day))
    last = len(board.members) + 1
    rows = []
    for member in board.members:
        if member.id not in ranks[day, 1]:
            continue
        first_at, second_at = member.stars_at[day]
        first = seconds_after(unlock, first_at)
        second = seconds_after(unlock, second_at)
        first_rank = ranks[day, 1][member.id]
        second_rank = ranks[day, 2].get(member.id, 0)
        row = DayOfMember(
            line_for_xml(member.name),
            (after_text(first), after_text(second)),
            (first_rank, second_rank),
            after_text(time_between(first, second)),
        )
        rows.append(((second_rank or last, first_rank), row))
    rows.sort()
    return [row for _, row in rows]


def placed(lines: Sequence[MemberLine], last_day: int, height: int) -> list[MemberLine]:
    """Return the lines with their points in the chart, and with labels that do not meet."""
    most = max((line.points[-1] for line in lines), default=0)
    lines = sorted(lines, key=lambda line: (-line.points[-1], line.rank))
    wanted = [height_of(line.points[-1], most, height) for line in lines]
    drawn = []
    for line, label in zip(lines, apart(wanted, height), strict=True):
        points_at = [(float(LEFT), height_of(0, most, height))]
        for day, points in enumerate(line.points, 1):
            points_at.append(
                (day_place(day, last_day), height_of(points, most, height))
            )
        drawn.append(line._replace(points_at=points_at, label=label))
    return drawn


def apart(wanted: Sequence[float], height: int) -> list[float]:
    """Return heights near those that are wanted, from the top down, with room for a label each."""
    places: list[float] = []
    before: float = TOP - LABEL_GAP
    for place in wanted:
        before = max(place, before + LABEL_GAP)
        places.append(before)
    # What is below the chart now moves up again.
    limit: float = TOP + height
    for number in reversed(range(len(places))):
        places[number] = min(places[number], limit)
        limit = places[number] - LABEL_GAP
    return places


def day_place(day: int, last_day: int) -> float:
    """Return where a day is in the chart."""
    return round(LEFT + (RIGHT - LEFT) * day / last_day, 1)


def height_of(points: int, most: int, height: int) -> float:
    """Return where a number of points is in the chart."""
    return round(TOP + height * (1 - points / max(1, most)), 1)
