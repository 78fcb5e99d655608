import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import type {
  BlobRow,
  DraftRow,
  FolderRow,
  OutputRow,
  OverlayRow,
  PlanRow,
  RunRecordRow,
  RunRow,
  SendRow,
  SessionRow,
  SettingRow,
  StoredMessage,
  ToolListRow,
  UsageRow,
  WriterRow,
} from './rows.ts';
import { declareSchema, SCHEMA_VERSION } from './schema.ts';
import { StorageError, toStorageError } from './storage-error.ts';
import { withTimeLimit } from './with-time-limit.ts';

/** `parentKey` exists for the index only: IndexedDB cannot index a null parent. */
export interface MessageRow extends StoredMessage {
  parentKey: string;
}

export class BatonDatabase extends Dexie {
  declare sessions: Table<SessionRow, string>;
  declare messages: Table<MessageRow, string>;
  declare overlays: Table<OverlayRow, string>;
  declare blobs: Table<BlobRow, string>;
  declare sends: Table<SendRow, string>;
  declare toolLists: Table<ToolListRow, string>;
  declare usage: Table<UsageRow, string>;
  declare drafts: Table<DraftRow, string>;
  declare folders: Table<FolderRow, string>;
  declare settings: Table<SettingRow, string>;
  declare writers: Table<WriterRow, string>;
  declare plans: Table<PlanRow, string>;
  declare outputs: Table<OutputRow, [sessionId: string, id: string]>;
  declare runs: Table<RunRow, string>;
  declare runRecords: Table<RunRecordRow, [run: string, seq: number]>;
}

export interface OpenOptions {
  name?: string;
  /** Milliseconds until an open that neither succeeds nor fails is given up. */
  timeLimit?: number;
  /** Another window wants to upgrade, or the engine closed the database: this window has to reload. */
  onClosed?: () => void;
}

/**
 * Strict durability: an acknowledged write survives a power cut as well as a crash (measured cost about 1 ms a write).
 * The query cache is off so that the page shows only what is stored, never an optimistic guess.
 */
export async function openDatabase(options: OpenOptions = {}): Promise<BatonDatabase> {
  const { name = 'baton', timeLimit = 10_000, onClosed } = options;
  const db = new BatonDatabase(name, { chromeTransactionDurability: 'strict', cache: 'disabled', autoOpen: false });
  declareSchema(db);
  let blocked = false;
  db.on('blocked', () => {
    blocked = true;
  });
  try {
    await withTimeLimit(refuseNewer(name), timeLimit, 'look up');
    await withTimeLimit(db.open(), timeLimit, 'open');
  } catch (error) {
    db.close();
    const failure = toStorageError(error);
    throw failure.code === 'timeout' && blocked ? new StorageError('blocked', error) : failure;
  }
  if (onClosed) {
    db.on('versionchange', () => {
      db.close();
      return false;
    });
    db.on('close', onClosed);
  }
  return db;
}

/**
 * Dexie opens a newer database without complaint and adds to it what it misses; so the version is looked at first.
 * Dexie multiplies its version numbers by ten.
 */
async function refuseNewer(name: string): Promise<void> {
  if (typeof indexedDB === 'undefined') throw new StorageError('unavailable');
  const found = (await indexedDB.databases()).find((one) => one.name === name);
  if (Math.floor((found?.version ?? 0) / 10) > SCHEMA_VERSION) throw new StorageError('newer-version');
}

/** Asks the browser not to evict the history; Electron grants it always, a browser may refuse. */
export async function requestPersistence(storage: StorageManager | undefined): Promise<boolean> {
  try {
    return (await storage?.persist()) ?? false;
  } catch {
    return false;
  }
}
