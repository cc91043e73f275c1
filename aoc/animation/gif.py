"""Scenes as a GIF or, one of them, as a PNG. Both need Pillow.

Pillow would hold all pictures of a GIF until it is written, so each is written here as it is drawn:
what has changed of it, in the colours that all share.
"""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Sequence

from PIL import GifImagePlugin, Image, ImageChops, PngImagePlugin

from aoc.animation.palette import LIGHT, SCALE_COLOURS, SET_COLOURS, Colour, mixed
from aoc.animation.pixels import Drawing
from aoc.animation.scenes import Scene
from aoc.files import MARK
from aoc.frames import RGB

LEAST = 2
"""Hundredths of a second; browsers show for longer what is to be shown for less."""
STEPS = 16
"""Colours between background and ink, and as many for the captions."""
FOREVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
"""Says that the pictures are shown again and again."""
COMMENT = b"\x21\xfe" + bytes([len(MARK)]) + MARK.encode() + b"\0"
END = b";"


def still_of(scene: Scene, kind: str) -> bytes:
    """Return a file of one scene; `kind` is `GIF` or `PNG`."""
    [picture] = Drawing([scene]).pictures()
    if scene.frame.kind != RGB:
        picture = picture.quantize(palette=palette_picture(), dither=Image.Dither.NONE)
    out = io.BytesIO()
    text = PngImagePlugin.PngInfo()
    text.add_text("Software", MARK)
    picture.save(out, kind, optimize=True, comment=MARK, pnginfo=text)
    return out.getvalue()


def gif_of(scenes: Sequence[Scene]) -> bytes:
    """Return a GIF file of some scenes."""
    drawing = Drawing(scenes)
    shared = palette_picture()
    size = (drawing.layout.width, drawing.layout.height)
    # The flags say that a table of 256 colours follows.
    head = struct.pack("<HHBBB", *size, 0xF7, 0, 0)
    out = [b"GIF89a", head, palette_bytes(shared), FOREVER, COMMENT]
    before: Image.Image | None = None
    owed = 0.0
    waiting: tuple[Image.Image, tuple[int, int], bool] | None = None
    length = 0
    for scene, picture in zip(scenes, drawing.pictures(), strict=True):
        box = ImageChops.difference(before, picture).getbbox() if before else (0, 0, *size)
        # Hundredths of a second, without an error that grows; rounded up, so nothing gets faster.
        hundredths = max(LEAST, math.ceil(scene.seconds * 100 - owed - 1e-6))
        owed += hundredths - scene.seconds * 100
        if box is None:
            length += hundredths
            continue
        if waiting:
            out += image_data(*waiting, length)
        is_own = scene.frame.kind == RGB
        changed = picture.crop(box)
        if is_own:
            changed = changed.quantize(256, dither=Image.Dither.NONE)
        else:
            changed = changed.quantize(palette=shared, dither=Image.Dither.NONE)
        waiting, length = (changed, (box[0], box[1]), is_own), hundredths
        before = picture
    if waiting:
        out += image_data(*waiting, length)
    return b"".join([*out, END])


def image_data(
    picture: Image.Image, offset: tuple[int, int], is_own: bool, hundredths: int
) -> list[bytes]:
    """Return the blocks of one picture, which has a table of colours of its own if it `is_own`."""
    # What is there below stays (disposal 1).
    return GifImagePlugin.getdata(
        picture, offset, duration=10 * hundredths, disposal=1, include_color_table=is_own
    )


def palette_bytes(shared: Image.Image) -> bytes:
    """Return the colours of a picture as GIF has them, 256 of them."""
    return bytes(shared.getpalette() or ()).ljust(768, b"\0")


def palette_picture() -> Image.Image:
    """Return a picture with the palette of everything that has no colours of its own."""
    colours = [*between(LIGHT.background, LIGHT.ink), *between(LIGHT.background, LIGHT.muted)]
    colours += [*SET_COLOURS, SCALE_COLOURS[-1]]
    room = 256 - len(colours)
    levels = len(SCALE_COLOURS) - 2
    colours += [SCALE_COLOURS[round(number / (room - 1) * levels)] for number in range(room)]
    shared = Image.new("P", (1, 1))
    shared.putpalette([channel for colour in colours for channel in colour])
    return shared


def between(one: Colour, other: Colour) -> list[Colour]:
    """Return the steps from one colour to another."""
    return [mixed(one, other, step / (STEPS - 1)) for step in range(STEPS)]
