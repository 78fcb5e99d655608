import type { ChangingCall } from '../changing-call.ts';
import type { ResolvedPath } from './safe-path.ts';

/** Keeps what is needed to take changes of files back (electron/host/checkpoints). */
export interface FileChanges {
  /** Around a write: what is there now is kept first. Throws ToolError, and nothing is written, when that fails. */
  write(call: ChangingCall & { tool: 'write' | 'edit' }, change: PlannedWrite): Promise<void>;
  /** Around a command that may change anything in the folders. */
  command<T>(call: ChangingCall & { command: string }, folders: readonly string[], run: () => Promise<T>): Promise<T>;
}

export interface PlannedWrite {
  place: ResolvedPath;
  /** What will be there. */
  bytes: Uint8Array;
  /** `null` for a new file. */
  mode: number | null;
  write: () => Promise<void>;
}
