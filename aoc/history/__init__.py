"""What runs came to in the past."""
