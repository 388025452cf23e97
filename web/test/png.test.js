// PNG files with a palette.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { pngOf, reduced } from '../png.js';

/** A picture of these colours, one pixel each. @param {number[][]} colours @param {number} width */
const picture = (colours, width) => ({
  data: Uint8ClampedArray.from(colours.flatMap((colour) => [...colour, 255])),
  width,
  height: colours.length / width,
});

const [RED, GREEN, BLUE] = [
  [250, 0, 0],
  [0, 250, 0],
  [0, 0, 250],
];

/** The chunks of a file. @param {Buffer} file */
function chunksOf(file) {
  /** @type {Record<string, Buffer>} */
  const chunks = {};
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    chunks[file.toString('latin1', at + 4, at + 8)] = file.subarray(at + 8, at + 8 + length);
    at += 12 + length;
  }
  return chunks;
}

test('few colours stay as they are', () => {
  const { palette, indices } = reduced(picture([RED, GREEN, RED, BLUE], 2).data);
  const shown = [...indices].map((i) => [...palette.subarray(3 * i, 3 * i + 3)]);
  assert.deepEqual(shown, [RED, GREEN, RED, BLUE]);
});

test('many colours become 256 that are close to them', () => {
  const colours = Array.from({ length: 64 * 64 }, (_, i) => [4 * (i % 64), 4 * (i >> 6), (i * 7) % 256]);
  const { palette, indices } = reduced(picture(colours, 64).data);
  assert.equal(palette.length, 3 * 256);
  const far = colours.map((colour, i) =>
    Math.max(...colour.map((value, channel) => Math.abs(value - palette[3 * indices[i] + channel]))),
  );
  assert.ok(Math.max(...far) <= 48, `${Math.max(...far)}`);
});

test('a palette can be smaller', () => {
  const colours = Array.from({ length: 64 }, (_, i) => [4 * i, 4 * i, 4 * i]);
  assert.equal(reduced(picture(colours, 8).data, 16).palette.length, 3 * 16);
});

test('a file has one byte for each pixel', async () => {
  const blob = await pngOf(picture([RED, GREEN, BLUE, RED, RED, RED], 3));
  const file = Buffer.from(await blob.arrayBuffer());
  assert.equal(file.toString('latin1', 1, 4), 'PNG');
  const { IHDR, PLTE, IDAT } = chunksOf(file);
  assert.deepEqual([IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), IHDR[8], IHDR[9]], [3, 2, 8, 3]);
  const rows = inflateSync(IDAT);
  const shown = (/** @type {number} */ at) => [...PLTE.subarray(3 * rows[at], 3 * rows[at] + 3)];
  assert.deepEqual([rows.length, rows[0], rows[4]], [8, 0, 0]);
  assert.deepEqual([shown(1), shown(2), shown(3), shown(5)], [RED, GREEN, BLUE, RED]);
  // The checksum of an empty last chunk is known.
  assert.equal(file.subarray(-8).toString('hex'), '49454e44ae426082');
});
