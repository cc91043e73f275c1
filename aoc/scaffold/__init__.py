"""Files that `aoc new` and `aoc init` write for the user, and the examples in the tests."""
