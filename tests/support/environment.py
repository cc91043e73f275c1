"""The environment in which tests run: a few names of the caller's, and settings of their own.

Whatever else the caller has set, such as `COLUMNS`, `AOC_YEAR` or a proxy, would change what the
programs do that tests start, or what git does in a repository of a test.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

ALLOWED = frozenset(
    {
        "HOME",
        "LD_LIBRARY_PATH",
        "LOGNAME",
        "PATH",
        "PYTHONPATH",
        "SHELL",
        "TMPDIR",
        "USER",
        # Windows does not work without these.
        "APPDATA",
        "COMSPEC",
        "HOMEDRIVE",
        "HOMEPATH",
        "LOCALAPPDATA",
        "NUMBER_OF_PROCESSORS",
        "PATHEXT",
        "PROCESSOR_ARCHITECTURE",
        "PROGRAMDATA",
        "PROGRAMFILES",
        "SYSTEMDRIVE",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "USERNAME",
        "USERPROFILE",
        "WINDIR",
        # Where the tests under Wine keep what Python compiles.
        "PYTHONPYCACHEPREFIX",
        # Some processors need them, or numpy computes wrong results.
        "OPENBLAS_CORETYPE",
        "OPENBLAS_L2_SIZE",
        "CHROMIUM",
    }
)
"""The names that a test may see."""
OF_TEST_TOOLS = ("COVERAGE_", "COV_CORE_", "PYTEST_", "WINE")
"""What the names begin with by which pytest, coverage and Wine reach their own parts."""
OF_INSTALLERS = ("PIP_", "REQUESTS_CA_BUNDLE", "SSL_CERT_", "UV_DEFAULT_INDEX", "UV_INDEX")
"""What the names begin with by which pip and uv find their index."""
PROXIES = frozenset({"ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"})
OWN = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "LANG": "C.UTF-8",
    "TERM": "xterm",
}
"""What is set for all tests: no configuration of git but that of the repository."""
CALLERS = dict(os.environ)
"""The environment that the tests were started with."""


def clean_environment() -> None:
    """Leave only what tests may see in the environment of this process, and of its children."""
    seen = {name: text for name, text in CALLERS.items() if may_be_seen(name)}
    # pytest has set it meanwhile, and wants to remove it at the end of the test.
    current_test = os.environ.get("PYTEST_CURRENT_TEST")
    os.environ.clear()
    os.environ.update(seen)
    os.environ.update(OWN)
    if current_test:
        os.environ["PYTEST_CURRENT_TEST"] = current_test


def may_be_seen(name: str) -> bool:
    """Return whether tests may see a variable of the caller's."""
    return name in ALLOWED or name.startswith(OF_TEST_TOOLS)


def environment_of_programs() -> dict[str, str]:
    """Return the environment of a program that a test starts: it is no part of this test run."""
    return {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}


def environment_of_installers(callers: Mapping[str, str] = CALLERS) -> dict[str, str]:
    """Return the environment of pip, uv or pipx: they also reach the caller's index."""
    environment = environment_of_programs()
    # It leads to the packages of this test run.
    environment.pop("PYTHONPATH", None)
    for name, text in callers.items():
        if name.upper() in PROXIES or name.startswith(OF_INSTALLERS):
            environment[name] = text
    return environment
