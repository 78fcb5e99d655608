import { seedSession } from '../e2e/support/storage.ts';
import { withBenchPages, type Cost, type MeasuredPage } from './measured-page.ts';
import type { Figure } from './performance-table.ts';
import { median, print } from './print.ts';

const LONG = 10_000;
const SIZES = [100, LONG];
const ROUNDS = 6;
const WATCHED_MS = 1_500;

const sessionOf = (size: number): string => `01890000-0000-7000-8000-0000000${String(size).padStart(5, '0')}`;

interface Opening extends Cost {
  /** From the change of the address until the message is painted, on the clock. */
  shown: number;
}

/** What it takes to open conversations of different lengths in the running page, at the end and at their first message. */
export async function benchOpening(): Promise<Figure[]> {
  const openings = new Map<string, Opening[]>();
  await withBenchPages(async ({ app }) => {
    for (const size of SIZES) await seedSession(app.page, size, { id: sessionOf(size), name: `of-${size}` });
    for (let round = 0; round <= ROUNDS; round++)
      for (const size of SIZES)
        for (const [name, path, seq] of [
          [`${size} messages`, '', size],
          [`${size}, the first one`, `/of-${size}-1`, 1],
        ] as const) {
          await app.page.evaluate(() => (location.hash = '#/settings/about'));
          await app.page.waitForTimeout(300);
          const opening = await open(app, `#/s/${sessionOf(size)}${path}`, `of-${size}-${seq}`);
          if (round > 0) openings.set(name, [...(openings.get(name) ?? []), opening]);
        }
    print('\nOpening a conversation in the running page, ms');
    for (const [name, all] of openings) {
      const of = (value: (opening: Opening) => number) => median(all.map(value)).toFixed(0).padStart(5);
      const tasks = all.map(({ longTasks }) => Math.max(0, ...longTasks));
      print(
        `${name.padEnd(24)} painted after ${of(({ shown }) => shown)}  main thread ${of(({ cpu }) => cpu)}  longest task over 50 ${median(tasks).toFixed(0).padStart(4)}`,
      );
    }
  });
  const of = (name: string, value: (opening: Opening) => number) =>
    `${median((openings.get(name) ?? []).map(value)).toFixed(0)} ms`;
  const thousands = (size: number) => size.toLocaleString('en-US');
  const first = `The first of ${thousands(LONG)} messages`;
  return [
    ...SIZES.map((size) => ({
      what: `A conversation of ${thousands(size)} messages, painted after`,
      figure: of(`${size} messages`, ({ shown }) => shown),
      goal: '100 ms',
    })),
    ...SIZES.map((size) => ({
      what: `The first of ${thousands(size)} messages, painted after`,
      figure: of(`${size}, the first one`, ({ shown }) => shown),
      goal: '300 ms',
    })),
    {
      what: `${first}, longest task`,
      figure: of(`${LONG}, the first one`, ({ longTasks }) => Math.max(0, ...longTasks)),
      goal: '50 ms',
    },
  ];
}

async function open(measured: MeasuredPage, hash: string, message: string): Promise<Opening> {
  let shown = Number.NaN;
  const cost = await measured.measure(WATCHED_MS, async () => {
    shown = await measured.page.evaluate(
      ([address, id]) =>
        new Promise<number>((resolve) => {
          const from = performance.now();
          location.hash = address;
          const look = () => {
            const box = document.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect();
            if (box && box.bottom > 0 && box.top < innerHeight) setTimeout(() => resolve(performance.now() - from));
            else requestAnimationFrame(look);
          };
          look();
        }),
      [hash, message] as const,
    );
  });
  return { ...cost, shown };
}
