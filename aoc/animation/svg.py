"""Scenes as an SVG file, still or moving: no script, nothing from elsewhere, light and dark.

A moving one is drawn once: each scene is laid over those before it, with what has changed, and is
visible from its time on (CSS). Where a reader's system asks for less motion, or nothing moves, the
scenes up to the still are visible. Text stays text.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from aoc.animation.layout import CAPTION, CAPTION_LINE, MARGIN, Layout, layout_of, pieces_of
from aoc.animation.palette import DARK, LIGHT, Theme, hex_of
from aoc.animation.png import png_of
from aoc.animation.scenes import Scene, changed_lines, changed_part, pixels_of
from aoc.files import MARK
from aoc.text import columns_of

MONOSPACE = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SANS = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
BASELINE = 0.78
"""How far the line on which letters stand is below the top of their line, for lines of height 1."""


def svg_of(scenes: Sequence[Scene], title: str, still: int, *, moves: bool = True) -> str:
    """Return an SVG file of some scenes, or of the one with the number `still` alone."""
    if not moves:
        scenes, still = [scenes[still]], 0
    layout = layout_of(scenes)
    whole = sum(scene.seconds for scene in scenes)
    groups, keyframes = [], []
    begins = 0.0
    before: Scene | None = None
    for number, scene in enumerate(scenes):
        drawn = "\n".join(changes(scene, before, layout))
        visible = " s" if number <= still else ""
        if number == 0:
            groups.append(f"<g>\n{drawn}\n</g>")
        elif drawn:
            name = f"k{number}"
            groups.append(f'<g class="f{visible}" style="animation-name:{name}">\n{drawn}\n</g>')
            share = f"{100 * begins / whole:.4f}".rstrip("0").rstrip(".")
            keyframes.append(
                f"@keyframes {name}{{0%{{visibility:hidden}}{share}%{{visibility:visible}}}}"
            )
        begins += scene.seconds
        before = scene
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {layout.width} {layout.height}" '
        f'width="{layout.width}" height="{layout.height}" role="img">',
        f"<!-- {MARK} -->",
        f"<title>{escape(title)}</title>",
        "<style>",
        *style_lines(whole),
        *keyframes,
        "</style>",
        f'<rect class="b" width="{layout.width}" height="{layout.height}" rx="8"/>',
        *groups,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def style_lines(seconds: float) -> Iterator[str]:
    """Yield the style of a picture that moves for so many seconds, and then again."""
    yield from theme_lines(LIGHT)
    yield f"@media (prefers-color-scheme: dark){{{' '.join(theme_lines(DARK))}}}"
    yield f".t{{font-family:{MONOSPACE};white-space:pre}}"
    yield f".c{{font-family:{SANS};font-size:{CAPTION}px}}"
    yield ".i{image-rendering:crisp-edges;image-rendering:pixelated}"
    yield f".f{{visibility:hidden;animation:{seconds:.3f}s step-end infinite}}"
    yield ".s{visibility:visible}"
    yield "@media (prefers-reduced-motion: reduce){.f{animation:none}}"


def theme_lines(theme: Theme) -> Iterator[str]:
    """Yield the style of what has other colours in the dark."""
    yield f".b{{fill:{hex_of(theme.background)}}}"
    yield f".t{{fill:{hex_of(theme.ink)}}}"
    yield f".c{{fill:{hex_of(theme.muted)}}}"


def changes(scene: Scene, before: Scene | None, layout: Layout) -> Iterator[str]:
    """Yield the elements that change the picture of the scene before, if any, into another."""
    is_same_grid = before is not None and grid_of(before) == grid_of(scene)
    if before is not None and not is_same_grid:
        yield cover(MARGIN, MARGIN, layout.width - 2 * MARGIN, layout.caption_top - 2 * MARGIN)
    known = before if is_same_grid else None
    yield from (changed_text if scene.is_text else changed_pixels)(scene, known, layout)
    lines = layout.caption(scene)
    if before is not None and layout.caption(before) != lines:
        top = layout.caption_top
        yield cover(MARGIN, top, layout.width - 2 * MARGIN, layout.height - top - 2)
    elif before is not None:
        return
    for number, line in enumerate(lines):
        y = layout.caption_top + CAPTION_LINE * (number + BASELINE)
        yield f'<text class="c" x="{MARGIN}" y="{y:g}">{escape(line)}</text>'


def grid_of(scene: Scene) -> tuple[object, ...]:
    """Return what two scenes have to have in common so that one is drawn over the other."""
    if scene.is_text:
        return scene.show, True
    return scene.show, False, scene.frame.width, scene.frame.height


def cover(left: float, top: float, width: float, height: float) -> str:
    """Return the element that covers what is there."""
    return f'<rect class="b" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"/>'


def changed_text(scene: Scene, before: Scene | None, layout: Layout) -> Iterator[str]:
    """Yield the lines of a text that have changed."""
    place = layout.place(scene)
    old = before.frame.lines if before else []
    for number, there, line in changed_lines(old, scene.frame.lines):
        top = place.top + number * place.cell_height
        if there:
            width = columns_of(there) * place.cell_width
            yield cover(place.left, top, width, place.cell_height)
        y = top + BASELINE * place.cell_height
        for column, text in pieces_of(line):
            x = place.left + column * place.cell_width
            length = columns_of(text) * place.cell_width
            yield (
                f'<text class="t" font-size="{place.letters}" x="{x:g}" y="{y:g}" '
                f'textLength="{length:g}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
            )


def changed_pixels(scene: Scene, before: Scene | None, layout: Layout) -> Iterator[str]:
    """Yield the part of a picture that has changed."""
    pixels = pixels_of(scene)
    if not pixels.data:
        return
    left = top = 0
    if before is not None:
        part = changed_part(pixels_of(before), pixels)
        if part is None:
            return
        pixels, left, top = part
    place = layout.place(scene)
    x, y = place.left + left * place.cell_width, place.top + top * place.cell_height
    width, height = pixels.width * place.cell_width, pixels.height * place.cell_height
    data = b64encode(png_of(pixels)).decode()
    yield (
        f'<image class="i" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'
    )
