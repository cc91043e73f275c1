"""Reading JSON from the disk or the site, which may be anything."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["parse_json"]


def parse_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises `ValueError` for what is not JSON, and for JSON that Python cannot hold: nested too
    deep, or with a number of too many digits.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None
