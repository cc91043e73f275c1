"""The arguments that scripts want, in the ways in which people read them."""

from __future__ import annotations

import ast

import pytest

from aoc.worker.scripts.arguments import wanted_arguments

WANTED = {
    "{input}": (
        "import sys\nfor name in sys.argv[1:]: print(open(name).read())",
        "import sys\n_, f = sys.argv",
        "import sys\nargs = sys.argv[1:]\nx = open(args[0])",
        "from sys import argv\nx = open(argv[1])",
        "import sys\npath = sys.argv[1] if len(sys.argv) > 1 else 'input.txt'",
        "import sys\nmain(sys.argv)",
        "import sys\nx = open(sys.argv[-1])",
        "import sys\nif len(sys.argv) != 2:\n    sys.exit(1)\nx = open(sys.argv[1])",
        "import sys\nlines = open(sys.argv[1])\nverbose = '-v' in sys.argv",
        "import fileinput\nlines = [*fileinput.input()]",
        "import click\n@click.command()\n@click.argument('f')\ndef main(f): pass",
        "import click\n@click.argument('f', type=click.File('r'))\ndef main(f): pass",
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('file')",
        "p.add_argument('files', nargs='+')\np.add_argument('--verbose', default=1)",
        "import typer\ndef main(path: str, n: int=3): pass\ntyper.run(main)",
        "import typer\napp = typer.Typer()\n@app.command()\ndef main(path: Path): pass\napp()",
        "import fire\ndef solve(path): pass\nfire.Fire(solve)",
        '"""Day 1.\n\nUsage: day.py <file> [--n=<n>]\n"""\nfrom docopt import docopt\n',
    ),
    "--input {input}": ("p.add_argument('-i', '--input', required=True)",),
    "{part}": (
        "import sys\nif len(sys.argv) > 1 and sys.argv[1] == '2': pass",
        "import sys\nif sys.argv[1] in ('1', '2'): pass",
        "import sys\npart = sys.argv[1] if len(sys.argv) > 1 else '1'",
        "import sys\nx = int(sys.argv[1])\nif x == 1: pass",
        "import sys\nif int(sys.argv[1]) == 2: pass",
        "p.add_argument('part', type=int, choices=[1, 2])",
        "import click\n@click.argument('part')\ndef main(part): pass",
    ),
    "part{part}": ("import sys\nif sys.argv[1] == 'part2': pass",),
    "{input} {part}": (
        "import sys\nx = open(sys.argv[1])\nif sys.argv[2] == '1': pass",
        "p.add_argument('file')\np.add_argument('part')",
    ),
    "{part} {input}": (
        "import sys\nif sys.argv[1] == '1': pass\nx = open(sys.argv[2])",
    ),
    "--part {part}": (
        "p.add_argument('-p', '--part', type=int, default=1)",
        "@click.option('--part', default='1')\ndef main(part): pass",
    ),
    "": (
        "import sys\nprint(sys.argv[0])",
        "import sys\ntest = len(sys.argv) > 1",
        "import sys\nname = 'test' if len(sys.argv) > 1 and sys.argv[1] == 'test' else 'input'",
        "import sys\nmode = sys.argv[1] if len(sys.argv) > 1 else 'real'\nif mode == 'test': pass",
        "import sys\nif '--test' in sys.argv: pass",
        "import sys\ndays = int(sys.argv[1]) if len(sys.argv) > 1 else 80",
        "import click\n@click.option('--file', default='input.txt')\ndef main(file): pass",
        "p.add_argument('file', nargs='?', default='input.txt')",
        "p.add_argument('-v', '--verbose', action='store_true')",
        "import typer\ndef main(path: str='input.txt'): pass\ntyper.run(main)",
        "print(1)",
    ),
}


@pytest.mark.parametrize(
    ("source", "words"),
    [(source, words) for words, sources in WANTED.items() for source in sources],
)
def test_a_script_gets_the_arguments_that_its_source_reads(
    source: str, words: str
) -> None:
    assert wanted_arguments(ast.unparse(ast.parse(source))) == words.split()
