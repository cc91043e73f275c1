"""Handing answers in, each at most once: rules, record, sending, outcome."""
