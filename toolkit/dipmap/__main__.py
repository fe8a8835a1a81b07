"""`python -m dipmap`."""

from dipmap.cli import main

if __name__ == "__main__":
    main(prog_name="dipmap")
