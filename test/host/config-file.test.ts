import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConfigFile } from '#host/base/config-file.ts';

let home = '';
const file = () => join(home, 'config.jsonc');
const config = () => createConfigFile(home, () => Date.UTC(2026, 10, 21));
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'baton-config-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('without a file: the defaults, and no file is made by reading', async () => {
  const { config: read, warnings } = await config().read();
  expect(read).toMatchObject({ version: 1, practiceCharsPerSecond: expect.any(Number) });
  expect(warnings).toEqual([]);
  expect(readdirSync(home)).toEqual([]);
});

test('a change keeps comments, order and settings of a later version', async () => {
  const text = `// mine\n{\n  "version": 1, // one\n  /* fast */ "practiceCharsPerSecond": 10,\n  "later": { "a": [1, 2,] },\n}\n`;
  writeFileSync(file(), text);
  expect((await config().read()).config.practiceCharsPerSecond).toBe(10);
  const { config: changed } = await config().change({ practiceCharsPerSecond: 99 });
  expect(changed.practiceCharsPerSecond).toBe(99);
  expect(readFileSync(file(), 'utf8')).toBe(text.replace('10,', '99,'));
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('a file that an editor saved with a byte order mark is read, and kept', async () => {
  writeFileSync(file(), '\ufeff{ "version": 1, "practiceCharsPerSecond": 10 } // mine\n');
  expect(await config().read()).toEqual({ config: { version: 1, practiceCharsPerSecond: 10 }, warnings: [] });
  await config().change({ practiceCharsPerSecond: 99 });
  expect(readFileSync(file(), 'utf8')).toMatch(/"practiceCharsPerSecond": 99 \} \/\/ mine\n$/);
});

test('a first change makes a commented file', async () => {
  await config().change({ practiceCharsPerSecond: 99 });
  expect(readFileSync(file(), 'utf8')).toMatch(/^\/\/ Settings/);
  expect((await config().read()).config.practiceCharsPerSecond).toBe(99);
});

test.for(['{ "practiceCharsPerSecond": ', '[]', 'nonsense', '', '\u0000', '{"a" 1}'])(
  'unreadable (%j): defaults, a warning with the place, the file untouched until a change sets it aside',
  async (text) => {
    writeFileSync(file(), text);
    const { config: read, warnings } = await config().read();
    expect(read.practiceCharsPerSecond).toBeGreaterThan(0);
    expect(warnings).toHaveLength(1);
    expect(readFileSync(file(), 'utf8')).toBe(text);
    await config().change({ practiceCharsPerSecond: 5 });
    const setAside = readdirSync(home).find((name) => name.includes('set-aside')) ?? '';
    expect(readFileSync(join(home, setAside), 'utf8')).toBe(text);
    expect(await config().read()).toEqual({ config: { version: 1, practiceCharsPerSecond: 5 }, warnings: [] });
  },
);

test('one setting that is wrong does not take the others with it', async () => {
  writeFileSync(file(), '{ "version": "x", "practiceCharsPerSecond": 33 }');
  const { config: read, warnings } = await config().read();
  expect(read).toEqual({ version: 1, practiceCharsPerSecond: 33 });
  expect(warnings).toEqual([expect.stringContaining('“version”')]);
});

test('parallel changes are all kept', async () => {
  const one = config();
  await Promise.all([1, 2, 3, 4, 5].map((practiceCharsPerSecond) => one.change({ practiceCharsPerSecond })));
  expect((await one.read()).config.practiceCharsPerSecond).toBe(5);
});
