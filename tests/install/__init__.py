"""Tests that install what is built, from the index, into fresh environments: `-m install`."""
