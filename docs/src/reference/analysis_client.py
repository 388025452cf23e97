"""Reviews a game: python3 analysis_client.py tengen h8 i9 g7"""

import json
import subprocess
import sys

tengen, *moves = sys.argv[1:]
engine = subprocess.Popen(
    [tengen, "analysis"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)
turns = list(range(len(moves) + 1))
request = {"id": "game", "moves": moves, "rule": "renju", "nodes": 2000, "turns": turns}
print(json.dumps(request), file=engine.stdin)
engine.stdin.close()  # no more requests: Tengen exits after the last answer

for line in engine.stdout:
    answer = json.loads(line)
    if "error" in answer:
        sys.exit(answer["error"])
    for best in answer["lines"]:
        print(answer["turn"], best["moves"][0], best["win_rate"])
    if "outcome" in answer:
        print(answer["turn"], "winner:", answer["outcome"]["winner"])
