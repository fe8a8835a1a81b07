"""The private parts of the engine DPjudge."""
