"""The page of years: stars, times, trends and other ways, in one HTML file or served live."""
