import type { FileSink, PackedFile } from '#archive/files.ts';

export interface CopyCounts {
  conversations: number;
  messages: number;
  blobs: number;
}

/** A snapshot in the host's folder, as far as a rescue needs to know of it. */
export interface FolderSnapshot {
  id: string;
  at: number;
  /** Of the database that it is of; null where nobody knows any more. */
  schemaVersion: number | null;
  beforeUpgrade: boolean;
  damaged: boolean;
  bytes: number;
  counts: CopyCounts | null;
}

/** Where snapshots are kept, apart from the browser. */
export interface SnapshotFolder {
  /** Newest first. */
  list(): Promise<FolderSnapshot[]>;
  /** Answers its id. What breaks off leaves nothing. */
  write(schemaVersion: number, fill: (to: WritableStream<Uint8Array>) => Promise<CopyCounts>): Promise<string>;
  read(id: string): Promise<Blob>;
  /** It was read back and is whole. */
  confirm(id: string, counts: CopyCounts): Promise<void>;
}

/** How files become one. */
export interface Packer {
  sink(to: WritableStream<Uint8Array>): Promise<FileSink & { end(): Promise<void> }>;
  files(packed: Blob): Promise<PackedFile[]>;
}
