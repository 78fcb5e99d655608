import { describe, expect, it } from 'vitest';
import { ENGINE_PROPERTIES } from './engine-properties.ts';

/** Total number of histories; `node test/core/fuzz.ts` runs a million. */
const HISTORIES = Number(process.env.HISTORIES ?? 10_000);

describe('the engine, for any history and any target', () => {
  it.each(ENGINE_PROPERTIES)(
    '$name',
    async ({ share, check }) => {
      // The error names the seed and the counterexample; `.resolves` would truncate that.
      expect(await check({ numRuns: Math.ceil((HISTORIES * share) / 100) })).toBeUndefined();
    },
    600_000,
  );
});
