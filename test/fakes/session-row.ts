import type { SessionHistory } from '#archive/records.ts';
import type { SessionRow } from '#storage/rows.ts';

/** A conversation in the list; `fields` sets what the test is about. */
export function sessionRow(id: string, fields: Partial<SessionRow> = {}): SessionRow {
  return {
    id,
    title: id,
    titleBy: 'person',
    createdAt: 1,
    updatedAt: 1,
    leafId: null,
    lastSeq: 0,
    pinned: 0,
    deletedAt: 0,
    target: null,
    system: '',
    lastVendor: null,
    cost: 0,
    ...fields,
  };
}

/** A conversation that contains only messages. */
export function plainHistory(session: SessionRow, messages: SessionHistory['messages'] = []): SessionHistory {
  return { session, messages, overlays: [], sends: [], usage: [], outputs: [], plan: null, draft: null };
}
