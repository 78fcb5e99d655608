import type { FileSink, PackedFile } from '#archive/files.ts';

export interface CopyCounts {
  conversations: number;
  messages: number;
  blobs: number;
}

/** The facts about a snapshot that database recovery needs. */
export interface FolderSnapshot {
  id: string;
  at: number;
  /** Schema version of its database; `null` if unknown. */
  schemaVersion: number | null;
  beforeUpgrade: boolean;
  damaged: boolean;
  bytes: number;
  counts: CopyCounts | null;
}

/** Where snapshots are stored, outside the browser. */
export interface SnapshotFolder {
  /** Newest first. */
  list(): Promise<FolderSnapshot[]>;
  /** Returns its id. An aborted write leaves nothing. */
  write(schemaVersion: number, fill: (to: WritableStream<Uint8Array>) => Promise<CopyCounts>): Promise<string>;
  read(id: string): Promise<Blob>;
  /** It was read back and is complete. */
  confirm(id: string, counts: CopyCounts): Promise<void>;
}

/** Packs files into one. */
export interface Packer {
  sink(to: WritableStream<Uint8Array>): Promise<FileSink & { end(): Promise<void> }>;
  files(packed: Blob): Promise<PackedFile[]>;
}
