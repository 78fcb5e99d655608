import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completePlatform } from '#workers/complete-platform.ts';

describe('a platform without iteration over streams', () => {
  const streams = ReadableStream.prototype;
  const own = Object.getOwnPropertyDescriptor(streams, Symbol.asyncIterator);

  beforeEach(() => {
    Reflect.deleteProperty(streams, Symbol.asyncIterator);
    completePlatform(globalThis);
  });

  afterEach(() => {
    Object.defineProperty(streams, Symbol.asyncIterator, own ?? {});
  });

  const log: string[] = [];
  const streamOf = (...pieces: (string | Error)[]) =>
    new ReadableStream<string>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else if (typeof piece === 'string') controller.enqueue(piece);
        else controller.error(piece);
      },
      cancel: () => void log.push('cancelled'),
    });

  const all = async (stream: ReadableStream<string>) => {
    const pieces: string[] = [];
    for await (const piece of stream) pieces.push(piece);
    return pieces;
  };

  it('gives every piece and leaves the stream to others', async () => {
    const stream = streamOf('a', 'b', 'c');
    expect(await all(stream)).toEqual(['a', 'b', 'c']);
    expect(stream.locked).toBe(false);
  });

  it('cancels the stream when the loop ends early', async () => {
    const stream = streamOf('a', 'b', 'c');
    for await (const piece of stream) {
      log.push(piece);
      break;
    }
    expect(log.splice(0)).toEqual(['a', 'cancelled']);
    expect(stream.locked).toBe(false);
  });

  it('throws what the stream fails with', async () => {
    await expect(all(streamOf('a', new Error('torn')))).rejects.toThrow('torn');
  });
});

describe('a window without idle callbacks', () => {
  const asWindow = (own: object) => ({ document: {}, ReadableStream, ...own }) as unknown as typeof globalThis;

  it('is called back soon, unless that is cancelled', async () => {
    const page = asWindow({});
    completePlatform(page);
    const called: string[] = [];
    page.cancelIdleCallback(page.requestIdleCallback(() => called.push('cancelled')));
    await new Promise<void>((resolve) => {
      page.requestIdleCallback(({ timeRemaining }) => {
        called.push(`${timeRemaining()}`);
        resolve();
      });
    });
    expect(called).toEqual(['0']);
  });

  it('keeps its own where it has them', () => {
    const own = () => 1;
    const page = asWindow({ requestIdleCallback: own });
    completePlatform(page);
    expect(page.requestIdleCallback).toBe(own);
  });
});
