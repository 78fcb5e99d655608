import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { guardFiles } from '#archive/files.ts';
import { concat, pieces } from '#test/archive/memory-files.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';
import { createZipSink } from '#transfer/zip/zip-sink.ts';
import { rawZip, type RawFile } from './raw-zip.ts';
import { memoryStream, textOf, zipped } from './zips.ts';

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

/** Reads all of its content, like an import. */
async function readAll(zip: Blob): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const file of guardFiles(await zipFiles(zip)).values()) found[file.name] = await textOf(file);
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
  });

  it('does not pack what does not get smaller', async () => {
    const packed = deflateRawSync(Buffer.from(Array.from({ length: 9_000 }, (_, at) => String(at * at)).join('')));
    const [file] = await zipFiles(await zipped([['picture', packed]]));
    expect(file?.packedBytes).toBe(packed.length);
  });

  it('fails to write with what its content fails with, and reads nothing more', async () => {
    const { stream } = memoryStream();
    const sink = createZipSink(stream, new Date());
    async function* content() {
      yield Uint8Array.of(1);
      throw new Error('the source broke');
    }
    await expect(sink.add('a', content())).rejects.toThrow('the source broke');
  });

  it('stops unpacking when nobody reads on', async () => {
    const [file] = await zipFiles(await zipped([['large', 'x'.repeat(50_000_000)]]));
    let read = 0;
    for await (const piece of file?.read() ?? []) {
      read += piece.length;
      break;
    }
    expect(read).toBeLessThan(1_000_000);
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
    const [file] = await zipFiles(rawZip([{ name: 'x', content: 'x', crc: 1 }]));
    const read: Uint8Array[] = [];
    for await (const piece of file?.read({ isHashed: true }) ?? []) read.push(piece);
    expect(Buffer.concat(read).toString()).toBe('x');
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
