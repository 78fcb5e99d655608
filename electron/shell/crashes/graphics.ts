import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { writePrivate } from '../../host/base/private-file.ts';

/** Failures of the graphics process within an hour, after which the next start does without it. */
const MAX_FAILURES = 3;
const HOUR_MS = 60 * 60_000;

interface Record {
  version: 1;
  off: boolean;
  /** When it failed. */
  failures: number[];
  /** The user was notified that it is off. */
  notified: boolean;
}

const FIRST: Record = { version: 1, off: false, failures: [], notified: false };

function read(file: string): Record {
  try {
    const { version, off, failures, notified } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record>;
    if (version !== 1 || typeof off !== 'boolean' || !Array.isArray(failures)) return FIRST;
    return { version, off, failures: failures.filter((at) => Number.isFinite(at)), notified: notified === true };
  } catch {
    // None yet, or a damaged one: the graphics card is used, as at the first start.
    return FIRST;
  }
}

export interface WatchedGraphics {
  /** Before the app is ready: does without the graphics card if it failed too often. */
  apply(): void;
  /** Called at each failure. Returns whether the next start does without. */
  failed(): boolean;
  /** True once, at the first start without. */
  takeNews(): boolean;
  state(): { now: boolean; next: boolean };
  /** The next start uses the graphics card again. */
  use(): Promise<void>;
}

/**
 * `graphics.json` in the home. It is written at once: Chromium may end the whole app when its graphics process can't be
 * started (content/browser/gpu/gpu_data_manager_impl_private.cc, read 2026-11).
 */
export function watchGraphics(
  app: Pick<App, 'disableHardwareAcceleration'>,
  home: string,
  now: () => number,
): WatchedGraphics {
  const file = join(home, 'graphics.json');
  let used = true;
  let record = FIRST;
  const write = () => {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  };
  return {
    apply() {
      record = read(file);
      if (!record.off) return;
      used = false;
      app.disableHardwareAcceleration();
    },
    failed() {
      const at = now();
      const failures = [...record.failures.filter((one) => Math.abs(at - one) < HOUR_MS), at].slice(-MAX_FAILURES);
      record = { ...record, off: record.off || failures.length >= MAX_FAILURES, failures };
      write();
      return record.off;
    },
    takeNews() {
      if (used || record.notified) return false;
      record = { ...record, notified: true };
      write();
      return true;
    },
    state: () => ({ now: used, next: !record.off }),
    async use() {
      record = FIRST;
      await writePrivate(file, `${JSON.stringify(record)}\n`);
    },
  };
}
