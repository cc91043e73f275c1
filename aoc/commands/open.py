"""Open a puzzle in the browser, and a day in the editor."""

from __future__ import annotations

import os
import webbrowser

from aoc.commands.options import command, day_argument
from aoc.files import shown_path
from aoc.model.puzzles import Puzzle
from aoc.project.command_line import split_words
from aoc.project.day_selection import select_one_puzzle
from aoc.project.project import Project, project_or_folder
from aoc.render.terminal import print_line, print_message
from aoc.site.client import go_by_site_time, raise_if_locked

TERMINAL_EDITORS = ("helix", "hx", "joe", "kak", "micro", "nano", "nvim", "vi", "vim")
"""Editors without a window of their own."""
SET_EDITOR = 'set an editor with a window, such as editor = "code {file}" below [tool.aoc]'


@command
@day_argument
def open_command(day: str | None, year: int | None) -> None:
    """Open the page of DAY in the browser, and print its address."""
    go_by_site_time()
    open_page(select_one_puzzle(project_or_folder(), day, year, "open"))


def open_page(puzzle: Puzzle) -> None:
    """Open the page of a puzzle in the browser, and print its address. Raises `LockedError`."""
    # The site's author asks not to load a page again and again until it unlocks.
    raise_if_locked(puzzle)
    print_line(puzzle.url)
    if not webbrowser.open(puzzle.url):
        print_message("no browser can be opened here: open that address yourself")


def open_editor(project: Project, path: str, *, lends_terminal: bool) -> None:
    """Open a file in the editor of the setting `editor`, else of `VISUAL`, else of `EDITOR`.

    An editor with a window runs beside this program. One without has the terminal until it ends,
    if this program `lends_terminal`. What goes wrong is said, and is no error.
    """
    command = project.settings.get("editor")
    for variable in ("VISUAL", "EDITOR"):
        command = command or os.environ.get(variable)
    if not command:
        print_message(f"no editor is set: open {shown_path(path)}, or {SET_EDITOR}")
        return
    # Imported only here: both are slow, and most commands open no editor.
    import shutil
    import subprocess

    words = editor_words(command, path)
    program = shutil.which(words[0])
    if program is None:
        print_message(f"there is no program {words[0]}: open {shown_path(path)} yourself")
        return
    # Debian has a `vim.basic`, Windows a `vim.exe`.
    name = os.path.basename(program).partition(".")[0]
    needs_terminal = name in TERMINAL_EDITORS
    if needs_terminal and not lends_terminal:
        print_message(
            f"{name} needs a terminal of its own: open {shown_path(path)} there, or {SET_EDITOR}"
        )
        return
    try:
        if needs_terminal:
            subprocess.call([program, *words[1:]])
            return
        # Ctrl-C in this terminal is not for the editor, and what it prints not for this terminal.
        subprocess.Popen(
            [program, *words[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        print_message(
            f"{words[0]} does not start ({error.strerror}): open {shown_path(path)} yourself"
        )


def editor_words(command: str, path: str) -> list[str]:
    """Return the words of the command that opens a file, which `{file}` in it stands for."""
    try:
        words = split_words(command)
    except ValueError:
        # The name of a program, with a quote in it.
        words = [command]
    if "{file}" not in command:
        words.append(path)
    return [word.replace("{file}", path) for word in words]
