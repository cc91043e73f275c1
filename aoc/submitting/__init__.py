"""Submitting answers, each at most once: rules, ledger, sending, outcome."""
