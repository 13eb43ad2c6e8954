"""The parts of the load test: an echo for comparison, and players who check every view."""
