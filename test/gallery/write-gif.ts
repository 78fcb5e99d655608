import gifenc from 'gifenc';
import { PNG } from 'pngjs';

export interface Shot {
  png: Buffer;
  /** When it was taken, in milliseconds. */
  at: number;
}

/** One color is what shows the frame before. */
const COLORS = 255;
const UNCHANGED = COLORS;

/** The last frame stays this long before the first one comes again. */
const REST_MS = 2500;

/** Writes screenshots of one size as an animated GIF with one palette. A frame holds only what has changed. */
export function writeGif(shots: readonly Shot[]): Uint8Array {
  const frames = shots.map(({ png, at }) => {
    const { width, height, data } = PNG.sync.read(png);
    return { width, height, data, at };
  });
  const [first] = frames;
  if (!first) throw new Error('There are no frames');
  const { width, height } = first;
  // A few frames, spread over all of them, hold every color.
  const sample = Buffer.concat(frames.filter((_, index) => index % 8 === 0).map(({ data }) => data));
  const palette = gifenc.quantize(sample, COLORS);
  const encoder = gifenc.GIFEncoder();
  let before: Uint8Array | null = null;
  for (const [index, { data, at }] of frames.entries()) {
    const colors = gifenc.applyPalette(data, palette);
    const previous = before;
    const changed = previous ? colors.map((color, pixel) => (color === previous[pixel] ? UNCHANGED : color)) : colors;
    encoder.writeFrame(changed, width, height, {
      ...(index === 0 && { palette: [...palette, [0, 0, 0]] }),
      delay: (frames[index + 1]?.at ?? at + REST_MS) - at,
      transparent: index > 0,
      transparentIndex: UNCHANGED,
      dispose: 1,
    });
    before = colors;
  }
  encoder.finish();
  return encoder.bytes();
}
