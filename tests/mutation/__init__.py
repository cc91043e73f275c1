"""Mutation tests: whether the tests notice each small fault put into the program.

    python -m pip install -e . --group mutation
    python -m tests.mutation SESSION [--sample N] [MODULE ...]

The mutants are made by Cosmic Ray. It takes hours, and a session can be stopped and continued.
"""
