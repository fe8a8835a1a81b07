"""The private parts of the engine jDip."""
