"""What is completed: commands, options and files."""

from __future__ import annotations

from tests.support.aoc import Aoc


def asking(*words: str) -> dict[str, str]:
    """Return the variables by which zsh asks for what completes the last word of a line."""
    return {
        "_AOC_COMPLETE": "zsh_complete",
        "COMP_WORDS": " ".join(("aoc", *words)),
        "COMP_CWORD": str(len(words)),
        "AOC_NOW": "1639310400",  # 12 December 2021
    }


def completions(aoc: Aoc, *words: str) -> dict[str, str]:
    """Return what completes the last word, with the help that a shell shows beside it."""
    done = aoc(env=asking(*words))
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines == [""] or len(lines) % 3 == 0
    return dict(zip(lines[1::3], lines[2::3], strict=False))


def test_commands_and_options_are_completed_with_their_help(aoc: Aoc) -> None:
    assert completions(aoc, "ru") == {"run": "Check, run and time days."}
    assert completions(aoc, "run", "--exa") == {"--example": "Run only on the published examples."}


def test_files_are_left_to_the_shell(aoc: Aoc) -> None:
    for line in ("run --input x", "report --readme x", "init x"):
        assert aoc(env=asking(*line.split())).out == "file\nx\n_\n"


def test_what_goes_wrong_is_not_printed_into_the_line_that_is_typed(aoc: Aoc) -> None:
    for env in ({"_AOC_COMPLETE": "tcsh_complete"}, {"COMP_CWORD": "x"}):
        done = aoc(env=asking("open", "1") | env)
        assert (done.out, done.err) == ("", "")


def test_completing_starts_no_worker_and_loads_neither_aocd_nor_rich(aoc: Aoc) -> None:
    done = aoc.process(env=asking("run", "") | {"PYTHONVERBOSE": "1"})
    loaded = {line.split()[1].strip("'") for line in done.err.splitlines() if "import " in line}
    assert "aoc.commands.completion" in loaded
    assert not loaded & {"aocd", "rich", "numpy", "urllib3", "aoc.running.posix_launcher"}
