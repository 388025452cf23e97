"""The factory: play, label, train, test and promote networks for every rule until stopped.

    newest promoted network ──► self-play ──► sampled positions ──► a shard and its provenance
            ▲                                                            │ window of the newest shards
            └── promotion ◄── gate ◄── export ◄── training ◄─────────────┘

The folder is the only state: whatever its files record as finished is finished, and anything interrupted is resumed or
repeated. Every shard, training and gate is determined by seeds and earlier files, so an interrupted factory produces the
same bytes as an uninterrupted one. See README.md for usage.

- `settings`: configuration;
- `folder`: atomic writes, the lock, the folder layout;
- `runner`: concurrent processes, retries;
- `toolbox`: command lines and output of the program `tengen`;
- `shards`, `generations`, `gate`: the steps of the work;
- `history`: results and costs;
- `work`, `pipeline`, `run`: state and steps of one rule, and the factory as a whole.
"""


class FactoryError(Exception):
    """The factory, or the work on a rule, cannot continue."""
