"""The private parts of the engine Diplicity (DVAR and dSVG)."""
