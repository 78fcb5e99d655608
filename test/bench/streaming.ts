import { longQuestion } from './bench-vendor.ts';
import { say, withBenchPages, type Cost, type MeasuredPage } from './measured-page.ts';
import type { Figure } from './performance-table.ts';
import { median, print } from './print.ts';

const ROUNDS = 3;
const CHARS_PER_TOKEN = 4;
/** Characters a second. */
const SPEEDS = [200 * CHARS_PER_TOKEN, 2_000 * CHARS_PER_TOKEN];
const SECONDS = 4;
const END_MS = 1_500;
/** Faster than people type, so that what keys cost stands out from what one answer costs more than another. */
const KEY_EVERY_MS = 50;
/** Answers differ by this much for each key, even if nobody types. */
const LEAST_KEY_MS = 2;

/** What a long answer costs the main thread while it grows, beside a page that only draws it; and a key meanwhile. */
export async function benchStreaming(): Promise<Figure[]> {
  const figures: Figure[] = [];
  await withBenchPages(async ({ app, bare }) => {
    await stream(app, 800);
    await stream(bare, 800);
    for (const speed of SPEEDS) {
      const costs = { app: [] as number[], bare: [] as number[], key: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        const { cpu } = await stream(app, speed);
        costs.app.push(cpu);
        costs.bare.push((await stream(bare, speed)).cpu);
        const typing = await stream(app, speed, true);
        costs.key.push((typing.cpu - cpu) / typing.keys);
      }
      const [inApp, inBare, key] = [median(costs.app), median(costs.bare), median(costs.key)];
      const tasks = await app.longTasks(SECONDS * 1_000 + END_MS, () => say(app, questionAt(speed)));
      print(`\n${speed} characters a second for ${SECONDS} s, ms of the main thread`);
      print(`app ${inApp.toFixed(0)}  bare page ${inBare.toFixed(0)}  ratio ${(inApp / inBare).toFixed(2)}`);
      print(`a key meanwhile ${key.toFixed(1)}`);
      print(`tasks over 50 ms in one more answer: ${tasks.map((ms) => ms.toFixed(0)).join(', ') || 'none'}`);
      const name = `An answer of ${speed / CHARS_PER_TOKEN} tokens a second`;
      const longest = tasks.length === 0 ? 'none' : `${Math.max(...tasks).toFixed(0)} ms`;
      figures.push(
        { what: `${name}, beside a bare page`, figure: `${(inApp / inBare).toFixed(2)}x`, goal: '1.3x' },
        { what: `${name}, longest task over 50 ms`, figure: longest, goal: 'none' },
        {
          what: `${name}, a key meanwhile`,
          figure: key < LEAST_KEY_MS ? `under ${LEAST_KEY_MS} ms` : `${key.toFixed(1)} ms`,
          goal: '16 ms',
        },
      );
    }
  });
  return figures;
}

const questionAt = (speed: number): string => longQuestion(speed * SECONDS, speed);

async function stream(measured: MeasuredPage, speed: number, typing = false): Promise<Cost & { keys: number }> {
  const { page } = measured;
  let keys = 0;
  const cost = await measured.measure(SECONDS * 1_000 + END_MS, async () => {
    await say(measured, questionAt(speed));
    const until = performance.now() + SECONDS * 1_000;
    if (!typing) return;
    for (; performance.now() < until; keys++) {
      await page.keyboard.press('a');
      await new Promise((resolve) => setTimeout(resolve, KEY_EVERY_MS));
    }
  });
  for (let key = 0; key < keys; key++) await page.keyboard.press('Backspace');
  return { ...cost, keys };
}
