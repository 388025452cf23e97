// The standings of a match.
import assert from 'node:assert/strict';
import test from 'node:test';
import { blocks } from '../standings.js';

test('tables in Markdown become rows and columns', () => {
  const text = `\
|     | brain | games |               Elo |
| --: | ----- | ----: | ----------------: |
|   1 | Cat   |     4 |          +191 ± ? |
|   2 | B/b   |     4 | -338 (below -149) |

|     | brain | lost by |
| --: | ----- | ------- |
|   1 | Cat   |         |
Cat against B/b: +2 =2 -0 of 4
`;
  assert.deepEqual(blocks(text), [
    {
      head: ['', 'brain', 'games', 'Elo'],
      rows: [
        ['1', 'Cat', '4', '+191 ± ?'],
        ['2', 'B/b', '4', '-338 (below -149)'],
      ],
      numbers: [true, false, true, true],
    },
    { head: ['', 'brain', 'lost by'], rows: [['1', 'Cat', '']], numbers: [true, false, false] },
    { line: 'Cat against B/b: +2 =2 -0 of 4' },
  ]);
});

test('other lines stay lines', () => {
  assert.deepEqual(blocks('connected to 127.0.0.1:9527'), [{ line: 'connected to 127.0.0.1:9527' }]);
  assert.deepEqual(blocks('| a bar'), [{ line: '| a bar' }]);
  assert.deepEqual(blocks(''), []);
});
