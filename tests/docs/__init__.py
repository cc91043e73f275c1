"""README.md and docs/: the pictures, and tests that every command, option and snippet works.

`python -m tests.docs` draws the pictures of docs/ anew, `python -m tests.docs PAGE` writes into the
console blocks of a page what their commands print.

A page is played from top to bottom as one reader would do it, in a terminal of 100 columns in UTC,
against the emulated site. The reader's home is an empty folder, shown as `/home/you`; the blocks
of a page share folder, files, variables and login. In a `console` block, `$ ` begins a command and
`> ` continues it; a line `...` stands for any lines. Times, amounts of memory, clocks and the ends
of tokens are not compared. Every command has to exit with 0. Comments right before a block say what
else it needs:

    <!-- in: advent -->             from here on in this folder of the home, made if it is missing;
                                    `repository` is a copy of this repository's own days
    <!-- at: 2021-12-01 12:00 -->   from here on it is this time, here and on the site
    <!-- ticks: 2026-12-01 04:59:58 -->  from this moment on, the clock of the site goes on
    <!-- later: 61 -->              so many seconds later
    <!-- before: COMMAND -->        a command that is run and not shown; `{alice}` and `{bob}` are
                                    the session tokens of two accounts of the site
    <!-- type: {alice} -->          what is typed at a prompt, one comment for each
    <!-- until: TEXT -->            the command goes on once it has printed this
    <!-- keys: s -->                this block, of any language, is what it prints after these keys;
                                    without `until`, to its end
    <!-- exits: 1 -->               a command of the block may exit with this code
    <!-- file: days/util.py -->     this block, of any language, is written to a file
    <!-- needs: pyinstrument -->    this block is run only where this module is installed
    <!-- run: no, REASON -->        this block is not run; its calls of `aoc` are checked

In other blocks and in sentences, calls of `aoc` and its options are checked without running them;
Python has to compile, and settings have to be known.
"""
