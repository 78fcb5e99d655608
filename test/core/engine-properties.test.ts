import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs.ts';
import { ENGINE_PROPERTIES } from './engine-properties.ts';

/** Total number of histories; `npm run fuzz` runs a million. */
const HISTORIES = runs(2_000);

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
