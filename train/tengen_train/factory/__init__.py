"""The factory of networks: plays, labels, trains, tests and promotes, for every rule, until it is ended.

    newest promoted network ──► self-play ──► sampled positions ──► a shard, with what made it
            ▲                                                            │ the window of the newest shards
            └── promotion ◄── gate ◄── export ◄── training ◄─────────────┘

All of it stands in one folder, and the folder is the only memory: what a file says is done is done, and
whatever was at work when the factory ended is done again, or taken up where it broke off. Every shard,
training and gate follows from seeds and from the files before it, so that a factory that was killed makes the
same bytes as one that was not. README.md tells how it is used.

- `settings`: the configuration;
- `folder`: files that are whole or not there, the lock, what lies where;
- `crew`: processes, so many at a time, and what is done when one fails;
- `toolbox`: the program `tengen`;
- `shards`, `generations`, `gate`: the steps of the work;
- `history`: what came out, and what it cost;
- `line`, `run`: the work of one rule, and of all.
"""


class FactoryError(Exception):
    """Why the factory, or the work of a rule, cannot go on."""
