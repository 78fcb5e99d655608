import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Mount = 'browser' | 'electron';

const fileIn = (home: string) => join(home, 'opened-with.json');

/** How this home was last opened; null before its first start. */
export function readMount(home: string): Mount | null {
  try {
    const { mount } = JSON.parse(readFileSync(fileIn(home), 'utf8')) as { mount?: unknown };
    return mount === 'browser' || mount === 'electron' ? mount : null;
  } catch {
    return null;
  }
}

export function rememberMount(home: string, mount: Mount): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  writeFileSync(fileIn(home), `${JSON.stringify({ mount })}\n`, { mode: 0o600 });
}
