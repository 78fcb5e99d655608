import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPacedWrites } from '#storage/paced-writes.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';

/** Advances the clock with one turn of the event loop per timer, which is enough here. */
async function advance(clock: FakeClock, ms: number): Promise<void> {
  await clock.advance(ms);
}

describe('paced writes', () => {
  it('keeps every text durable within 250 ms, however it arrives and however slow the disk is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 }),
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 20 }),
        async (gaps, durations) => {
          const clock = new FakeClock();
          const arrivals: number[] = [];
          const lags: number[] = [];
          let durable = 0;
          let writes = 0;
          const paced = createPacedWrites({
            clock,
            async write() {
              const upTo = arrivals.length;
              const ms = durations[writes % durations.length] ?? 0;
              writes += 1;
              await new Promise<void>((resolve) => clock.setTimeout(resolve, ms));
              for (; durable < upTo; durable += 1) lags.push(clock.monotonic() - (arrivals[durable] ?? 0));
            },
            onError: (error) => {
              throw error;
            },
          });
          for (const gap of gaps) {
            await advance(clock, gap);
            arrivals.push(clock.monotonic());
            paced.grew();
          }
          await advance(clock, 600);
          expect(durable).toBe(arrivals.length);
          expect(Math.max(...lags)).toBeLessThanOrEqual(250);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('writes more often while writes are slow, so that text still waits no longer', async () => {
    const clock = new FakeClock();
    const arrivals: number[] = [];
    const lags: number[] = [];
    let durable = 0;
    const paced = createPacedWrites({
      clock,
      async write() {
        const upTo = arrivals.length;
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 120));
        for (; durable < upTo; durable += 1) lags.push(clock.monotonic() - (arrivals[durable] ?? 0));
      },
      onError: (error) => {
        throw error;
      },
    });
    for (let at = 0; at < 2_000; at += 10) {
      arrivals.push(clock.monotonic());
      paced.grew();
      await advance(clock, 10);
    }
    expect(lags.length).toBeGreaterThan(150);
    expect(Math.max(...lags)).toBeLessThanOrEqual(250);
  });

  it('writes the first text within 75 ms and then no more often than every 150 ms', async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    const paced = createPacedWrites({
      clock,
      async write() {
        starts.push(clock.monotonic());
      },
      onError: (error) => {
        throw error;
      },
    });
    paced.grew();
    await advance(clock, 75);
    expect(starts).toEqual([75]);
    for (let at = 0; at < 1_000; at += 5) {
      await advance(clock, 5);
      paced.grew();
    }
    expect(starts.length).toBeLessThanOrEqual(8);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(150);
  });

  it('writes the first text at once when the answer began long before', async () => {
    const clock = new FakeClock();
    const starts: number[] = [];
    const paced = createPacedWrites({
      clock,
      async write() {
        starts.push(clock.monotonic());
      },
      onError: (error) => {
        throw error;
      },
    });
    await advance(clock, 800);
    paced.grew();
    expect(starts).toEqual([800]);
  });

  it('leaves an answer that ends within 75 ms to the write at its end', async () => {
    const clock = new FakeClock();
    let writes = 0;
    const paced = createPacedWrites({
      clock,
      async write() {
        writes += 1;
      },
      onError: (error) => {
        throw error;
      },
    });
    for (let at = 0; at < 70; at += 10) {
      paced.grew();
      await advance(clock, 10);
    }
    await paced.close();
    expect(writes).toBe(0);
  });

  it('reports a failed write and tries again until it succeeds', async () => {
    const clock = new FakeClock();
    const errors: unknown[] = [];
    let failures = 3;
    let written = 0;
    const paced = createPacedWrites({
      clock,
      async write() {
        if (failures > 0) {
          failures -= 1;
          throw new Error('full');
        }
        written += 1;
      },
      onError: (error) => errors.push(error),
    });
    paced.grew();
    await advance(clock, 1_000);
    expect(errors).toHaveLength(3);
    expect(written).toBe(1);
  });

  it('starts no write after it was closed and waits for the one under way', async () => {
    const clock = new FakeClock();
    let finished = 0;
    const paced = createPacedWrites({
      clock,
      async write() {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 80));
        finished += 1;
      },
      onError: (error) => {
        throw error;
      },
    });
    paced.grew();
    await advance(clock, 75);
    paced.grew();
    let closed = false;
    const closing = paced.close().then(() => (closed = true));
    await advance(clock, 10);
    expect(closed).toBe(false);
    await advance(clock, 500);
    await closing;
    expect(finished).toBe(1);
    expect(clock.pending).toBe(0);
  });
});
