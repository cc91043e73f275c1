"""What is drawn in a picture: its boxes and its texts, as a reader of SVG finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
NARROW = set(" .,:;'!|()-·ijltfr1I")


class Box(NamedTuple):
    """The place of an element, in pixels, and its text."""

    left: float
    top: float
    right: float
    bottom: float
    text: str = ""

    def overlaps(self, other: Box) -> bool:
        """Return whether two boxes have more than a pixel in common."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 1 and down > 1

    def is_in(self, other: Box) -> bool:
        """Return whether a box is inside of another one, on its border at the most."""
        return (
            other.left <= self.left <= self.right <= other.right
            and other.top <= self.top <= self.bottom <= other.bottom
        )


def tree_of(picture: str) -> ElementTree.Element:
    """Read a picture. Raises `ElementTree.ParseError` if it is not well-formed."""
    return ElementTree.fromstring(picture)


def texts_in(picture: str) -> list[Box]:
    """Return the place of each text, as wide as it is in a usual font."""
    return [*found_texts(tree_of(picture), 0, 0)]


def found_texts(element: ElementTree.Element, x: float, y: float) -> Iterator[Box]:
    """Yield the texts in an element that is moved by `x` and `y`."""
    for child in element:
        if child.tag == f"{SVG}svg":
            left, top = float(child.attrib["x"]), float(child.attrib["y"])
            clip = Box(
                left, top, left + float(child.attrib["width"]), top + float(child.attrib["height"])
            )
            for box in found_texts(child, x + left, y + top):
                yield box._replace(right=min(box.right, clip.right))
        elif child.tag == f"{SVG}text":
            yield text_box(child, x, y)


def text_box(element: ElementTree.Element, x: float, y: float) -> Box:
    """Return the place of a text."""
    names = element.get("class", "").split()
    size = float(element.attrib["font-size"])
    text = element.text or ""
    em = sum(0.36 if character in NARROW else 0.64 for character in text)
    width = em * size * (1.08 if "bold" in names else 1)
    start = x + float(element.attrib["x"])
    if element.get("text-anchor") == "end":
        start -= width
    elif "middle" in names:
        start -= width / 2
    line = y + float(element.attrib["y"])
    return Box(start, line - 0.75 * size, start + width, line + 0.2 * size, text)


def boxes_in(picture: str) -> list[Box]:
    """Return the place of each rectangle, circle, line and star."""
    return [box for box in map(shape_box, tree_of(picture)) if box]


def shape_box(element: ElementTree.Element) -> Box | None:
    """Return the place of a shape; `None` for what is none."""
    at = element.attrib
    tag = element.tag.removeprefix(SVG)
    if tag == "rect":
        x, y, width, height = (float(at[name]) for name in ("x", "y", "width", "height"))
        return Box(x, y, x + width, y + height, at["fill"])
    if tag == "circle":
        x, y, radius = (float(at[name]) for name in ("cx", "cy", "r"))
        return Box(x - radius, y - radius, x + radius, y + radius)
    if tag == "polygon":
        points = [tuple(map(float, point.split(","))) for point in at["points"].split()]
        right, down = zip(*points, strict=True)
        return Box(min(right), min(down), max(right), max(down))
    if tag == "path":
        across, top, bottom = map(float, re.findall(r"[\d.]+", at["d"]))
        return Box(across, top, across, bottom)
    return None
