import type { ImportReceipt } from '#archive/import/base/receipt.ts';
import type { Source } from '#archive/import/base/imported.ts';
import type { ConversationEntry, Manifest } from '#archive/manifest.ts';
import type { RestoreResult, SharedPart } from '#history/archive/restore-archive.ts';
import type { TargetFile } from './target-file.ts';
import type { TransferFailure } from './transfer-error.ts';

export type ExportFormat = 'archive' | 'markdown' | 'html' | 'json' | 'text';

export interface ExportJob {
  /** Ids, or everything that is stored. */
  sessions: readonly string[] | 'all';
  /** With `'all'`: the conversations in the trash too. */
  trash: boolean;
  format: ExportFormat;
  /** What to leave in, for every format but the archive, which always holds everything. */
  thinking: boolean;
  tools: boolean;
  branches: boolean;
  /** Of the words around the conversation: who speaks, when, what was left out. */
  language: 'en' | 'ko';
}

/** `reading` is for a preview, `restoring` for what writes into the history. */
export type TransferPhase = 'writing' | 'verifying' | 'reading' | 'restoring';

export interface TransferProgress {
  phase: TransferPhase;
  /** Conversations that are done; `of` is null as long as nobody knows how many there are. */
  conversations: number;
  of: number | null;
  /** Bytes that were written or read; `ofBytes` is null as long as nobody knows. */
  bytes: number;
  ofBytes: number | null;
}

/** A file that was written, read again and found to be good. */
export interface ExportReport {
  format: ExportFormat;
  conversations: number;
  messages: number;
  /** Attachments in it; 0 for formats that do not hold any. */
  blobs: number;
  /** Size of the file. */
  bytes: number;
  /** Attachments that conversations name and that are not stored any more, or not as they were. */
  lost: number;
  /** Stored rows that this version cannot read; they are not in it. */
  unreadable: number;
}

export interface OpenedArchive {
  id: string;
  kind: 'archive';
  /** Of the file. */
  name: string;
  writtenBy: string;
  writtenAt: number;
  counts: Manifest['counts'];
  /** Attachments that were lost when it was written. */
  lost: number;
  conversations: Pick<ConversationEntry, 'id' | 'title' | 'createdAt' | 'updatedAt' | 'messages'>[];
}

export interface OpenedImport {
  id: string;
  kind: 'import';
  name: string;
  /** Whose exports these are, by how many files; never empty. */
  sources: { source: Source; files: number }[];
  /** Bytes that a preview has to read. */
  bytes: number;
}

export type Opened = OpenedArchive | OpenedImport;

/** What restoring would do; nothing was changed. */
export interface TransferPreview {
  results: RestoreResult[];
  /** What the import reads, keeps raw and skips; null for an archive. */
  receipt: ImportReceipt | null;
}

/** What restoring or importing did. */
export interface TransferReport {
  /** For `undo`, as long as the window is open; null when there is nothing to take back. */
  id: string | null;
  results: RestoreResult[];
  /** Attachments that conversations name and that are nowhere. */
  lost: string[];
  /** Parts of the archive that belong to no conversation alone and could not be read. */
  damaged: SharedPart[];
  receipt: ImportReceipt | null;
  /** What ended it before its end, `'cancelled'` when the person did; what is in `results` was done all the same. */
  stopped: TransferFailure | 'cancelled' | null;
}

/** A file and where it lay in the folder that was chosen; its name where it was chosen alone. */
export interface PickedFile {
  file: File;
  path: string;
}

/** What the page can ask of the worker: arguments and answer of each. */
export interface TransferCalls {
  write: { args: { job: ExportJob; to: TargetFile; writtenBy: string }; result: ExportReport };
  open: { args: { files: readonly PickedFile[] }; result: Opened };
  preview: { args: { id: string }; result: TransferPreview };
  restore: { args: { id: string; sessionIds: readonly string[] | 'all' }; result: TransferReport };
  undo: { args: { reportId: string }; result: string[] };
  close: { args: { id: string }; result: null };
}

export type TransferMethod = keyof TransferCalls;

export type TransferCall = {
  [M in TransferMethod]: { type: 'call'; id: number; method: M; args: TransferCalls[M]['args'] };
}[TransferMethod];

export type TransferRequest = TransferCall | { type: 'cancel'; id: number };

export type TransferDone = {
  [M in TransferMethod]: { type: 'done'; id: number; method: M; result: TransferCalls[M]['result'] };
}[TransferMethod];

export type TransferReply =
  | TransferDone
  | { type: 'progress'; id: number; progress: TransferProgress }
  | { type: 'failed'; id: number; failure: TransferFailure }
  /** It was told to stop, and nothing of it is left. */
  | { type: 'cancelled'; id: number }
  /** What went wrong beside the calls, and ended none of them. */
  | { type: 'problem'; failure: TransferFailure };
