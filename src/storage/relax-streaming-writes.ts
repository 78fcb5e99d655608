import type { DBCore, Dexie } from 'dexie';

/**
 * The tables of a growing answer's writes. The write that ends one always includes another (see `putStreamingMessage`).
 */
const GROWING: readonly string[] = ['messages', 'writers'];

/**
 * Lets writes of a growing answer return before they reach the disk. A relaxed write survives a crash of the browser,
 * but not of the machine, and a slow disk does not delay it. Call it before the database is opened.
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
