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
const KEY_EVERY_MS = 200;

/** What a long answer costs the main thread while it grows, beside a page that only draws it; and a key meanwhile. */
export async function benchStreaming(): Promise<Figure[]> {
  const figures: Figure[] = [];
  await withBenchPages(async ({ app, bare }) => {
    await stream(app, 800);
    await stream(bare, 800);
    for (const speed of SPEEDS) {
      const costs = { app: [] as Cost[], bare: [] as Cost[], typing: [] as Cost[] };
      for (let round = 0; round < ROUNDS; round++) {
        costs.app.push(await stream(app, speed));
        costs.bare.push(await stream(bare, speed));
        costs.typing.push(await stream(app, speed, true));
      }
      const cpuOf = (list: readonly Cost[]) => median(list.map(({ cpu }) => cpu));
      const [inApp, inBare, typing] = [cpuOf(costs.app), cpuOf(costs.bare), cpuOf(costs.typing)];
      const keys = (SECONDS * 1_000) / KEY_EVERY_MS;
      const tasks = costs.app.flatMap(({ longTasks }) => longTasks);
      print(`\n${speed} characters a second for ${SECONDS} s, ms of the main thread`);
      print(`app ${inApp.toFixed(0)}  bare page ${inBare.toFixed(0)}  ratio ${(inApp / inBare).toFixed(2)}`);
      print(`a key meanwhile ${((typing - inApp) / keys).toFixed(1)}`);
      print(
        `tasks over 50 ms on the clock, in ${ROUNDS} answers: ${tasks.map((ms) => ms.toFixed(0)).join(', ') || 'none'}`,
      );
      const name = `An answer of ${speed / CHARS_PER_TOKEN} tokens a second`;
      const longest = tasks.length === 0 ? 'none' : `${Math.max(...tasks).toFixed(0)} ms`;
      figures.push(
        { what: `${name}, beside a bare page`, figure: `${(inApp / inBare).toFixed(2)}x`, goal: '1.3x' },
        { what: `${name}, longest task over 50 ms`, figure: longest, goal: 'none' },
        { what: `${name}, a key meanwhile`, figure: `${((typing - inApp) / keys).toFixed(1)} ms`, goal: '16 ms' },
      );
    }
  });
  return figures;
}

async function stream(measured: MeasuredPage, speed: number, typing = false): Promise<Cost> {
  const { page } = measured;
  const cost = await measured.measure(SECONDS * 1_000 + END_MS, async () => {
    await say(measured, longQuestion(speed * SECONDS, speed));
    const until = performance.now() + SECONDS * 1_000;
    if (!typing) return;
    while (performance.now() < until) {
      await page.keyboard.press('a');
      await new Promise((resolve) => setTimeout(resolve, KEY_EVERY_MS));
    }
  });
  if (typing) for (let key = 0; key < (SECONDS * 1_000) / KEY_EVERY_MS; key++) await page.keyboard.press('Backspace');
  return cost;
}
