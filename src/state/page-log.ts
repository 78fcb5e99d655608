import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import { logLine } from '#core/log/log-line.ts';
import type { LogLevel, LogLine } from '#core/log/log-line.ts';
import { createRedactor } from '#core/log/redact.ts';

export interface PageLogDeps {
  clock: { now(): number; setTimeout(fn: () => void, ms: number): unknown };
  /** Receives the lines to store outside this window. */
  ship: (line: LogLine) => void;
}

/** Numbered in the order of writing. */
export type NumberedLine = LogLine & { seq: number };

export interface PageLog {
  /** `lines` changes a few times a second at most. */
  store: StoreApi<{ lines: readonly NumberedLine[]; texts: boolean }>;
  /** Never throws and never waits. */
  write(level: LogLevel, event: string, data?: Readonly<Record<string, unknown>>): void;
  /** From now on, texts of users and tools are logged too, until this window closes. */
  keepTexts(on: boolean): void;
  /** Empties the view. The file keeps its lines. */
  clear(): void;
  /** All lines so far. */
  lines(): readonly NumberedLine[];
}

/** Maximum number of lines in the window. */
const KEPT = 2_000;
const PUBLISH_MS = 200;

/** The log of one window: a ring buffer in memory, and a copy for the host's file. */
export function createPageLog({ clock, ship }: PageLogDeps): PageLog {
  const store = createStore<{ lines: readonly NumberedLine[]; texts: boolean }>(() => ({ lines: [], texts: false }));
  const redactor = createRedactor();
  let lines: NumberedLine[] = [];
  let seq = 0;
  let waiting = false;

  function publish(): void {
    waiting = false;
    store.setState({ lines: [...lines] });
  }

  return {
    store,
    write(level, event, data) {
      const at = new Date(clock.now()).toISOString();
      const line = logLine(redactor, { at, level, event, from: 'page' }, data, store.getState().texts);
      lines.push({ ...line, seq: (seq += 1) });
      // Removing many lines at once costs less than one at a time.
      if (lines.length > KEPT * 1.2) lines = lines.slice(-KEPT);
      ship(line);
      if (waiting) return;
      waiting = true;
      clock.setTimeout(publish, PUBLISH_MS);
    },
    keepTexts: (texts) => store.setState({ texts }),
    clear() {
      lines = [];
      publish();
    },
    lines: () => lines.slice(-KEPT),
  };
}
