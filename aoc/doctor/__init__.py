"""The checks of `aoc doctor`: what is wrong with the installation or the project, and the fix."""
