"""The completion scripts for bash, zsh and fish, and the answers to their requests.

They are those of click, but for both names of the program. They always ask the `aoc-days` in the
same folder: an `aoc` there may be the program of advent-of-code-data, which would not complete a
word but run every puzzle.
"""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from typing import Any, ClassVar

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    shell_complete,
)

from aoc.program import COMPLETE, NAME, OTHER_NAME

BASH = """\
_aoc_completion() {
    local IFS=$'\\n' type value completion
    local program="${1/#\\~\\//$HOME/}"
    local response
    response=$(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \\
        %(complete_var)s=bash_complete "${program%%aoc*}%(other)s" 2>/dev/null)

    COMPREPLY=()
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        if [[ $type == dir ]]; then
            compopt -o dirnames 2>/dev/null
        elif [[ $type == file ]]; then
            compopt -o default 2>/dev/null
        elif [[ $type == plain ]]; then
            COMPREPLY+=("$value")
        fi
    done
    return 0
}

complete -o nosort -F _aoc_completion %(name)s %(other)s 2>/dev/null ||
    complete -F _aoc_completion %(name)s %(other)s
"""
ZSH = """\
#compdef %(name)s %(other)s

_aoc_completion() {
    local -a completions
    local -a completions_with_descriptions
    local -a response
    local type key descr
    local program=${~words[1]}

    response=("${(@f)$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) \\
        %(complete_var)s=zsh_complete "${program%%aoc*}%(other)s" 2>/dev/null)}")

    for type key descr in ${response}; do
        if [[ "$type" == "plain" ]]; then
            if [[ "$descr" == "_" ]]; then
                completions+=("$key")
            else
                completions_with_descriptions+=("$key":"$descr")
            fi
        elif [[ "$type" == (dir|file) ]]; then
            [[ $key == --*=* ]] && compset -P '*='
            [[ $type == dir ]] && _path_files -/ || _path_files
        fi
    done

    if [ -n "$completions_with_descriptions" ]; then
        _describe -V unsorted completions_with_descriptions -U
    fi
    if [ -n "$completions" ]; then
        compadd -U -V unsorted -a completions
    fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _aoc_completion "$@"
elif (( $+functions[compdef] )); then
    compdef _aoc_completion %(name)s %(other)s
else
    autoload -Uz compinit && compinit
    compdef _aoc_completion %(name)s %(other)s
fi
"""
FISH = """\
function _aoc_completion
    set -l words (commandline -opc)
    set -l program (string replace -r 'aoc[^/]*$' %(other)s -- $words[1])
    set program (string replace -r '^~/' "$HOME/" -- $program)
    set -l response (env COMP_WORDS=(commandline -cp) COMP_CWORD=(commandline -t) \\
        %(complete_var)s=fish_complete $program 2>/dev/null)

    for completion in $response
        set -l metadata (string split -m 1 "," -- $completion)
        if test $metadata[1] = dir
            __fish_complete_directories $metadata[2]
        else if test $metadata[1] = file
            __fish_complete_path $metadata[2]
        else if test $metadata[1] = plain
            echo $metadata[2]
        end
    end
end

complete --no-files --command %(name)s --arguments "(_aoc_completion)"
complete --no-files --command %(other)s --arguments "(_aoc_completion)"
"""


class Script(ShellComplete):
    """A script for both names of the program."""

    names: ClassVar[dict[str, str]] = {"name": NAME, "other": OTHER_NAME}

    def source(self) -> str:
        """Return the script."""
        return self.source_template % (self.source_vars() | self.names)


class WholeWord(Script):
    """A script for a shell that completes `--part=1` as one word."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return the completions of a word, with the option that it begins with."""
        found = super().get_completions(args, incomplete)
        option, sign, _ = incomplete.partition("=")
        if not sign or not option.startswith("--"):
            return found
        return [CompletionItem(f"{option}={item.value}", item.type, item.help) for item in found]


class Bash(Script, BashComplete):
    """bash, to which `--part=1` is three words."""

    source_template = BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one that is completed, and this one."""
        args, incomplete = super().get_completion_args()
        return [arg for arg in args if arg != "="], incomplete


class Zsh(WholeWord, ZshComplete):
    """zsh."""

    source_template = ZSH


class Fish(WholeWord, FishComplete):
    """fish."""

    source_template = FISH


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


def script_for(shell: str, cli: click.Command) -> str:
    """Return the script for one of `SHELLS`."""
    return SHELLS[shell](cli, {}, NAME, COMPLETE).source()


def print_completion(cli: click.Command, name: str) -> int:
    """Print what a shell asks for in `COMPLETE`; return the exit code. Nothing else is printed."""
    for shell in SHELLS.values():
        add_completion_class(shell)
    arguments: MutableMapping[str, Any] = {}
    try:
        code = shell_complete(cli, arguments, name, COMPLETE, os.environ[COMPLETE])
        sys.stdout.flush()
    except Exception:
        # A message would be printed into the line that is being typed.
        return 1
    return code
