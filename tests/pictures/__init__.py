"""Tests of the pictures of a year."""
