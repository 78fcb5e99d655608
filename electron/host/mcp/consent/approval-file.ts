import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../deps.ts';
import { readText, setAside, writePrivate } from '../../private-file.ts';
import { createQueue } from '../../serialize.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Rule = z.object({
  id: z.string(),
  server: z.string(),
  tool: z.string(),
  session: z.string().nullable(),
  definition: Hash,
  toolHash: Hash,
  at: z.number(),
});
const Approved = z.object({
  definition: Hash,
  at: z.number(),
  /** Hash and shown text of each tool as it was agreed to; null until the server has told its tools for the first time. */
  tools: z.record(z.string(), z.object({ hash: Hash, shown: z.string() })).nullable(),
});
const File = z.object({
  version: z.literal(1),
  servers: z.record(z.string(), Approved),
  rules: z.array(Rule),
});

export type StandingRule = z.infer<typeof Rule>;
export type ApprovedServer = z.infer<typeof Approved>;
export type Consents = z.infer<typeof File>;

export interface ApprovalFile {
  read(): Promise<Consents>;
  change(edit: (consents: Consents) => Consents): Promise<void>;
  warning(): Promise<string | null>;
}

const EMPTY: Consents = { version: 1, servers: {}, rules: [] };

/**
 * What the user agreed to, apart from the servers themselves: a file of servers that is copied or synchronised from
 * elsewhere brings no consent with it. When it cannot be read nothing is approved, and the file is kept.
 */
export function createApprovalFile(home: string, clock: Pick<Clock, 'now'>): ApprovalFile {
  const file = join(home, 'mcp-approvals.json');
  const enqueue = createQueue();
  let loaded: Promise<{ consents: Consents; warning: string | null }> | null = null;

  async function read(): Promise<{ consents: Consents; warning: string | null }> {
    const text = await readText(file);
    if (text === null) return { consents: EMPTY, warning: null };
    try {
      return { consents: File.parse(JSON.parse(text)), warning: null };
    } catch {
      const kept = await setAside(file, clock.now());
      return {
        consents: EMPTY,
        warning: `The list of what you approved could not be read; Baton asks again. It was kept as ${kept}.`,
      };
    }
  }

  const load = () =>
    (loaded ??= read().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));

  return {
    read: async () => (await load()).consents,
    change: (edit) =>
      enqueue(async () => {
        const { consents, warning } = await load();
        const next = edit(consents);
        if (next === consents) return;
        await writePrivate(file, `${JSON.stringify(next, null, 2)}\n`);
        loaded = Promise.resolve({ consents: next, warning });
      }),
    warning: async () => (await load()).warning,
  };
}
