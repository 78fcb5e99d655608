import { z } from 'zod/mini';

/**
 * Facts about the last known history, stored outside the database. A browser that finds its database damaged makes a
 * new, empty one without notice. Holds no message content.
 */
export interface RememberedHistory {
  /** Name of the database. */
  database: string;
  conversations: number;
  at: number;
}

export const REMEMBERED_KEY = 'baton.history';

const Schema = z.object({ database: z.string(), conversations: z.int().check(z.nonnegative()), at: z.number() });

/** `null` when nothing is stored, or this browser stores nothing here. */
export function readRemembered(storage: () => Pick<Storage, 'getItem'>): RememberedHistory | null {
  try {
    const found = Schema.safeParse(JSON.parse(storage().getItem(REMEMBERED_KEY) ?? 'null'));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}

/** Returns whether it was stored. */
export function remember(storage: () => Pick<Storage, 'setItem'>, history: RememberedHistory): boolean {
  try {
    storage().setItem(REMEMBERED_KEY, JSON.stringify(history));
    return true;
  } catch {
    return false;
  }
}

type Entries = Pick<Storage, 'setItem'>;

/** Does something that empties these stores, and puts all their entries back. */
export async function preserveEntries(stores: readonly Entries[], work: () => Promise<void>): Promise<void> {
  const savedEntries: [Entries, [string, unknown][]][] = stores.map((store) => [store, Object.entries(store)]);
  await work();
  for (const [store, entries] of savedEntries)
    for (const [key, value] of entries) if (typeof value === 'string') store.setItem(key, value);
}
