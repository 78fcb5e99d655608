import type { RestoreResult, RestoreRow } from '#history/archive/merge-history.ts';
import type { OpenedArchive, TransferPreview, TransferReport } from '#transfer/transfer-messages.ts';

/** A preview result; only the relevant fields need to be given. */
export function resultRow(id: string, title: string, more: Partial<RestoreRow> = {}): RestoreRow {
  return {
    id,
    title,
    kind: 'new',
    added: 0,
    completed: 0,
    shown: 0,
    unchanged: [],
    renamed: 0,
    attachments: 0,
    fromTrash: false,
    placed: [],
    asks: false,
    fields: null,
    ...more,
  };
}

export const ARCHIVE: OpenedArchive = {
  id: 'opened',
  kind: 'archive',
  name: 'baton-2026-11-21.zip',
  writtenBy: 'Baton 0.1.0',
  writtenAt: Date.UTC(2026, 10, 20, 12),
  counts: { conversations: 5, messages: 40, records: 60, blobs: 2, blobBytes: 900 },
  lost: 0,
  conversations: [],
};

const RESULTS: RestoreResult[] = [
  resultRow('fresh', 'A new one', { added: 12 }),
  resultRow('joined', '갈라진 대화', {
    kind: 'diverged',
    added: 3,
    completed: 1,
    asks: true,
    unchanged: ['title', 'draft'],
  }),
  resultRow('back', 'From the trash', { kind: 'diverged', fromTrash: true }),
  resultRow('same', 'Known already', { kind: 'same' }),
  { id: 'broken', title: 'Broken', kind: 'refused', because: 'damaged' },
];

export const PREVIEW: TransferPreview = { results: RESULTS, library: 0, assistants: [], receipt: null };

export const REPORT: TransferReport = {
  id: 'report',
  results: RESULTS.slice(0, 3),
  lost: [],
  library: 0,
  damaged: [],
  receipt: null,
  stopped: null,
};
