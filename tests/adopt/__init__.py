"""Tests of repositories of solutions that run as they are."""
