import type { Dexie, Transaction } from 'dexie';

export interface SchemaStep {
  version: number;
  /** Tables and their indexes; null removes a table with all that is in it. */
  stores: Readonly<Record<string, string | null>>;
  /** Rewrites rows, inside the transaction of the upgrade. */
  upgrade?: (transaction: Transaction) => PromiseLike<unknown>;
  /**
   * Fields that `upgrade` adds, changes or removes, by table. Whatever is not named here must be the same afterwards, row
   * by row, else the upgrade is taken back.
   */
  changes?: Readonly<Record<string, readonly string[]>>;
}

/** Never edit a version that has shipped. An upgrade runs inside IndexedDB's own transaction: it happens whole or not at all. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  {
    version: 1,
    stores: {
      sessions: '&id, updatedAt, deletedAt',
      // `[sessionId+seq]` is unique: two writers in one session cannot both store the same place.
      // `[parentKey+seq]` lists the children of a message, or of the session's root, in order.
      messages: '&id, &[sessionId+seq], [parentKey+seq], [status+sessionId]',
      overlays: '&id, sessionId',
      blobs: '&hash',
      usage: '&id, sessionId, at',
      drafts: '&sessionId',
      settings: '&key',
      writers: '&sessionId',
      todos: '&id, sessionId',
      prompts: '&id, title',
    },
  },
  { version: 2, stores: { sends: '&id, sessionId' } },
  // One row a session holds its whole plan, because a planning call changes goal, todos and notes together. `todos` was
  // never written. `outputs` holds the full text of tool results that were shortened for the request.
  { version: 3, stores: { todos: null, plans: '&sessionId', outputs: '&[sessionId+id], [sessionId+call]' } },
  // What happened in agent runs, beside the messages that they made.
  { version: 4, stores: { runs: '&id, sessionId, open', runRecords: '&[run+seq]' } },
  // The tools that requests offered, each list once: a run of many steps offers the same ones every time.
  { version: 5, stores: { toolLists: '&digest' } },
  // Conversations of tasks, by each conversation above them. Others have no place in the index.
  { version: 6, stores: { sessions: '&id, updatedAt, deletedAt, *task.above' } },
  // How conversations are ordered and begun, and what is known of other machines: what each has been given of a
  // conversation, and what was removed for good.
  { version: 7, stores: { folders: '&id', assistants: '&id', syncMarks: '&id', tombstones: '&id' } },
];

export const SCHEMA_VERSION = newestVersion(SCHEMA_STEPS);

export function newestVersion(steps: readonly SchemaStep[]): number {
  return Math.max(...steps.map(({ version }) => version));
}

/** Dexie multiplies its version numbers by ten. */
export const schemaVersionOf = (engineVersion: number): number => Math.floor(engineVersion / 10);
export const engineVersionOf = (schemaVersion: number): number => schemaVersion * 10;

/** Looks at the rows inside the transaction of an upgrade: before its first step and behind its last one. */
export interface UpgradeWatch {
  from: number;
  before(transaction: Transaction): Promise<void>;
  after(transaction: Transaction): Promise<void>;
}

export function declareSchema(db: Dexie, steps: readonly SchemaStep[] = SCHEMA_STEPS, watch?: UpgradeWatch): void {
  const last = newestVersion(steps);
  const next = Math.min(...steps.map(({ version }) => version).filter((version) => version > (watch?.from ?? last)));
  for (const { version, stores, upgrade } of steps) {
    const declared = db.version(version).stores({ ...stores });
    const watched = watch && (version === next || version === last);
    if (!upgrade && !watched) continue;
    declared.upgrade(async (transaction) => {
      if (watch && version === next) await watch.before(transaction);
      await upgrade?.(transaction);
      if (watch && version === last) await watch.after(transaction);
    });
  }
}
