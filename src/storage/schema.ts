import type { Dexie, Transaction } from 'dexie';

export interface SchemaStep {
  version: number;
  /** Tables and their indexes. `null` removes a table with all its rows. */
  stores: Readonly<Record<string, string | null>>;
  /** Rewrites rows, inside the transaction of the upgrade. */
  upgrade?: (transaction: Transaction) => PromiseLike<unknown>;
  /**
   * Fields that `upgrade` adds, changes or removes, by table. Everything else must stay the same, row by row, or the
   * upgrade is rolled back.
   */
  changes?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Never edit a version that has shipped. An upgrade runs inside IndexedDB's own transaction: completely or not at all.
 */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  {
    version: 1,
    stores: {
      sessions: '&id, updatedAt, deletedAt',
      // `[sessionId+seq]` is unique: two writers in one session cannot both store the same position. `[parentKey+seq]`
      // lists the children of a message, or of the session's root, in order.
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
  // One row per session holds its complete plan, because a planning call changes goal, todos and notes together.
  // `todos` was never written. `outputs` holds the full text of tool results that were truncated for the request.
  { version: 3, stores: { todos: null, plans: '&sessionId', outputs: '&[sessionId+id], [sessionId+call]' } },
  // What happened in runs, next to the messages that they made.
  { version: 4, stores: { runs: '&id, sessionId, open', runRecords: '&[run+seq]' } },
  // The tools that requests offered, each list once: a run of many steps offers the same ones every time.
  { version: 5, stores: { toolLists: '&digest' } },
  // Conversations of tasks, by each conversation above them. Others are not in this index.
  { version: 6, stores: { sessions: '&id, updatedAt, deletedAt, *task.above' } },
  // Organization and assistants of conversations, and the sync state: what each device has of a conversation, and what
  // was removed permanently.
  { version: 7, stores: { folders: '&id', assistants: '&id', syncMarks: '&id', tombstones: '&id' } },
  // Files of projects, and what was read in them. The index on tokens adds up a project without reading its texts.
  { version: 8, stores: { projectFiles: '&id, folder', projectTexts: '&id, folder, [folder+tokens]' } },
  // What embedding models made of those texts. The index on `open` finds the finished files without reading a vector.
  { version: 9, stores: { projectVectors: '&[file+start], folder, [folder+model+open]' } },
  // What requests changed, each list of notes once: the next request changes mostly the same.
  { version: 10, stores: { noteLists: '&[sessionId+digest]' } },
];

export const SCHEMA_VERSION = newestVersion(SCHEMA_STEPS);

export function newestVersion(steps: readonly SchemaStep[]): number {
  return Math.max(...steps.map(({ version }) => version));
}

/** Dexie multiplies its version numbers by ten. */
export const schemaVersionOf = (engineVersion: number): number => Math.floor(engineVersion / 10);

/** Observes the rows inside the transaction of an upgrade, before its first step and after its last one. */
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
