"""The private parts of the engine webDiplomacy."""
