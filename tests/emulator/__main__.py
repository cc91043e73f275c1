"""Serves adventofcode.com for trying things by hand: `python -m tests.emulator`.

Prints what to give the shell, and logs requests until Ctrl-C. A number of seconds on standard
input moves the site's clock, which otherwise runs as usual.
"""

from __future__ import annotations

import contextlib
import logging
import shlex
import sys
import tempfile
import threading
from pathlib import Path

from . import Site


def main() -> None:
    """Serve until interrupted."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
    with (
        contextlib.suppress(KeyboardInterrupt),
        tempfile.TemporaryDirectory(prefix="aocd-") as folder,
        Site() as site,
    ):
        site.clock.run()
        alice = site.account("alice")
        print("unset http_proxy")
        for name, value in site.variables(Path(folder), alice.token).items():
            print(f"export {name}={shlex.quote(value)}")
        print(f"# {alice.id} is logged in", flush=True)
        for line in sys.stdin:
            with contextlib.suppress(ValueError):
                site.clock.advance(float(line))
            print(f"# it is {site.clock.now():%F %T %Z}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
