import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseSync, Visitor } from 'oxc-parser';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = readdirSync(join(root, 'electron'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));
const sources = new Map(files.map((file) => [relative(root, file), readFileSync(file, 'utf8')]));
const manifest = readFileSync(join(root, 'package.json'), 'utf8');
const packaging = readFileSync(join(root, 'electron-builder.js'), 'utf8');

/** Every string of a file, except in comments. */
function stringsOf(path: string, text: string): string[] {
  const found: string[] = [];
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') found.push(node.value);
    },
    TemplateElement(node) {
      found.push(node.value.raw);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

const withString = (pattern: RegExp) =>
  [...sources].filter(([path, text]) => stringsOf(path, text).some((one) => pattern.test(one))).map(([path]) => path);
const withText = (pattern: RegExp) => [...sources].filter(([, text]) => pattern.test(text)).map(([path]) => path);

describe('the source of the desktop app', () => {
  it('is read at all', () => {
    expect([...sources.keys()]).toEqual(expect.arrayContaining(['electron/main.ts', 'electron/shell/window.ts']));
  });

  it('S02: switches a sandbox off in one place, for a browser run by root', () => {
    expect(withString(/no-sandbox/)).toEqual(['electron/launch/browser-window.ts']);
    // Names it to refuse it.
    expect(withText(/no-sandbox(?!`)/).toSorted()).toEqual([
      'electron/launch/browser-window.ts',
      'electron/shell/prepare-start.ts',
    ]);
    expect(withText(/appendSwitch/)).toEqual(['electron/shell/data-folder.ts']);
    expect(sources.get('electron/shell/data-folder.ts')?.match(/appendSwitch\([^)]*\)/g)).toEqual([
      "appendSwitch('password-store', 'basic')",
    ]);
    expect(manifest + packaging).not.toMatch(/no-sandbox/);
  });

  it('S05: loads no page from a file', () => {
    expect(withText(/\.loadFile\(/)).toEqual([]);
    expect(withText(/\.loadURL\(/)).toEqual(['electron/shell/window.ts']);
  });

  it('S09: has no IPC channel that would need guarding', () => {
    expect(withText(/\bipc(Main|Renderer)\b|webContents\.(send|postMessage)\b|MessageChannelMain/)).toEqual([]);
  });

  it('S10: names debugging switches only to remove them', () => {
    expect(withString(/remote-debugging/)).toEqual(['electron/shell/guards.ts']);
    expect(withString(/^--inspect/)).toEqual([]);
    expect(manifest).not.toMatch(/--inspect|remote-debugging/);
  });

  it('S51: hears addresses of the system and further starts in one place', () => {
    expect(withText(/setAsDefaultProtocolClient|['"](?:open-url|open-file|second-instance)['"]/)).toEqual([
      'electron/shell/listen-for-links.ts',
    ]);
    expect([...packaging.matchAll(/\bext: '([^']*)'/g)].map(([, name]) => name)).toEqual(['baton']);
    expect(packaging).toContain("protocols: [{ name: 'Baton', schemes: ['baton'] }]");
  });

  it('S13: hands an address to the system in one place', () => {
    expect(withText(/\bshell\.openExternal\(/)).toEqual(['electron/shell/open-external.ts']);
    expect(withText(/import \{[^}]*\bshell\b[^}]*\} from 'electron'/)).toEqual([
      'electron/shell/data-folder.ts',
      'electron/shell/open-external.ts',
      'electron/shell/save-downloads.ts',
    ]);
    expect(withText(/\bshell\.(?:openPath|showItemInFolder)\(/)).toEqual([
      'electron/shell/data-folder.ts',
      'electron/shell/save-downloads.ts',
    ]);
  });

  it('S25: gives the scheme its privileges in one place', () => {
    expect(withText(/registerSchemesAsPrivileged\(/)).toEqual(['electron/shell/app-scheme.ts']);
  });

  it('keeps the root to wiring', () => {
    expect(sources.get('electron/main.ts')?.split('\n').length).toBeLessThanOrEqual(150);
  });
});
