import { assert, asyncProperty, constantFrom, nat, sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArchiveError } from '#archive/archive-error.ts';
import { FILE_LIMITS, guardFiles, type PackedFile } from '#archive/files.ts';
import { ARCHIVE_VERSION } from '#archive/manifest.ts';
import { migrationFrom, MIGRATIONS } from '#archive/migrate.ts';
import { JsonError, parseJson } from '#archive/parse-json.ts';
import { openArchive } from '#archive/read-archive.ts';
import { readLine } from '#archive/sync/sync-object.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { readLines } from '#archive/read-lines.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { histories } from './arbitrary-session.ts';
import { concat, pieces, type MemoryFiles } from './memory-files.ts';
import { readAll, written } from './support.ts';

const ALL = sample(histories, { numRuns: 30, seed: 8 }).find((all) => all.length === 3) ?? [];

const file = (name: string, bytes = 1, change: Partial<PackedFile> = {}): PackedFile => ({
  name,
  bytes,
  read: () => pieces(new Uint8Array(bytes)),
  ...change,
});

async function codeOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error instanceof ArchiveError ? error.code : error;
  }
  return 'nothing';
}

/** What is wrong, whether opening or verifying reports it. */
async function problemsOf(files: MemoryFiles): Promise<string[]> {
  try {
    return (await verifyArchive(await openArchive(files.list()))).problems;
  } catch (error) {
    if (error instanceof ArchiveError) return [error.detail];
    throw error;
  }
}

describe('names of files', () => {
  it.each([
    '/etc/passwd',
    '../up',
    'a/../../up',
    'a/./b',
    'C:\\x',
    'c:/x',
    'a\\b',
    '',
    'a\0b',
    'a\nb',
    'x'.repeat(2_000),
  ])('refuses %j', async (name) => {
    expect(await codeOf(() => guardFiles([file('fine'), file(name)]))).toBe('unsafe-name');
  });

  it('refuses two files of one name', async () => {
    expect(await codeOf(() => guardFiles([file('a'), file('a')]))).toBe('unsafe-name');
  });

  it('takes names in any script', () => {
    const names = ['대화/첫 번째.json', 'Takeout/Meine Aktivitäten/x.json', 'a..b/c.'];
    expect([...guardFiles(names.map((name) => file(name))).keys()]).toEqual(names);
  });
});

describe('sizes', () => {
  it.each([
    ['many files', [file('a'), file('b')], { files: 1 }],
    ['one large file', [file('a', 20)], { fileBytes: 19 }],
    ['large in sum', [file('a', 10), file('b', 10)], { totalBytes: 19 }],
    ['a bomb', [file('a', 1_000, { packedBytes: 1 })], { ratioFrom: 10 }],
    ['no size', [file('a', 1, { bytes: Number.NaN })], {}],
  ])('refuses %s', async (_name, files, limits) => {
    expect(await codeOf(() => guardFiles(files, { ...FILE_LIMITS, ...limits }))).toBe('too-large');
  });

  it('stops reading what is larger than it was declared', async () => {
    let given = 0;
    const endless = file('a', 10, {
      async *read() {
        for (; given < 1_000; given++) yield new Uint8Array(4);
      },
    });
    const read = guardFiles([endless]).get('a')?.read() ?? pieces(new Uint8Array());
    expect(await codeOf(() => concat(read))).toBe('too-large');
    expect(given).toBeLessThan(4);
  });

  it('stops in a line that is too long, before it is whole', async () => {
    const lines = readLines(pieces(new TextEncoder().encode(`short\n${'x'.repeat(500)}`), 10), 50);
    expect((await lines.next()).value).toBe('short');
    expect(await codeOf(() => lines.next())).toBe('too-large');
  });
});

describe('JSON', () => {
  it('is refused when it is nested without end, before anything is built', () => {
    const deep = '['.repeat(1_000_000);
    expect(() => parseJson(deep)).toThrow(JsonError);
    expect(() => parseJson('{"a":'.repeat(300) + '1' + '}'.repeat(300))).toThrow(JsonError);
    expect(parseJson(JSON.stringify({ text: '[[[['.repeat(1_000), quote: '\\"[[' }))).toMatchObject({ quote: '\\"[[' });
  });

  it.each([
    '{"__proto__":{"polluted":1},"a":1}',
    '{"\\u005f_proto__":{"polluted":1},"a":1}',
    '{"a":1,"b":[{"__proto__":null}]}',
  ])('loses keys that mean something to objects: %s', (text) => {
    const value = parseJson(text);
    expect(JSON.stringify(value)).not.toContain('__proto__');
    expect(value).toMatchObject({ a: 1 });
    expect(Object.assign({}, value)).not.toHaveProperty('polluted');
  });
});

