/** Of a record: digest of its value, and the number and machine of its last change (see archive/sync). */
type RecordMark = readonly [digest: string, t: number, by: string];

/** What this machine and the log know in common. There is no such row while Baton does not sync. */
export interface SyncLogRow {
  id: 'log';
  /** This profile among those that write to the place. */
  device: string;
  name: string;
  /** Tells the place and its key from every other. */
  fingerprint: string;
  /** Number and hash of the last object that was made here; it may still wait to be sent. */
  counter: number;
  head: string | null;
  /** Of each machine the last object that is known here; its own among them. */
  applied: Record<string, { counter: number; head: string; name: string; at: number }>;
  /** Lists of tools that the log has from here. */
  toolLists: string[];
  /** An object of this machine has gone from the place: everything is to be said again. */
  again: boolean;
  /** Number of the object that began to say everything; nobody needs those before it. */
  since: number;
  paused: boolean;
}

export interface SyncSessionRow {
  id: `session:${string}`;
  records: Record<string, RecordMark>;
  /** Changed here, and in no object yet. */
  unsent: string[];
  wanted: { leaf: string; instead: string | null } | null;
}

/** An object that is made and not sent yet, exactly as it will be. */
export interface SyncOutboxRow {
  id: `outbox:${string}`;
  counter: number;
  text: string;
}

export type SyncMarkRow = SyncLogRow | SyncSessionRow | SyncOutboxRow;

/** A conversation that was removed for good, on whichever machine. */
export interface TombstoneRow {
  /** Of the conversation. */
  id: string;
  /** How much of every machine was known where it was removed: what came later was not meant. */
  seen: Record<string, number>;
  /** Removed here, and the log does not say so yet. */
  unsent: boolean;
  /** Somebody has gone on with it, or brought it back: it stays. */
  void: boolean;
}
