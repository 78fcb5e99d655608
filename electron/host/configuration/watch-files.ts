import { unwatchFile, watchFile, type Stats } from 'node:fs';

export interface FileWatch {
  /** Starts watching these files too. */
  add(paths: readonly string[]): void;
  close(): void;
}

const EVERY_MS = 2_000;
/** The most recent files; reopening a session adds its files again. */
const MAX_COUNT = 100;

const isThere = ({ ino, mtimeMs }: Stats): boolean => ino !== 0 || mtimeMs !== 0;

/**
 * Reports when a file is created, changed or removed. It polls: missing files, editors that replace files and network
 * drives then need no special handling, and one check every two seconds is cheap.
 */
export function createFileWatch(onChange: (path: string) => void, everyMs: number = EVERY_MS): FileWatch {
  const listeners = new Map<string, (now: Stats, before: Stats) => void>();
  const drop = (path: string): void => {
    const listener = listeners.get(path);
    if (listener) unwatchFile(path, listener);
    listeners.delete(path);
  };
  return {
    add(paths) {
      for (const path of paths) {
        if (listeners.has(path)) continue;
        const listener = (now: Stats, before: Stats): void => {
          // Node also reports, once, that a file is missing.
          if (isThere(now) || isThere(before)) onChange(path);
        };
        listeners.set(path, listener);
        watchFile(path, { persistent: false, interval: everyMs }, listener);
      }
      for (const path of listeners.keys()) {
        if (listeners.size <= MAX_COUNT) return;
        drop(path);
      }
    },
    close() {
      for (const path of listeners.keys()) drop(path);
    },
  };
}
