"""Letters of 3 by 5 pixels, for the pictures of shows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Color = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""

LETTERS = "0123456789ABCDEP.-"
FONT = (
    "### .#. ### ### #.# ### ### ### ### ### .#. ##. ### ##. ### ### ... ...",
    "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.# #.# #.# #.. #.# #.. #.# ... ...",
    "#.# .#. ### ### ### ### ### ..# ### ### ### ##. #.. #.# ##. ### ... ###",
    "#.# .#. #.. ..# ..# ..# #.# ..# #.# ..# #.# #.# #.. #.# #.. #.. ... ...",
    "### ### ### ### ..# ### ### ..# ### ### #.# ##. ### ##. ### #.. .#. ...",
)
"""All of `LETTERS`, each in three columns and a blank one."""


def write(
    pixels: npt.NDArray[np.uint8], left: int, top: int, text: str | int, color: Color
) -> None:
    """Write a text into a picture."""
    for number, letter in enumerate(str(text)):
        at = 4 * LETTERS.index(letter)
        for y, line in enumerate(FONT, top):
            for x, pixel in enumerate(line[at : at + 3], left + 4 * number):
                if pixel == "#":
                    pixels[y, x] = color
