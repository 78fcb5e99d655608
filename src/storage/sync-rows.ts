/** For one record: digest of its value, and the number and device of its last change (see archive/sync). */
type RecordMark = readonly [digest: string, t: number, by: string];

/** What this device and the log have in common. The row does not exist if Baton does not sync. */
export interface SyncLogRow {
  id: 'log';
  /** Id of this profile among the writers at the remote. */
  device: string;
  name: string;
  /** Distinguishes the remote and its key from every other. */
  fingerprint: string;
  /** Number and hash of the last object made here, which may not have been sent yet. */
  counter: number;
  head: string | null;
  /** The last known object of each device, including this one. */
  applied: Record<string, { counter: number; head: string; name: string; at: number }>;
  /** Lists of tools that this device has written to the log. */
  toolLists: string[];
  /** An object of this device is missing at the remote. Everything must be sent again. */
  again: boolean;
  /** Number of the first object of the last complete upload. Earlier objects are no longer needed. */
  since: number;
  paused: boolean;
}

export interface SyncSessionRow {
  id: `session:${string}`;
  records: Record<string, RecordMark>;
  /** Changed here, but not in an object yet. */
  unsent: string[];
  wanted: { leaf: string | null; instead: string | null } | null;
  /** Of rows whose fields are merged one by one (see archive/sync/row-fields.ts), by key. Absent in older rows. */
  fields?: Record<string, Record<string, RecordMark>>;
}

/** An object that was made but not sent yet, exactly as it will be sent. */
export interface SyncOutboxRow {
  id: `outbox:${string}`;
  counter: number;
  text: string;
}

export type SyncMarkRow = SyncLogRow | SyncSessionRow | SyncOutboxRow;

/** A conversation that was permanently removed, on any device. */
export interface TombstoneRow {
  /** Id of the conversation. */
  id: string;
  /** Version vector of the removing device. It did not mean to remove later changes. */
  seen: Record<string, number>;
  /** Removed here, but not in the log yet. */
  unsent: boolean;
  /** The conversation stays, because it was continued or restored. */
  void: boolean;
}
