"""The checks of `aoc doctor`: problems of the installation or the project, and how to fix them."""
