import { deflateRawSync } from 'node:zlib';
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { describe, expect, it, vi } from 'vitest';
import { guardFiles, type FileReadOptions } from '#archive/files.ts';
import { concat, pieces } from '#test/archive/memory-files.ts';
import { directory, STORED, type ZipEntry } from '#transfer/zip/zip-records.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';
import { createZipSink } from '#transfer/zip/zip-sink.ts';
import { rawZip, type RawFile } from './raw-zip.ts';
import { memoryStream, textOf, zipped } from './zips.ts';

const HASHED = { isHashed: true } as const;

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

/** Reads all of its content, like an import. */
async function readAll(zip: Blob, options?: FileReadOptions): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const file of guardFiles(await zipFiles(zip)).values()) found[file.name] = await textOf(file, options);
  return found;
}

describe('a zip', () => {
  it('gives back what was put in, also twice, names in any script', async () => {
    const noise = Uint8Array.from({ length: 300_000 }, (_, index) => (index * index * 31 + (index >> 7)) & 0xff);
    const zip = await zipped([
      ['대화/첫 번째.md', '안녕하세요 '.repeat(50_000)],
      ['empty', ''],
      ['noise', noise],
    ]);
    const files = await zipFiles(zip);
    expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['대화/첫 번째.md', 800_000],
      ['empty', 0],
      ['noise', 300_000],
    ]);
    expect(files[0]?.packedBytes).toBeLessThan(10_000);
    const [text, empty, same] = files;
    for (let times = 0; times < 2; times++) {
      expect(await textOf(text)).toBe('안녕하세요 '.repeat(50_000));
      expect(await textOf(empty)).toBe('');
      expect(Buffer.compare(await concat(same?.read() ?? pieces(new Uint8Array())), noise)).toBe(0);
    }
    expect(await textOf(text, HASHED)).toBe('안녕하세요 '.repeat(50_000));
    expect(await textOf(empty, HASHED)).toBe('');
    expect(Buffer.compare(await concat(same?.read(HASHED) ?? pieces(new Uint8Array())), noise)).toBe(0);
  });

  it('does not pack what does not get smaller', async () => {
    const packed = deflateRawSync(Buffer.from(Array.from({ length: 9_000 }, (_, at) => String(at * at)).join('')));
    const [file] = await zipFiles(await zipped([['picture', packed]]));
    expect(file?.packedBytes).toBe(packed.length);
  });

  it('fails to write with what its content fails with, and reads nothing more', async () => {
    const { stream } = memoryStream();
    const sink = createZipSink(stream, new Date());
    async function* content(first: Uint8Array) {
      yield first;
      throw new Error('the source broke');
    }
    await expect(sink.add('a', content(Uint8Array.of(1)))).rejects.toThrow('the source broke');
    await expect(sink.add('b', content(new Uint8Array(1_000)))).rejects.toThrow('the source broke');
  });

  it.each(['stored', 'packed'])(
    'fails to write with what its target fails with, and reads no further: %s',
    async (how) => {
      let written = 0;
      const sink = createZipSink(
        new WritableStream({
          write(piece: Uint8Array) {
            written += piece.length;
            if (written > 1_000_000) throw new DOMException('no room', 'QuotaExceededError');
          },
        }),
        new Date(),
      );
      let [read, isEnded] = [0, false];
      async function* content() {
        try {
          for (; read < 1_000; read++) {
            // Sixteen different letters: packed to half.
            const letters = crypto
              .getRandomValues(new Uint8Array(60_000))
              .map((byte) => (how === 'packed' ? byte & 15 : byte));
            yield letters;
          }
        } finally {
          isEnded = true;
        }
      }
      await expect(sink.add('a', content())).rejects.toThrow('no room');
      await vi.waitFor(() => expect(isEnded).toBe(true));
      expect(read).toBeLessThan(100);
    },
  );

  it.each([{}, HASHED])('stops unpacking when nobody reads on: %o', async (options) => {
    const [file] = await zipFiles(await zipped([['large', 'x'.repeat(50_000_000)]]));
    let read = 0;
    for await (const piece of file?.read(options) ?? []) {
      read += piece.length;
      break;
    }
    expect(read).toBeLessThan(1_000_000);
  });

  it.each([new Date(0), new Date(2026, 10, 21, 13, 14, 15, 999), new Date(2200, 0, 1)])(
    'is to the byte what the library writes: %s',
    async (at) => {
      const text = (length: number) =>
        Array.from({ length }, (_, index) => `${index} 대화 ${index * index}`).join('\n');
      const noise = Uint8Array.from({ length: 700_000 }, (_, index) => (index * index * 31 + (index >> 7)) & 0xff);
      const files: (readonly [string, Uint8Array])[] = [
        ['conversations/000001.ndjson', Buffer.from(text(90_000))],
        ['대화.md', Buffer.from('a'.repeat(100))],
        ['blobs/noise', noise],
        ['one', Uint8Array.of(1)],
        ['empty', new Uint8Array()],
      ];
      const expected = memoryStream();
      const library = new ZipWriter(expected.stream, { lastModDate: at, extendedTimestamp: false });
      for (const [name, content] of files)
        await library.add(
          name,
          new Blob([Uint8Array.from(content)]).stream(),
          /^(blobs|one|empty)/.test(name) ? { level: 0 } : {},
        );
      await library.close(undefined, { preventClose: true });
      const written = memoryStream();
      const sink = createZipSink(written.stream, at);
      for (const [name, content] of files) await sink.add(name, pieces(content, 70_001));
      await sink.end();
      expect(Buffer.compare(written.bytes(), expected.bytes())).toBe(0);
    },
  );

  it('has its directory and its files behind 4 GB, too', async () => {
    const entry: ZipEntry = {
      offset: 0,
      name: Buffer.from('first'),
      method: STORED,
      crc: 7,
      packedBytes: 5 * 1024 ** 3,
      bytes: 5 * 1024 ** 3,
    };
    const second = {
      ...entry,
      name: Buffer.from('second'),
      packedBytes: 100,
      bytes: 6 * 1024 ** 3,
      offset: 5.5 * 1024 ** 3,
    };
    const start = 6 * 1024 ** 3;
    const end = directory([entry, second], start, new Date());
    const zip = {
      size: start + end.length,
      slice(from: number, to: number) {
        const bytes = new Uint8Array(to - from);
        bytes.set(end.subarray(Math.max(0, from - start), Math.max(0, to - start)), Math.max(0, start - from));
        return new Blob([bytes]);
      },
    };
    expect((await zipFiles(zip as Blob)).map(({ name, bytes, packedBytes }) => [name, bytes, packedBytes])).toEqual([
      ['first', 5 * 1024 ** 3, 5 * 1024 ** 3],
      ['second', 6 * 1024 ** 3, 100],
    ]);
  });

  it('is what other programs read', async () => {
    const zip = new Uint8Array(await (await zipped([['a.txt', 'hello '.repeat(100)]])).arrayBuffer());
    const view = new DataView(zip.buffer);
    // Local header, directory and end, each with its signature at the position given in the end record.
    expect(view.getUint32(0, true)).toBe(0x04034b50);
    const end = zip.length - 22;
    expect(view.getUint32(end, true)).toBe(0x06054b50);
    expect(view.getUint32(view.getUint32(end + 16, true), true)).toBe(0x02014b50);
  });
});

