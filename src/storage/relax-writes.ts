import type { DBCore, Dexie } from 'dexie';

/**
 * The tables of a growing answer's writes. The write that ends one always includes another (see `putStreamingMessage`).
 */
const GROWING: readonly string[] = ['messages', 'writers'];

/** The tables that new conversations are added to together, and nothing else is written to (see `addSessions`). */
export const ADDED_TABLES: readonly string[] = [
  'sessions',
  'messages',
  'overlays',
  'sends',
  'noteLists',
  'usage',
  'outputs',
  'plans',
  'drafts',
];

/**
 * Lets writes of a growing answer, and of conversations that are restored together, return before they reach the disk.
 * A relaxed write survives a crash of the browser, but not of the machine, and a slow disk does not delay it. Call it
 * before the database is opened.
 */
export function relaxWrites(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'relax',
    create: (core: DBCore) => ({
      ...core,
      transaction: (stores, mode, options) =>
        core.transaction(
          stores,
          mode,
          mode === 'readwrite' && [GROWING, ADDED_TABLES].some((tables) => isSame(tables, stores))
            ? { ...options, durability: 'relaxed' }
            : options,
        ),
    }),
  });
}

const isSame = (tables: readonly string[], stores: readonly string[]): boolean =>
  stores.length === tables.length && tables.every((name) => stores.includes(name));
