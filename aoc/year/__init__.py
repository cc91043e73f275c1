"""A year as data, from which calendars, a README with pictures, and a page are written."""
