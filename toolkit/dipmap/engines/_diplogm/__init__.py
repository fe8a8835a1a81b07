"""The private parts of the engine DiploGM."""
