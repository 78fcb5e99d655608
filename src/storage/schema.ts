import type { Dexie } from 'dexie';

/**
 * Highest version declared below. Raise it together with a new `db.version(n).stores(…).upgrade(…)`; never edit a
 * version that has shipped. An upgrade runs inside IndexedDB's own transaction: it happens whole or not at all.
 */
export const SCHEMA_VERSION = 7;

export function declareSchema(db: Dexie): void {
  db.version(1).stores({
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
  });
  db.version(2).stores({ sends: '&id, sessionId' });
  // One row a session holds its whole plan, because a planning call changes goal, todos and notes together. `todos` was
  // never written. `outputs` holds the full text of tool results that were shortened for the request.
  db.version(3).stores({ todos: null, plans: '&sessionId', outputs: '&[sessionId+id], [sessionId+call]' });
  // What happened in agent runs, beside the messages that they made.
  db.version(4).stores({ runs: '&id, sessionId, open', runRecords: '&[run+seq]' });
  // The tools that requests offered, each list once: a run of many steps offers the same ones every time.
  db.version(5).stores({ toolLists: '&digest' });
  // Conversations of tasks, by each conversation above them. Others have no place in the index.
  db.version(6).stores({ sessions: '&id, updatedAt, deletedAt, *task.above' });
  // How conversations are ordered and begun, and what is known of other machines: what each has been given of a
  // conversation, and what was removed for good.
  db.version(7).stores({ folders: '&id', assistants: '&id', syncMarks: '&id', tombstones: '&id' });
}
