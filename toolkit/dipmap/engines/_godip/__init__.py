"""The private parts of the engine godip."""
