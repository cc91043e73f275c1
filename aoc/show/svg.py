"""A show as an SVG file, still or moving: no script, nothing from elsewhere, light and dark.

A moving one is drawn once: the changes of each frame are laid over the frames before, and are
visible from its time on (CSS). Where a reader's system asks for less motion, all are, so that the
last frame is seen. Text stays text.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from xml.sax.saxutils import escape

from aoc.files import MARK
from aoc.show.layout import CAPTION, CAPTION_LINE, MARGIN, Layout, layout_of
from aoc.show.timed_frames import DARK, LIGHT, TimedFrame, changed_part, png_of
from aoc.text import columns_of

MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SANS = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
BASELINE = 0.78
"""How far the line on which letters stand is below the top of their line, for lines of height 1."""


def svg_of(frames: Sequence[TimedFrame], title: str) -> str:
    """Return an SVG file of some frames; the group of each has its number as `kN`."""
    layout = layout_of(frames)
    seconds = sum(one.seconds for one in frames)
    groups, keyframes = [], []
    begins = 0.0
    before: TimedFrame | None = None
    for number, one in enumerate(frames):
        drawn = [*grid_changes(one, before, layout), *caption_changes(one, before, layout)]
        if drawn:
            start = f'<g class="f" style="animation-name:k{number}">' if number else "<g>"
            groups.append("\n".join([start, *drawn, "</g>"]))
            share = f"{100 * begins / seconds:.6g}%"
            steps = f"0%{{visibility:hidden}}{share}{{visibility:visible}}"
            keyframes += [f"@keyframes k{number}{{{steps}}}"] if number else []
        begins += one.seconds
        before = one
    newline = "\n"
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width} {layout.height}" \
width="{layout.width}" height="{layout.height}" role="img">
<!-- {MARK} -->
<title>{escape(title)}</title>
<style>
:root{{{LIGHT.css}}}
@media (prefers-color-scheme: dark){{:root{{{DARK.css}}}}}
.b{{fill:var(--paper)}}
.t{{fill:var(--ink);font-family:{MONOSPACE};white-space:pre}}
.c{{fill:var(--muted);font-family:{SANS};font-size:{CAPTION}px}}
.i{{image-rendering:crisp-edges;image-rendering:pixelated}}
.f{{visibility:hidden;animation:{seconds:.3f}s step-end infinite}}
@media (prefers-reduced-motion: reduce){{.f{{animation:none;visibility:visible}}}}
{newline.join([*keyframes, "</style>"])}
<rect class="b" width="{layout.width}" height="{layout.height}" rx="8"/>
{newline.join(groups)}
</svg>
"""


def grid_changes(one: TimedFrame, before: TimedFrame | None, layout: Layout) -> Iterator[str]:
    """Yield the elements that change the grid of the frame before, if any, into that of another."""
    grid, wide, high = layout.grid(one), layout.grid(one).cell_width, layout.grid(one).cell_height
    if before is None or shape_of(before) != shape_of(one):
        yield cover(MARGIN, MARGIN, layout.width - 2 * MARGIN, layout.caption_top - 2 * MARGIN)
        before = None
    if one.is_text:
        old = before.frame.lines if before else []
        for number, (there, line) in enumerate(zip_longest(old, one.frame.lines, fillvalue="")):
            top = grid.top + number * high
            if there and there != line:
                yield cover(grid.left, top, columns_of(there) * wide, high)
            for column, text in pieces_of(line) if there != line else ():
                x, y = grid.left + column * wide, top + BASELINE * high
                yield (
                    f'<text class="t" font-size="{grid.letters}" x="{x}" y="{y:g}" '
                    f'textLength="{columns_of(text) * wide}" lengthAdjust="spacingAndGlyphs">'
                    f"{escape(text)}</text>"
                )
    elif part := changed_part(before.pixels if before else None, one.pixels):
        pixels, left, top = part
        data = b64encode(png_of(pixels)).decode()
        yield (
            f'<image class="i" x="{grid.left + left * wide}" y="{grid.top + top * high}" '
            f'width="{pixels.width * wide}" height="{pixels.height * high}" '
            f'preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'
        )


def shape_of(one: TimedFrame) -> tuple[object, ...]:
    """Return what two frames have to have in common so that one is drawn over the other."""
    return one.part, one.is_text, *(() if one.is_text else one.frame[1:3])


def cover(left: float, top: float, width: float, height: float) -> str:
    """Return the element that covers a part of what is drawn before."""
    return f'<rect class="b" x="{left}" y="{top}" width="{width}" height="{height}"/>'


def caption_changes(one: TimedFrame, before: TimedFrame | None, layout: Layout) -> Iterator[str]:
    """Yield the elements that draw a caption over the one before."""
    if before and before.caption == one.caption:
        return
    top = layout.caption_top
    yield cover(MARGIN, top, layout.width - 2 * MARGIN, layout.height - top)
    for number, line in enumerate(layout.caption(one)):
        y = top + CAPTION_LINE * (number + BASELINE)
        yield f'<text class="c" x="{MARGIN}" y="{y:g}">{escape(line)}</text>'


def pieces_of(line: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a line whose characters are all wide, or all not, with their column.

    Blanks at both ends of a part are left out, and so are parts of blanks.
    """
    column = 0
    for _, characters in groupby(line, lambda character: columns_of(character) == 2):
        piece = "".join(characters)
        if piece.strip(" "):
            yield column + len(piece) - len(piece.lstrip(" ")), piece.strip(" ")
        column += columns_of(piece)
