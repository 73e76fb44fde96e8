"""Looks that are never rendered for training (kept apart so that they can be named without a renderer)."""

HELD_OUT = dict(set="stout", board=["mahogany", "vinyl_blue"], light="harsh")
