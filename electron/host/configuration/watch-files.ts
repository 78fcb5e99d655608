import { unwatchFile, watchFile } from 'node:fs';

export interface FileWatch {
  /** Looks at these from now on as well. */
  add(paths: readonly string[]): void;
  close(): void;
}

const EVERY_MS = 2_000;
/** The newest ones; a conversation that is opened again is among them again. */
const MAX_COUNT = 100;

/**
 * Tells when a file is made, changed or removed. It asks now and then instead of listening: a file that is not there
 * yet, an editor that replaces it and a network drive are all alike to it, and one question in two seconds is cheap.
 */
export function createFileWatch(onChange: (path: string) => void, everyMs: number = EVERY_MS): FileWatch {
  const listeners = new Map<string, () => void>();
  const drop = (path: string): void => {
    const listener = listeners.get(path);
    if (listener) unwatchFile(path, listener);
    listeners.delete(path);
  };
  return {
    add(paths) {
      for (const path of paths) {
        if (listeners.has(path)) continue;
        const listener = (): void => onChange(path);
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
