import type { StoredPart } from '#storage/rows.ts';
import type { PreviewKind } from '#markdown/preview-kind.ts';

export type SentFile = Extract<StoredPart, { type: 'file' }>;

/** What was asked to be shown beside the conversation. `at` tells one request from another. */
export type PreviewSubject = { kind: PreviewKind; opener: HTMLElement; messageId: string | null; at: number } & (
  | { source: 'code'; text: string }
  | { source: 'file'; file: SentFile }
);
