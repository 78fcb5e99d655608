import type { SendRow } from './rows.ts';

/** A request as its table has it. In rows of earlier versions all notes are in `notes`. */
export interface StoredSend extends SendRow {
  /** Digests of the lists whose notes come before `notes`, in order; absent if there are none. */
  noteLists?: string[];
}

/** Successive notes of requests of one conversation. Never changes. */
export interface NoteListRow {
  sessionId: string;
  /** Digest of the notes as JSON (see core/hash.ts). */
  digest: string;
  notes: SendRow['notes'];
}
