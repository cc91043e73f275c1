"""The events that `aoc watch` waits for: files of a project that are saved, and keys."""
