"""Scenes drawn with Pillow, for the formats that are made of pixels. Import it where that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from aoc.animation.layout import CAPTION, CAPTION_LINE, MARGIN, Layout, Place, layout_of
from aoc.animation.palette import LIGHT
from aoc.animation.scenes import Scene, pixels_of
from aoc.text import columns_of, columns_of_character

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
FONTS = ("DejaVuSansMono.ttf", "LiberationMono-Regular.ttf", "Menlo.ttc", "consola.ttf")
"""Fonts in which all characters are equally wide, on Linux, macOS and Windows."""
KEPT = 2000
"""How many lines are kept, as pictures."""
EIGHTHS = {chr(0x2580 + number): number for number in range(1, 9)}
"""Blocks that fill a cell from below, by how many eighths; a font may leave gaps between them."""
QUADRANTS = {"\u2596": 4, "\u2597": 8, "\u2598": 1, "\u259d": 2}
QUADRANTS |= {"\u2580": 3, "\u2590": 10, "\u258c": 5}
"""Blocks that fill quarters of a cell: 1 top left, 2 top right, 4 bottom left, 8 bottom right."""


class Drawing:
    """Draws scenes, all in pictures of the same size: `layout.width` times `layout.height`."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        self.scenes = scenes
        self.layout: Layout = layout_of(scenes)
        self.lines: dict[tuple[str, int], Image.Image] = {}

    def pictures(self) -> Iterator[Image.Image]:
        """Yield the picture of each scene, in RGB; only one of them is held at a time."""
        return (self.picture(scene) for scene in self.scenes)

    def picture(self, scene: Scene) -> Image.Image:
        """Draw a scene."""
        size = (self.layout.width, self.layout.height)
        picture = Image.new("RGB", size, LIGHT.background)
        pen = ImageDraw.Draw(picture)
        if scene.is_text:
            self.draw_text(picture, scene)
        elif scene.frame.width and scene.frame.height:
            self.draw_pixels(picture, scene)
        for number, line in enumerate(self.layout.caption(scene)):
            place = (MARGIN, self.layout.caption_top + number * CAPTION_LINE)
            pen.text(place, line, LIGHT.muted, caption_font(is_plain=is_latin(line)))
        return picture

    def draw_pixels(self, picture: Image.Image, scene: Scene) -> None:
        """Draw a frame that is made of pixels: a square for each."""
        place = self.layout.place(scene)
        pixels = pixels_of(scene)
        grid = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.rgb())
        zoom = int(place.cell_width)
        grid = grid.resize((grid.width * zoom, grid.height * zoom), Image.Resampling.NEAREST)
        picture.paste(grid, (int(place.left), int(place.top)))

    def draw_text(self, picture: Image.Image, scene: Scene) -> None:
        """Draw a frame of text."""
        place = self.layout.place(scene)
        for row, line in enumerate(scene.frame.lines):
            if line:
                top = int(place.top + row * place.cell_height)
                picture.paste(self.line(line, place), (int(place.left), top))

    def line(self, line: str, place: Place) -> Image.Image:
        """Return the picture of a line; most lines are those of the scene before, and are kept."""
        key = (line, place.letters)
        found = self.lines.get(key)
        if found is None:
            if len(self.lines) >= KEPT:
                self.lines.clear()
            found = self.lines[key] = drawn_line(line, place)
        return found


def drawn_line(line: str, place: Place) -> Image.Image:
    """Draw a line of text: each character in its cell, however wide it is itself."""
    width, height = int(place.cell_width), int(place.cell_height)
    picture = Image.new("RGB", (columns_of(line) * width, height), LIGHT.background)
    pen = ImageDraw.Draw(picture)
    font = grid_font(place.letters)
    left = 0
    for character in line:
        taken = columns_of_character(character) * width
        box = (left, 0, left + taken, height)
        if character != " " and not draw_block(pen, character, box):
            pen.text((left + taken / 2, height / 2), character, LIGHT.ink, font, anchor="mm")
        left += taken
    return picture


def draw_block(
    pen: ImageDraw.ImageDraw, character: str, box: tuple[float, float, float, float]
) -> bool:
    """Draw a character that fills a part of its cell; return whether it is one."""
    left, top, right, bottom = box
    if character in EIGHTHS:
        top = bottom - (bottom - top) * EIGHTHS[character] / 8
        pen.rectangle((left, top, right - 1, bottom - 1), LIGHT.ink)
        return True
    if character in QUADRANTS:
        across, down = (left + right) / 2, (top + bottom) / 2
        for number in range(4):
            if QUADRANTS[character] >> number & 1:
                x = (left, across) if number % 2 == 0 else (across, right)
                y = (top, down) if number < 2 else (down, bottom)
                pen.rectangle((x[0], y[0], x[1] - 1, y[1] - 1), LIGHT.ink)
        return True
    return False


@cache
def grid_font(size: int) -> Font:
    """Return the font of texts: the first that this system has, or else that of Pillow."""
    for name in FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


@cache
def caption_font(*, is_plain: bool) -> Font:
    """Return the font of captions: that of Pillow, which has Latin letters only."""
    return ImageFont.load_default(CAPTION) if is_plain else grid_font(CAPTION)


def is_latin(text: str) -> bool:
    """Return whether all characters of a text are Latin letters and the like."""
    return all(ord(character) < 0x180 for character in text)
