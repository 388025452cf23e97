"""The trainer of Tengen's networks. See README.md for usage and FORMAT.md for the arithmetic of a network."""
