"""The arguments that scripts may want, in the ways in which people read them."""

from __future__ import annotations

import ast

from aoc.worker.scripts.arguments import possible_arguments

FIRST = {
    "{input}": (
        "import sys\nfor name in sys.argv[1:]: print(open(name).read())",
        "from sys import argv\nx = open(argv[1])",
        "import fileinput\nlines = [*fileinput.input()]",
        "import click\n@click.command()\n@click.argument('f')\ndef main(f): pass",
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('file')",
        "p.add_argument('files', nargs='+')\np.add_argument('--verbose', default=1)",
        "import typer\ndef main(path: str, n: int=3): pass\ntyper.run(main)",
        "import fire\ndef solve(path): pass\nfire.Fire(solve)",
        '"""Day 1.\n\nUsage: day.py <file> [--n=<n>]\n"""\nfrom docopt import docopt\n',
    ),
    "--input {input}": ("p.add_argument('-i', '--input', required=True)",),
    "{part}": (
        "p.add_argument('part', type=int, choices=[1, 2])",
        "import click\n@click.argument('part')\ndef main(part): pass",
    ),
    "{input} {part}": ("p.add_argument('file')\np.add_argument('part')",),
    "--part {part}": (
        "p.add_argument('-p', '--part', type=int, default=1)",
        "@click.option('--part', default='1')\ndef main(part): pass",
    ),
    "": (
        "import sys\nprint(sys.argv[0])",
        "import click\n@click.option('--file', default='input.txt')\ndef main(file): pass",
        "p.add_argument('file', nargs='?', default='input.txt')",
        "p.add_argument('-v', '--verbose', action='store_true')",
        "print(1)",
    ),
}


def test_a_script_first_gets_the_arguments_that_its_source_reads() -> None:
    for words, sources in FIRST.items():
        for source in sources:
            first, *_ = possible_arguments(ast.unparse(ast.parse(source)))
            assert first == words.split(), source
