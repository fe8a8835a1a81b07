"""The private parts of the engine njudge."""
