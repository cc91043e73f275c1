"""Files that `aoc new` and `aoc init` write for the user, and how `aoc new --update` edits them."""
