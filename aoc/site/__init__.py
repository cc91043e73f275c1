"""The site: accounts, requests through advent-of-code-data, and cached responses."""
