import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type KeyFacts, factsOf } from './account.ts';
import type { SecretStore } from './deps.ts';
import { readText, writePrivate } from './private-file.ts';
import { HostError } from './problem.ts';
import { createQueue } from './serialize.ts';

const Facts = z.record(z.string(), z.object({ last4: z.string().max(4).nullable(), account: z.string() }));
type FactsById = z.infer<typeof Facts>;

/** Last four characters and fingerprint of each stored key, available even while the keys are locked. */
export interface KeyFactsStore {
  all(ids: readonly string[]): Promise<ReadonlyMap<string, KeyFacts>>;
  /** Call after the store changed: saves the current facts. */
  sync(ids: readonly string[]): Promise<void>;
}

export function createKeyFacts(home: string, secrets: SecretStore): KeyFactsStore {
  const file = join(home, 'key-facts.json');
  const enqueue = createQueue();

  /** Lost or damaged facts don't matter: they are rebuilt at the next unlock. */
  async function readStored(): Promise<FactsById> {
    const text = await readText(file);
    try {
      return Facts.parse(JSON.parse(text ?? '{}'));
    } catch {
      return {};
    }
  }

  async function readFacts(ids: readonly string[]): Promise<FactsById> {
    const state = await secrets.state();
    if (state.kind === 'unset') return {};
    const notes = await readStored();
    if (state.locked || state.problem !== null) return notes;
    const facts: FactsById = {};
    for (const id of ids) {
      try {
        const key = await secrets.get(id);
        if (key !== null) facts[id] = factsOf(key);
      } catch (error) {
        const note = notes[id];
        if (!(error instanceof HostError)) throw error;
        if (note) facts[id] = note;
      }
    }
    return facts;
  }

  return {
    all: async (ids) => new Map(Object.entries(await readFacts(ids))),
    sync: (ids) =>
      enqueue(async () => {
        const state = await secrets.state();
        if (state.kind === 'session' || state.kind === 'unset') return rm(file, { force: true });
        if (!state.locked) await writePrivate(file, `${JSON.stringify(await readFacts(ids), null, 2)}\n`);
      }),
  };
}
