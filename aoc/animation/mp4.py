"""Scenes as an MP4 video (H.264): drawn with Pillow, written by ffmpeg."""

from __future__ import annotations

import math
import os
import struct
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from tempfile import TemporaryDirectory

from aoc.animation.pixels import Drawing
from aoc.animation.scenes import Scene
from aoc.errors import AocError
from aoc.files import MARK

SLOWEST = 5
"""Frames per second, at least: some players show nothing of a video with fewer."""
PATIENCE = 10.0
"""Seconds that ffmpeg may take to end when it is told to."""
LAST = 500
"""Characters of what ffmpeg says that are shown."""


def find_ffmpeg() -> str | None:
    """Return the path of ffmpeg, `None` if it is not installed."""
    from shutil import which

    return which("ffmpeg")


def mp4_of(scenes: Sequence[Scene], ffmpeg: str) -> bytes:
    """Return an MP4 file of some scenes. Raises `AocError` where ffmpeg cannot make it."""
    drawing = Drawing(scenes)
    # Videos have frames of the same length: a scene is repeated in as many as it lasts.
    shortest = min(scene.seconds for scene in scenes)
    rate = max(1.0, math.ceil(SLOWEST * shortest)) / shortest
    with TemporaryDirectory(prefix="aoc-") as folder:
        path = os.path.join(folder, "video.mp4")
        size = f"{drawing.layout.width}x{drawing.layout.height}"
        command = [ffmpeg, "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24"]
        command += ["-s", size, "-r", f"{rate:.6f}", "-i", "pipe:0", "-an", "-c:v", "libx264"]
        command += ["-preset", "medium", "-crf", "20", "-pix_fmt", "yuv420p"]
        command += ["-movflags", "+faststart", path]
        with open(os.path.join(folder, "log"), "w+b") as log:
            process = None
            try:
                process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=log
                )
                code = fed(process, drawing, rate)
            finally:
                if process:
                    end(process)
            if code:
                log.seek(0)
                said = " ".join(log.read().decode(errors="replace").split())[-LAST:]
                raise AocError(f"ffmpeg could not write the video ({said or code}): try a GIF")
        with open(path, "rb") as file:
            # A box named "free" is one that players pass over.
            return file.read() + struct.pack(">I4s", 8 + len(MARK), b"free") + MARK.encode()


def fed(process: subprocess.Popen[bytes], drawing: Drawing, rate: float) -> int:
    """Write all pictures to ffmpeg, and return its exit code."""
    file = process.stdin
    assert file
    # A pipe that breaks means that ffmpeg has ended, and its exit code says why.
    with suppress(BrokenPipeError):
        for scene, picture in zip(drawing.scenes, drawing.pictures(), strict=True):
            data = picture.tobytes()
            for _ in range(max(1, math.ceil(scene.seconds * rate - 1e-6))):
                file.write(data)
    with suppress(OSError):
        file.close()
    return process.wait()


def end(process: subprocess.Popen[bytes]) -> None:
    """End ffmpeg if it still runs, as after Ctrl-C."""
    if process.poll() is None:
        process.kill()
        process.wait(PATIENCE)
    if process.stdin:
        with suppress(OSError):
            process.stdin.close()
