"""The colors of the pictures: `Palette`, one for light pages and one for dark ones."""

from __future__ import annotations

from typing import NamedTuple


class Palette(NamedTuple):
    """The colors of a picture, as `#rrggbb`.

    Text is in `text` or `dim`, on `page`, `cell` or `done`. `accent` is the color of stars. Of a
    bar, each of `parse`, `part1` and `part2` can be told from its neighbour by people who cannot
    tell red from green.
    """

    page: str
    border: str
    text: str
    dim: str
    cell: str
    done: str
    accent: str
    parse: str
    part1: str
    part2: str


PALETTES = {
    "light": Palette(
        page="#ffffff",
        border="#d3d8e0",
        text="#1c2430",
        dim="#59636f",
        cell="#f4f6f9",
        done="#e6eaff",
        accent="#4a55d1",
        parse="#7d8899",
        part1="#4a6fe3",
        part2="#c8601f",
    ),
    "dark": Palette(
        page="#15181e",
        border="#363d49",
        text="#e8ebf0",
        dim="#a0a9b6",
        cell="#1d222b",
        done="#272d52",
        accent="#9aa5ff",
        parse="#7f8b9d",
        part1="#7b9bff",
        part2="#ef9058",
    ),
}
"""By the name that a file has, and that `prefers-color-scheme` has."""
