import type { DBCore, Dexie } from 'dexie';

/** What a write of a growing answer reaches, and nothing that ends one does (see `putStreamingMessage`). */
const GROWING: readonly string[] = ['messages', 'writers'];

/**
 * Writes of a growing answer need not reach the disk before the next one starts: a relaxed write survives the end of the
 * browser, only not that of the machine, and is not held up by a slow disk. Before the database is opened.
 */
export function relaxStreamingWrites(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'relax-growing',
    create: (core: DBCore) => ({
      ...core,
      transaction: (stores, mode, options) =>
        core.transaction(
          stores,
          mode,
          mode === 'readwrite' && stores.length === GROWING.length && GROWING.every((name) => stores.includes(name))
            ? { ...options, durability: 'relaxed' }
            : options,
        ),
    }),
  });
}
