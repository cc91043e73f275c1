"""The pages of the emulated site, as HTML."""

from __future__ import annotations

from datetime import datetime
from html import escape

from .accounts import Account
from .clock import unlock_time
from .puzzles import Event, Puzzle
from .verdicts import stars_missing

GIVEN = "<p>Your puzzle answer was <code>{}</code>.</p>"
SUCCESS = (
    '<p class="day-success">The first half of this puzzle is complete! It provides one gold star: '
    "*</p>",
    '<p class="day-success">Both parts of this puzzle are complete! They provide two gold stars: '
    "**</p>",
)


def frame(title: str, account: Account | None, year: int, main: str) -> str:
    """Return a whole page: the header that says who is logged in, and the main part."""
    session, user = f'<a href="/{year}/auth/login">[Log In]</a>', ""
    if account:
        count = account.count_stars(year)
        stars = f' <span class="star-count">{count}*</span>' if count else ""
        session = f'<a href="/{year}/auth/logout">[Log Out]</a>'
        user = f'<div class="user">{escape(account.shown or account.name)}{stars}</div>'
    return f"""<!DOCTYPE html>
<html lang="en-us">
<head>
<meta charset="utf-8"/>
<title>{escape(title)}</title>
</head><!--
This is a made-up copy of a well-known site, for tests.
-->
<body>
<header><div><h1 class="title-global"><a href="/">Advent of Code</a></h1>
<nav><ul><li><a href="/{year}/about">[About]</a></li><li>{session}</li></ul></nav>{user}
</div></header>
<main>
{main}
</main>
</body>
</html>
"""


def puzzle_page(event: Event, puzzle: Puzzle, account: Account | None) -> str:
    """Return the page of a puzzle, with what an account has solved of it."""
    year, day = puzzle.year, puzzle.day
    solved = account.solved(year, day) if account else 0
    main = [first_article(puzzle)]
    if account and solved:
        sheet = account.sheet(puzzle)
        main.append(GIVEN.format(escape(sheet.answer1)))
        if solved == 1:
            main.append(SUCCESS[0])
        main.append(second_article(event, puzzle, account))
        if solved == 2:
            if sheet.answer2 is not None:
                main.append(GIVEN.format(escape(sheet.answer2)))
            main.append(SUCCESS[1])
    if not account:
        main.append(f'<p>To play, please <a href="/{year}/auth/login">identify yourself</a>.</p>')
    elif solved < 2:
        main.append(answer_form(event, puzzle, account, level=solved + 1))
        main.append(f'<p>To begin, <a href="{day}/input">get your puzzle input</a>.</p>')
    else:
        main.append(f'<p>You can <a href="{day}/input">get your puzzle input</a>.</p>')
    return frame(f"Day {day} - Advent of Code {year}", account, year, "\n".join(main))


def first_article(puzzle: Puzzle) -> str:
    """Return part 1 as the site marks it up: its answer is the last code."""
    head = f'<article class="day-desc"><h2>--- Day {puzzle.day}: {escape(puzzle.title)} ---</h2>'
    if puzzle.prose1:
        return f"{head}{puzzle.prose1}\n</article>"
    return (
        f"{head}<p>The test crew has made up a puzzle called <em>{escape(puzzle.title)}</em>, "
        'because the real text belongs to <span title="Hello, reader of test data!">its author'
        "</span>.</p>"
        "\n<p>Your notes (your puzzle input) look like this. For example:</p>\n"
        f"<pre><code>{escape(puzzle.example)}</code></pre>\n"
        "<p>Two rules hold:</p>\n<ul>\n<li>Each line counts <em>once</em>.</li>\n"
        "<li>The order of lines matters.</li>\n</ul>\n"
        f"<p>Of this example they make <code><em>{escape(puzzle.answer1)}</em></code>.</p>\n"
        "<p><em>What do they make of your notes?</em></p>\n</article>"
    )


def second_article(event: Event, puzzle: Puzzle, account: Account) -> str:
    """Return part 2, which on the last day is only a matter of having all other stars."""
    text = (
        "<p>Now each line counts <em>twice</em>. Of the example above, that makes "
        f"<code><em>{escape(puzzle.answer2 or '')}</em></code>."
    )
    text += "".join(f" It was <code>{escape(code)}</code> before." for code in puzzle.remarks2)
    text += "</p>\n<p><em>What does it make of your notes?</em></p>"
    if puzzle.answer2 is None:
        missing = max(0, stars_missing(account, event))
        text = "<p>The crew is done, but for the star on top of the tree.</p>\n"
        text += f"<p>You need {missing} more stars for it.</p>" if missing else ""
    text = puzzle.prose2 or text
    return '<article class="day-desc"><h2 id="part2">--- Part Two ---</h2>' + text + "\n</article>"


def answer_form(event: Event, puzzle: Puzzle, account: Account, level: int) -> str:
    """Return the form for an answer; the last one of an event has only a button."""
    hidden = f'<input type="hidden" name="level" value="{level}"/>'
    field = '<p>Answer: <input type="text" name="answer" autocomplete="off"/>'
    button = '<input type="submit" value="[Submit]"/></p>'
    if level == 2 and puzzle.answer2 is None:
        if stars_missing(account, event):
            return ""
        field = '<p><input type="hidden" name="answer" value="0"/>'
        button = '<input type="submit" value="[Light the Star]"/></p>'
    return f'<form method="post" action="{puzzle.day}/answer">{hidden}{field} {button}</form>'


def settings_page(account: Account, year: int, now: datetime) -> str:
    """Return the settings, which tell the id of an account."""
    proof = f"ownerproof-{account.number}-{int(now.timestamp())}-{'0123456789abcdef' * 4}"
    site = "https://www.reddit.com/u" if account.service == "reddit" else "https://github.com"
    main = (
        '<article><form method="post" action="/settings">'
        f"<div><label><span>Link to {site}/{escape(account.name)}</span></label></div>"
        f"<p>To prove who you are, show somebody <code>{proof}</code>.</p></form></article>"
    )
    return frame(f"Settings - Advent of Code {year}", account, year, main)


def calendar_page(event: Event, account: Account | None, now: datetime) -> str:
    """Return the calendar of an event: a link a day, from the last to the first."""
    lines = []
    for day in sorted(event.puzzles, reverse=True):
        row = f'~ {day:2} <span class="calendar-mark-complete">*</span>'
        row += '<span class="calendar-mark-verycomplete">*</span>'
        if now < unlock_time(event.year, day):
            lines.append(f'<span aria-hidden="true" class="calendar-day{day}">{row}</span>')
            continue
        solved = account.solved(event.year, day) if account else 0
        classes = (
            f"calendar-day{day}" + ("", " calendar-complete", " calendar-verycomplete")[solved]
        )
        label = f"Day {day}" + ("", ", one star", ", two stars")[solved]
        href = f"/{event.year}/day/{day}"
        lines.append(f'<a aria-label="{label}" href="{href}" class="{classes}">{row}</a>')
    main = '<pre class="calendar">' + "\n".join(lines) + "</pre>"
    return frame(f"Advent of Code {event.year}", account, event.year, main)
