"""A year as data, from which a calendar, a README with pictures, and a page are written."""
