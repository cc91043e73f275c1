"""A year as data, and what is written from it: a calendar, a README with pictures, a page."""
