"""Debian's Chromium, driven by Playwright: opens pages, and notes what they ask for and say."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 60_000
"""Milliseconds that anything in a page may take."""
NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)

needs_browser = [
    pytest.mark.browser,
    pytest.mark.skipif(find_spec("playwright") is None, reason="needs Playwright"),
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
]


@contextmanager
def started() -> Iterator[Browser]:
    """Start a browser for a block."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Browser, address: str, *allowed: str, **settings: Any) -> Iterator[Page]:
    """Open a page for a block, in a window of its own.

    Fails if the page asks for anything but itself and what is `allowed`, or if the browser's
    console shows anything.
    """
    asked: list[str] = []
    said: list[str] = []
    context = browser.new_context(**settings)
    context.set_default_timeout(PATIENCE)
    try:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.goto(address)
        yield page
    finally:
        context.close()
    others = {url for url in asked if url not in (address, *allowed) and url[:5] != "data:"}
    assert not others
    assert not said