describe('zips that others made', () => {
  const fine: RawFile = { name: 'fine.txt', content: 'fine' };
  const half: RawFile = { name: '', content: 'x', packed: true, says: 200 * 1024 ** 2 };

  it.each<[string, RawFile, Record<string, string>]>([
    ['as Windows names folders', { name: 'chats\\one.json', content: '[]' }, { 'chats/one.json': '[]' }],
    ['from the time before UTF-8', { name: Uint8Array.of(0x81, 0x2e, 0x74), content: 'u' }, { 'ü.t': 'u' }],
    ['in UTF-8 that does not say so', { name: Buffer.from('한글.txt'), content: 'k' }, { '한글.txt': 'k' }],
    ['packed', { name: 'p', content: 'packed '.repeat(99), packed: true }, { p: 'packed '.repeat(99) }],
  ])('are read: %s', async (_what, file, expected) => {
    expect(await readAll(rawZip([file]))).toEqual(expected);
  });

  it('are read without what macOS adds to them, and behind what stands before them', async () => {
    const zip = rawZip([fine, { name: '__MACOSX/._fine.txt', content: 'x' }, { name: 'a/.DS_Store', content: 'x' }]);
    expect(await readAll(zip)).toEqual({ 'fine.txt': 'fine' });
    expect(await readAll(new Blob(['#!/bin/sh\n', rawZip([fine])]))).toEqual({ 'fine.txt': 'fine' });
  });

  it.each<[string, string, RawFile[]]>([
    ['unsafe-name', 'leads up', [{ name: '../../etc/passwd', content: 'x' }]],
    ['unsafe-name', 'leads up, by Windows', [{ name: 'a\\..\\..\\x', content: 'x' }]],
    ['unsafe-name', 'is absolute', [{ name: '/etc/passwd', content: 'x' }]],
    ['unsafe-name', 'has a drive', [{ name: 'C:\\x', content: 'x' }]],
    ['unsafe-name', 'has a control character', [{ name: 'a\u0000b', content: 'x' }]],
    ['unsafe-name', 'is there twice', [fine, { name: 'fine.txt', content: 'other' }]],
    ['encrypted', 'is locked', [fine, { name: 'secret', content: 'x', flags: 1 }]],
    ['compression', 'is packed by another method', [{ name: 'x', content: 'x', method: 9 }]],
    ['too-large', 'is a bomb', [{ name: 'x', content: 'x', packed: true, says: 300 * 1024 ** 2 }]],
    ['too-large', 'is one of many that are a bomb together', ['a', 'b'].map((name) => ({ ...half, name }))],
    ['damaged', 'says that it is smaller', [{ name: 'x', content: 'x'.repeat(1_000), packed: true, says: 10 }]],
    ['damaged', 'says that it is larger', [{ name: 'x', content: 'x'.repeat(1_000), packed: true, says: 2_000 }]],
    ['damaged', 'has other bytes than its sum says', [{ name: 'x', content: 'x', crc: 1 }]],
    ['damaged', 'is packed into nonsense', [{ name: 'x', content: 'x', method: 8 }]],
    ['damaged', 'shares the bytes of another', [fine, { name: 'again', content: 'fine', at: 0 }]],
    ['damaged', 'lies behind the end', [{ name: 'x', content: 'x', at: 90_000 }]],
    ['damaged', 'is nothing at its place', [fine, { name: 'x', content: 'x', at: 60 }]],
  ])('are refused as %s: a file %s', async (code, _what, files) => {
    expect(await codeOf(readAll(rawZip(files)))).toBe(code);
  });

  it('are read whatever their sum says, by readers that compare a hash', async () => {
    expect(await readAll(rawZip([{ name: 'x', content: 'x', crc: 1 }]), HASHED)).toEqual({ x: 'x' });
    expect(await readAll(new Blob(['#!/bin/sh\n', rawZip([fine])]), HASHED)).toEqual({ 'fine.txt': 'fine' });
  });

  it.each<[string, (zip: Uint8Array) => unknown]>([
    ['is missing', (zip) => zip.fill(0, 0, 4)],
    ['says that the file is locked', (zip) => zip.fill(1, 6, 7)],
    ['says that sizes follow', (zip) => zip.fill(8, 6, 7)],
    ['says another method', (zip) => zip.fill(0, 8, 9)],
    ['says that the name is longer', (zip) => zip.fill(9, 26, 27)],
    ['is right, but not what is packed', (zip) => zip.fill(0xff, 31, 35)],
    ['is right, but some of what is packed is of something else', (zip) => zip.fill(0, 40, 45)],
  ])('are refused by readers that compare a hash, too, where the header of a file %s', async (_what, damage) => {
    const file = { name: 'x', content: Array.from({ length: 900 }, (_, at) => at).join(), packed: true };
    const complete = new Uint8Array(await rawZip([file]).arrayBuffer());
    expect(await readAll(new Blob([complete]), HASHED)).toEqual({ x: file.content });
    damage(complete);
    expect(await codeOf(readAll(new Blob([complete]), HASHED))).toBe('damaged');
    expect(await codeOf(readAll(new Blob([complete])))).toBe('damaged');
  });

  it('are refused when they nest files in each other, the bomb that needs no folding', async () => {
    // Every file begins within the bytes of the previous one and ends with it.
    const content = 'x'.repeat(1_000);
    const files = [0, 10, 20].map((at) => ({ name: `f${at}`, content, at }));
    expect(await codeOf(readAll(rawZip(files)))).toBe('damaged');
  });

  it.each([
    ['is cut in the middle', (zip: Uint8Array) => zip.subarray(0, zip.length / 2)],
    ['lost its beginning', (zip: Uint8Array) => zip.subarray(40)],
    ['has a directory of zeros', (zip: Uint8Array) => zip.fill(0, zip.length - 60, zip.length - 22)],
    ['is empty', () => new Uint8Array()],
    ['is something else', () => new TextEncoder().encode('PK\u0003\u0004 nothing')],
  ])('are refused when the file %s', async (_what, damage) => {
    const complete = new Uint8Array(await rawZip([fine, { name: 'b', content: 'b'.repeat(200) }]).arrayBuffer());
    expect(await codeOf(readAll(new Blob([Uint8Array.from(damage(complete))])))).toBe('damaged');
  });
});
