import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import type { Log } from '../../host/base/deps.ts';
import { APP_URL } from '../policy.ts';

/** Only conversations: other addresses may hold words that somebody typed. */
const CONVERSATION = /^#\/s\/[\w-]{1,64}$/;

export interface RunMarker {
  /** The run before, if it never ended by itself, with the conversation that it showed last. */
  before: { address: string | null } | null;
  /** Remembers which conversation this window shows. */
  follow(window: BrowserWindow): void;
  /** This run ends by itself. */
  end(): void;
}

function readBefore(file: string): RunMarker['before'] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const address = text.trim();
  return { address: CONVERSATION.test(address) ? address : null };
}

/** `desktop-run` in the home says that the app runs. One that is there at the start is left of a run that crashed. */
export function beginRun(home: string, log: Log): RunMarker {
  const file = join(home, 'desktop-run');
  const before = readBefore(file);
  let ended = false;
  const write = (address: string) => {
    if (ended) return;
    try {
      writeFileSync(file, `${address}\n`, { mode: 0o600 });
    } catch (error) {
      log.write('warn', 'shell.run-not-marked', { error });
    }
  };
  write(before?.address ?? '');
  const end = () => {
    ended = true;
    rmSync(file, { force: true });
  };
  return {
    before,
    follow(window) {
      window.webContents.on('did-navigate-in-page', (_event, url, isMainFrame) => {
        // A link within a preview or a diagram goes nowhere in the page.
        if (!isMainFrame) return;
        const address = url.startsWith(APP_URL) ? url.slice(APP_URL.length) : '';
        write(CONVERSATION.test(address) ? address : '');
      });
      // Windows ends every program when its user signs out.
      window.on('session-end', end);
    },
    end,
  };
}
