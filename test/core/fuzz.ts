import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ENGINE_PROPERTIES } from './engine-properties.ts';

/**
 * Runs every property of the engine over any number of histories: `node test/core/fuzz.ts --histories 1000000`. Works
 * in rounds, each with its own seed derived from `--seed`; `--from` skips rounds that were done before. Exits with code
 * 1 at the first counterexample and prints how to reproduce it.
 */
/** Each property runs its share of these in a round. */
const IN_ROUND = 10_000;

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
});

const seed = Number(values.seed);
const properties = ENGINE_PROPERTIES.filter(({ name }) => name.includes(values.only));
if (properties.length === 0) throw new Error(`no property has “${values.only}” in its name`);
const runsOf = (share: number): number => Math.ceil((IN_ROUND * share) / 100);
const perRound = properties.reduce((sum, { share }) => sum + runsOf(share), 0);
const rounds = Math.ceil(Number(values.histories) / perRound);
let done = Number(values.from) * perRound;

for (let round = Number(values.from); round < rounds; round++) {
  const started = performance.now();
  for (const { name, share, check } of properties) {
    const numRuns = runsOf(share);
    try {
      await check({ numRuns, seed: seed * 1_000 + round });
    } catch (error) {
      const again = `node test/core/fuzz.ts --seed ${seed} --from ${round} --histories ${(round + 1) * perRound}`;
      const cause = error instanceof Error ? String(error.cause) : '';
      process.stdout.write(`\n${name}\n${String(error)}\n${cause}\n\nagain: ${again} --only ${JSON.stringify(name)}\n`);
      process.exit(1);
    }
    done += numRuns;
    // Until the event loop turns, Node keeps all that a weak reference was read of: 73 kB of each conversation.
    await setImmediate();
  }
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(
    `${done} histories, round ${round} in ${seconds} s; go on: --seed ${seed} --from ${round + 1}\n`,
  );
}
