import type { ImportReceipt } from '#archive/import/base/receipt.ts';
import type { Source } from '#archive/import/source.ts';
import type { ConversationEntry, Manifest } from '#archive/manifest.ts';
import type { RestoreResult } from '#history/archive/merge-history.ts';
import type { SharedPart } from '#history/archive/restore-archive.ts';
import type { WorkerPort, WorkerReply, WorkerRequest } from '#workers/worker-calls.ts';
import type { TargetFile } from './target-file.ts';
import type { Language } from '#texts/languages.ts';
import type { TransferFailure } from './transfer-error.ts';

export type ExportFormat = 'archive' | 'markdown' | 'html' | 'json' | 'text';

export interface ExportJob {
  /** Session ids, or everything that is stored. */
  sessions: readonly string[] | 'all';
  /** With `'all'`: includes the conversations in the trash. */
  trash: boolean;
  format: ExportFormat;
  /** What to include in every format except the archive, which always holds everything. */
  thinking: boolean;
  tools: boolean;
  branches: boolean;
  /** Language of the text around the conversation: who speaks, when, what was left out. */
  language: Language;
}

/** `reading` is for a preview, `restoring` for writing into the history. */
export type TransferPhase = 'writing' | 'verifying' | 'reading' | 'restoring';

export interface TransferProgress {
  phase: TransferPhase;
  /** Finished conversations. `of` is null while their number is unknown. */
  conversations: number;
  of: number | null;
  /** Bytes written or read. `ofBytes` is null while the total is unknown. */
  bytes: number;
  ofBytes: number | null;
}

/** A file that was written, read back and verified. */
export interface ExportReport {
  format: ExportFormat;
  conversations: number;
  messages: number;
  /** Attachments in it; 0 for formats without attachments. */
  blobs: number;
  /** Attachments that it names, and doesn't contain. */
  named: number;
  /** Size of the file. */
  bytes: number;
  /** Attachments that conversations name, but that are no longer stored, or are damaged. */
  lost: number;
  /** Stored rows that this version cannot read. The export leaves them out. */
  unreadable: number;
}

export interface OpenedArchive {
  id: string;
  kind: 'archive';
  /** Name of the file. */
  name: string;
  writtenBy: string;
  writtenAt: number;
  counts: Manifest['counts'];
  /** Attachments that were already lost when it was written. */
  lost: number;
  conversations: Pick<ConversationEntry, 'id' | 'title' | 'createdAt' | 'updatedAt' | 'messages'>[];
}

export interface OpenedImport {
  id: string;
  kind: 'import';
  name: string;
  /** The programs whose exports these are, by number of files. Never empty. */
  sources: { source: Source; files: number }[];
  /** Bytes that a preview has to read. */
  bytes: number;
}

export type Opened = OpenedArchive | OpenedImport;

/** What a restore would do. Nothing has been changed. */
export interface TransferPreview {
  results: RestoreResult[];
  /** Number of folders, prompts, assistants and project files of an archive that are not here. */
  library: number;
  /** Those of them that add fields to the body of requests. */
  assistants: { name: string; fields: Record<string, unknown> }[];
  /** What the import reads, keeps raw and skips; null for an archive. */
  receipt: ImportReceipt | null;
}

/** What a restore or import did. */
export interface TransferReport {
  /** For `undo`, while the window is open; null if there is nothing to undo. */
  id: string | null;
  results: RestoreResult[];
  /** Attachments that conversations name, but that were not found. */
  lost: string[];
  /** Number of folders, prompts, assistants and project files that an archive added. */
  library: number;
  /** Shared parts of the archive that could not be read. */
  damaged: SharedPart[];
  receipt: ImportReceipt | null;
  /** What stopped it early; `'cancelled'` if the user did. Everything in `results` is done all the same. */
  stopped: TransferFailure | 'cancelled' | null;
}

/** A file and its path in the chosen folder. For a single file, its name. */
export interface PickedFile {
  file: File;
  path: string;
}

/** The calls of the page to the worker. */
export interface TransferMethods {
  write: {
    args: { job: ExportJob; to: TargetFile; writtenBy: string };
    result: ExportReport;
    progress: TransferProgress;
  };
  open: { args: { files: readonly PickedFile[] }; result: Opened; progress: TransferProgress };
  preview: { args: { id: string }; result: TransferPreview; progress: TransferProgress };
  restore: {
    args: { id: string; sessionIds: readonly string[] | 'all' };
    result: TransferReport;
    progress: TransferProgress;
  };
  undo: { args: { reportId: string }; result: string[]; progress: TransferProgress };
  close: { args: { id: string }; result: null; progress: never };
}

export type TransferRequest = WorkerRequest<TransferMethods>;
export type TransferReply = WorkerReply<TransferMethods, TransferFailure>;
export type TransferPort = WorkerPort<TransferRequest, TransferReply>;
