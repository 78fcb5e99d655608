import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import type {
  AssistantRow,
  BlobRow,
  DraftRow,
  FolderRow,
  OutputRow,
  OverlayRow,
  PlanRow,
  ProjectFileRow,
  ProjectTextRow,
  ProjectVectorsRow,
  PromptRow,
  RunRecordRow,
  RunRow,
  SessionRow,
  SettingRow,
  StoredMessage,
  ToolListRow,
  UsageRow,
  WriterRow,
} from './rows.ts';
import { databaseInUse } from './database-in-use.ts';
import { reopenWhenClosed } from './reopen-when-closed.ts';
import { declareSchema, newestVersion, SCHEMA_STEPS, schemaVersionOf } from './schema.ts';
import type { SchemaStep, UpgradeWatch } from './schema.ts';
import type { NoteListRow, StoredSend } from './send-rows.ts';
import type { SyncMarkRow, TombstoneRow } from './sync-rows.ts';
import { relaxWrites } from './relax-writes.ts';
import { StorageError, toStorageError } from './storage-error.ts';
import { watchQuota, type QuotaWatch } from './watch-quota.ts';

export interface MessageRow extends StoredMessage {
  /** For the index only: IndexedDB cannot index a null parent. */
  parentKey: string;
  /**
   * Estimated tokens of its parts (see `part-counts.ts`). Never leaves the database; rows of earlier versions have none.
   */
  tokens?: number[];
}

export class BatonDatabase extends Dexie {
  declare sessions: Table<SessionRow, string>;
  declare messages: Table<MessageRow, string>;
  declare overlays: Table<OverlayRow, string>;
  declare blobs: Table<BlobRow, string>;
  declare sends: Table<StoredSend, string>;
  declare noteLists: Table<NoteListRow, [sessionId: string, digest: string]>;
  declare toolLists: Table<ToolListRow, string>;
  declare usage: Table<UsageRow, string>;
  declare drafts: Table<DraftRow, string>;
  declare prompts: Table<PromptRow, string>;
  declare assistants: Table<AssistantRow, string>;
  declare folders: Table<FolderRow, string>;
  declare projectFiles: Table<ProjectFileRow, string>;
  declare projectTexts: Table<ProjectTextRow, string>;
  declare projectVectors: Table<ProjectVectorsRow, [file: string, start: number]>;
  declare settings: Table<SettingRow, string>;
  declare writers: Table<WriterRow, string>;
  declare plans: Table<PlanRow, string>;
  declare outputs: Table<OutputRow, [sessionId: string, id: string]>;
  declare runs: Table<RunRow, string>;
  declare runRecords: Table<RunRecordRow, [run: string, seq: number]>;
  declare syncMarks: Table<SyncMarkRow, string>;
  declare tombstones: Table<TombstoneRow, string>;
}

export interface OpenOptions {
  /** Absent: the one in use. */
  name?: string;
  /** Milliseconds after which an open that neither succeeds nor fails is given up. */
  timeLimit?: number;
  /**
   * Why this window must reload: another window wants to upgrade, the database was removed, or it cannot be reopened.
   */
  onClosed?: (reason: StorageError) => void;
  steps?: readonly SchemaStep[];
  /** Notified of which writes found disk space. */
  quota?: QuotaWatch;
  /** Observes the upgrade of an older database. */
  watch?: UpgradeWatch;
}

/**
 * Strict durability: an acknowledged write survives a power failure as well as a crash (measured cost about 1 ms a
 * write). Only writes of a growing answer and of a restore are relaxed. The query cache is off so that the page shows only stored data,
 * never optimistic results.
 */
export async function openDatabase(options: OpenOptions = {}): Promise<BatonDatabase> {
  const { timeLimit = 10_000, onClosed, steps = SCHEMA_STEPS, watch, quota } = options;
  const { name, version } = await databaseInUse(options.name, timeLimit);
  if (schemaVersionOf(version) > newestVersion(steps)) throw new StorageError('newer-version');
  const db = new BatonDatabase(name, { chromeTransactionDurability: 'strict', cache: 'disabled', autoOpen: false });
  relaxWrites(db);
  if (quota) watchQuota(db, quota);
  const limit = createLimit(timeLimit);
  declareSchema(
    db,
    steps,
    watch && {
      ...watch,
      async before(transaction) {
        // An upgrade has no time limit. Closing the window rolls it back.
        limit.lift();
        await watch.before(transaction);
      },
    },
  );
  let blocked = false;
  db.on('blocked', () => {
    blocked = true;
  });
  try {
    await Promise.race([db.open(), limit.over]);
  } catch (error) {
    db.close();
    const failure = toStorageError(error);
    throw failure.code === 'timeout' && blocked ? new StorageError('blocked', error) : failure;
  } finally {
    limit.lift();
  }
  if (onClosed)
    reopenWhenClosed(db, {
      onClosed: () => onClosed(new StorageError('closed')),
      onFull: () => quota?.refused(),
      onBroken: onClosed,
    });
  return db;
}

function createLimit(ms: number): { over: Promise<never>; lift: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageError('timeout', undefined, `open: no answer in ${ms} ms`)), ms);
  });
  return { over, lift: () => clearTimeout(timer) };
}

/** Asks the browser not to evict the history. Electron always grants it; a browser may refuse. */
export async function requestPersistence(storage: StorageManager | undefined): Promise<boolean> {
  try {
    return (await storage?.persist()) ?? false;
  } catch {
    return false;
  }
}
