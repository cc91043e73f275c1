"""Pictures of a year as SVG, for a README: pure functions from values to text."""
