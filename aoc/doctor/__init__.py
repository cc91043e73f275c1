"""The checks of `aoc doctor`: the installation, the sessions, and what git keeps of the inputs."""