describe('a damaged archive', () => {
  it('is found out, whichever byte of whichever file changed', async () => {
    const good = await written(ALL);
    const names = [...good.contents].filter(([, { length }]) => length > 0).map(([name]) => name);
    await assert(
      asyncProperty(
        constantFrom(...names.filter((name) => name !== 'manifest.json')),
        nat(),
        nat(254),
        async (name, at, by) => {
          const bytes = Uint8Array.from(good.contents.get(name) ?? []);
          const place = at % bytes.length;
          bytes[place] = ((bytes[place] ?? 0) + by + 1) & 0xff;
          const files = await written(ALL);
          expect(await problemsOf(files.put(name, bytes))).not.toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('is found out when a file is missing or cut', async () => {
    for (const [name, bytes] of (await written(ALL)).contents) {
      const missing = await written(ALL);
      missing.contents.delete(name);
      expect(await problemsOf(missing), `without ${name}`).not.toEqual([]);
      const cut = await written(ALL);
      const found = await problemsOf(cut.put(name, bytes.subarray(0, -2)));
      expect(found.length > 0 || bytes.length === 0, `${name} cut`).toBe(true);
    }
  });

  it('is found out when a line belongs to another conversation', async () => {
    const files = await written(ALL);
    const [first] = ALL;
    const archive = await openArchive(files.list());
    const entry = archive.manifest.conversations[1];
    if (!entry || !first) throw new Error('no sample');
    await expect(archive.session({ ...entry, id: first.session.id })).rejects.toThrow('another conversation');
  });

  it('gives back arguments that a model nested deeper than anyone would', async () => {
    const [first] = ALL;
    if (!first) throw new Error('no sample');
    const args: unknown = JSON.parse('{"a":'.repeat(800) + '1' + '}'.repeat(800));
    const call: StoredMessage = {
      id: 'deep',
      sessionId: first.session.id,
      parentId: null,
      seq: 1,
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 'c', name: 'n', args }],
      status: 'complete',
      createdAt: 1,
    };
    const [back] = await readAll(await written([{ ...first, messages: [call] }]));
    expect(back?.messages).toEqual([call]);
    const line = { kind: 'record', session: first.session.id, key: 'message deep', t: 1, by: 'device', value: call };
    expect(readLine(JSON.stringify(line))).toEqual(line);
  });

  it('lets the good conversations of a damaged archive be read', async () => {
    const files = await written(ALL);
    files.put('conversations/000002.ndjson', 'nonsense');
    const archive = await openArchive(files.list());
    const [one, two, three] = archive.manifest.conversations;
    if (!one || !two || !three) throw new Error('no sample');
    expect((await archive.session(one)).session.id).toBe(ALL[0]?.session.id);
    expect(await codeOf(() => archive.session(two))).toBe('damaged');
    expect((await archive.session(three)).session.id).toBe(ALL[2]?.session.id);
  });
});

describe('versions', () => {
  const versioned = async (version: number) => {
    const files = await written(ALL);
    return files.put('manifest.json', JSON.stringify({ ...JSON.parse(files.text('manifest.json')), version }));
  };

  it('refuses a newer one kindly', async () => {
    const files = await versioned(ARCHIVE_VERSION + 1);
    await expect(openArchive(files.list())).rejects.toThrow('Update Baton to open it');
  });

  it('refuses what is no archive', async () => {
    const files = await written([]);
    expect(await codeOf(() => openArchive([]))).toBe('not-an-archive');
    for (const text of ['{"format":"other","version":1}', 'nonsense', '[]', '{"format":"baton-archive","version":0}'])
      expect(await codeOf(() => openArchive(files.put('manifest.json', text).list())), `manifest ${text}`).toBe(
        'not-an-archive',
      );
  });

  it('takes an older one through every step, and none where a step is missing', async () => {
    const files = await versioned(-1);
    const title = (value: Record<string, unknown>, add: string) =>
      value.type === 'session'
        ? { ...value, row: { ...Object(value.row), title: `${Object(value.row).title}${add}` } }
        : value;
    const step = (add: string) => ({
      manifest: (value: Record<string, unknown>) => value,
      record: (value: Record<string, unknown>) => title(value, add),
      adds: [],
    });
    const migrations = new Map([...MIGRATIONS, [-1, step('a')], [0, step('b')]]);
    const archive = await openArchive(files.list(), { migrations });
    const entry = archive.manifest.conversations[0];
    if (!entry) throw new Error('no sample');
    expect((await archive.session(entry)).session.title).toBe(`${ALL[0]?.session.title}ab`);
    expect(migrationFrom(-2, migrations)).toBeNull();
  });
});
