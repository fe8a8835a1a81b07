"""From what the drawing says and what `variant.yaml` says to the `Variant`, with the place of every fact."""
