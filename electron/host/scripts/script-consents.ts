import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../deps.ts';
import { readText, setAside, writePrivate } from '../private-file.ts';
import { createQueue } from '../serialize.ts';

const File = z.object({
  version: z.literal(1),
  /** By the hash of the definition: when it was agreed to. */
  agreed: z.record(z.string().regex(/^[0-9a-f]{64}$/), z.number()),
});
type Consents = z.infer<typeof File>;

export interface ScriptConsents {
  /** Hashes of the definitions that were agreed to. */
  read(): Promise<ReadonlySet<string>>;
  agree(hash: string): Promise<void>;
  revoke(hash: string): Promise<void>;
}

/**
 * Which scripts the person agreed to, apart from their definitions: a configuration that is copied from elsewhere brings
 * no consent with it. When the file cannot be read nothing is agreed to, and it is kept.
 */
export function createScriptConsents(home: string, clock: Pick<Clock, 'now'>): ScriptConsents {
  const file = join(home, 'script-approvals.json');
  const enqueue = createQueue();

  async function load(): Promise<Consents> {
    const text = await readText(file);
    if (text === null) return { version: 1, agreed: {} };
    try {
      return File.parse(JSON.parse(text));
    } catch {
      await setAside(file, clock.now());
      return { version: 1, agreed: {} };
    }
  }

  const change = (edit: (agreed: Consents['agreed']) => Consents['agreed']) =>
    enqueue(async () => {
      const { agreed } = await load();
      await writePrivate(file, `${JSON.stringify({ version: 1, agreed: edit(agreed) }, null, 2)}\n`);
    });

  return {
    // Behind a change that is under way: what was just taken back is not run any more.
    read: () => enqueue(async () => new Set(Object.keys((await load()).agreed))),
    agree: (hash) => change((agreed) => ({ ...agreed, [hash]: clock.now() })),
    revoke: (hash) => change(({ [hash]: _gone, ...rest }) => rest),
  };
}
