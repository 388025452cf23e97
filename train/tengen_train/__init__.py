"""The trainer of Tengen's own network. README.md tells how it is used, FORMAT.md what a network computes."""
