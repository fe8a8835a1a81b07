"""Play a package: begin a game, adjudicate orders, show the position.

`new` begins a game, `run` plays a phase of it, `options` lists what may be ordered, `show` and `map` show where it stands.
`adjudicate` is for programs: requests in, answers out, no game kept.
"""
