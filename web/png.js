// Pictures as PNG files with a palette of at most 256 colours.

/** Colours are counted with this many bits of each channel. */
const BITS = 5;
const DROPPED = 8 - BITS;
const MOST_COLOURS = 256;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * Colours of a picture that differ little: their number of pixels and the sums of their channels.
 * @typedef {{ key: number, count: number, sums: number[] }} Bin
 */

/** @param {Uint8ClampedArray} pixels RGBA @param {number} at */
const keyOf = (pixels, at) =>
  ((pixels[at] >> DROPPED) << (2 * BITS)) |
  ((pixels[at + 1] >> DROPPED) << BITS) |
  (pixels[at + 2] >> DROPPED);

/** @param {Uint8ClampedArray} pixels @returns {Bin[]} */
function counted(pixels) {
  /** @type {Map<number, Bin>} */
  const bins = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const key = keyOf(pixels, at);
    let bin = bins.get(key);
    if (!bin) bins.set(key, (bin = { key, count: 0, sums: [0, 0, 0] }));
    bin.count++;
    for (let channel = 0; channel < 3; channel++) bin.sums[channel] += pixels[at + channel];
  }
  return [...bins.values()];
}

/** The mean of a channel. @param {Bin} bin @param {number} channel */
const mean = (bin, channel) => bin.sums[channel] / bin.count;

/** The channel in which the colours of a box differ most, and how much. @param {Bin[]} box */
function spread(box) {
  const ranges = [0, 1, 2].map((channel) => {
    const values = box.map((bin) => mean(bin, channel));
    return Math.max(...values) - Math.min(...values);
  });
  const range = Math.max(...ranges);
  return { channel: ranges.indexOf(range), range };
}

/** Splits the colours into at most `most` boxes of similar ones (median cut). @param {Bin[]} bins @param {number} most */
function boxesOf(bins, most) {
  let boxes = [{ box: bins, ...spread(bins) }];
  while (boxes.length < most) {
    const widest = boxes.reduce((a, b) => (b.range > a.range ? b : a));
    if (!widest.range) break;
    const { box, channel } = widest;
    box.sort((a, b) => mean(a, channel) - mean(b, channel));
    const half = box.length >> 1;
    const parts = [box.slice(0, half), box.slice(half)].map((part) => ({ box: part, ...spread(part) }));
    boxes = boxes.filter((other) => other !== widest).concat(parts);
  }
  return boxes.map(({ box }) => box);
}

/** Reduces a picture to a palette. @param {Uint8ClampedArray} pixels RGBA; transparency is ignored @param {number} [most] colours */
export function reduced(pixels, most = MOST_COLOURS) {
  const boxes = boxesOf(counted(pixels), most);
  const palette = boxes.flatMap((box) => {
    const count = box.reduce((sum, bin) => sum + bin.count, 0);
    return [0, 1, 2].map((channel) =>
      Math.round(box.reduce((sum, bin) => sum + bin.sums[channel], 0) / count),
    );
  });
  const indexOf = new Map(boxes.flatMap((box, i) => box.map((bin) => [bin.key, i])));
  const indices = Uint8Array.from(
    { length: pixels.length / 4 },
    (_, i) => indexOf.get(keyOf(pixels, 4 * i)) ?? 0,
  );
  return { palette: Uint8Array.from(palette), indices };
}

const CHECKS = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

/** The CRC-32 of these parts of a chunk, one after another. @param {Uint8Array[]} parts */
function checksum(parts) {
  let sum = -1;
  for (const part of parts) for (const byte of part) sum = CHECKS[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum;
}

/** A number as four bytes. @param {number} number */
function bytesOf(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, number);
  return bytes;
}

/** @param {string} name @param {Uint8Array} content */
function chunk(name, content) {
  const checked = [new TextEncoder().encode(name), content];
  return [bytesOf(content.length), ...checked, bytesOf(checksum(checked))];
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * A picture as a PNG file.
 * @param {{ data: Uint8ClampedArray, width: number, height: number }} image RGBA @param {number} [colours]
 */
export async function pngOf({ data, width, height }, colours) {
  const { palette, indices } = reduced(data, colours);
  // Each row begins with the number of its filter: 0, none.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y++)
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const head = new Uint8Array([...bytesOf(width), ...bytesOf(height), 8, 3, 0, 0, 0]);
  const parts = [
    Uint8Array.from(SIGNATURE),
    ...chunk('IHDR', head),
    ...chunk('PLTE', palette),
    ...chunk('IDAT', await deflated(rows)),
    ...chunk('IEND', new Uint8Array()),
  ];
  return new Blob(/** @type {BlobPart[]} */ (parts), { type: 'image/png' });
}
