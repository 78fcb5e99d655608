import { assert, asyncProperty, sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManifestSchema } from '#archive/manifest.ts';
import { openArchive } from '#archive/read-archive.ts';
import { verifyArchive } from '#archive/verify-archive.ts';
import { writeArchive } from '#archive/write-archive.ts';
import {
  ALL_BLOBS,
  ASSISTANTS,
  BLOBS,
  FOLDERS,
  PROJECT_BLOBS,
  PROJECT_FILES,
  PROMPTS,
  histories,
  sessionNamed,
} from './arbitrary-session.ts';
import { concat } from './memory-files.ts';
import { readAll, sourceOf, TOOL_LIST, written } from './support.ts';

const sorted = <T extends { id: string }>(rows: readonly T[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe('an archive', () => {
  it('gives back every part, signature, branch, overlay and everything beside them', async () => {
    await assert(
      asyncProperty(histories, async (all) => {
        const files = await written(all);
        const read = await readAll(files);
        expect(read).toEqual(
          all.map((one) => ({
            ...one,
            overlays: sorted(one.overlays),
            sends: sorted(one.sends),
            usage: sorted(one.usage),
            outputs: sorted(one.outputs),
          })),
        );
        const report = await verifyArchive(await openArchive(files.list()));
        expect(report.problems).toEqual([]);
        expect(report.messages).toBe(all.flatMap(({ messages }) => messages).length);
        expect(report.records).toBe(FOLDERS.length + ASSISTANTS.length + PROMPTS.length + PROJECT_FILES.length);
      }),
      { numRuns: 60 },
    );
  });

  it('has equal files for equal histories, whatever order storage gives them in', async () => {
    await assert(
      asyncProperty(histories, async (all) => {
        const shuffled = all.map((one) => ({
          ...one,
          messages: one.messages.toReversed(),
          overlays: one.overlays.toReversed(),
        }));
        expect((await written(shuffled)).contents).toEqual((await written(all)).contents);
      }),
      { numRuns: 20 },
    );
  });

  it('holds the bytes of attachments once, under their hash, and the tools that requests offered', async () => {
    const all = sample(histories, { numRuns: 40, seed: 5 }).filter((one) =>
      one.some(({ sends, messages }) => sends.length > 0 && messages.length > 6),
    );
    expect(all.length).toBeGreaterThan(0);
    for (const one of all) {
      const archive = await openArchive((await written(one)).list());
      for await (const { hash, bytes } of archive.blobs()) {
        expect(bytes).toBe(ALL_BLOBS.get(hash)?.length);
        const content = archive.blob(hash);
        expect(content && [...(await concat(content))]).toEqual([...(ALL_BLOBS.get(hash) ?? [])]);
      }
      const lists = [];
      for await (const { row } of archive.toolLists()) lists.push(row);
      expect(lists).toEqual([TOOL_LIST]);
    }
  });

  it('has the whole library, or what its conversations name alone, folders with what is above them', async () => {
    const [one] = sample(sessionNamed('a'), { numRuns: 1, seed: 3 });
    if (!one) throw new Error('no sample');
    const library = async (folder: string, which: 'all' | 'used', assistant = 'gone') => {
      const session = { ...one.session, folder, assistant };
      const files = await written([{ ...one, session }], { library: which });
      const rows = [];
      for await (const { row } of (await openArchive(files.list())).library()) rows.push(row);
      return rows;
    };
    expect(await library('f2', 'all')).toEqual([...ASSISTANTS, ...FOLDERS, ...PROJECT_FILES, ...PROMPTS]);
    expect(await library('gone', 'used', 'a1')).toEqual(ASSISTANTS.slice(0, 1));
    const ofProject = PROJECT_FILES.slice(0, 1);
    const clerk = ASSISTANTS.slice(2);
    expect(await library('f2', 'used')).toEqual([...clerk, ...FOLDERS.slice(0, 2), ...ofProject]);
    expect(await library('f1', 'used')).toEqual([...clerk, ...FOLDERS.slice(0, 1), ...ofProject]);
    expect(await library('gone', 'used')).toEqual([]);
  });

  it('tells of attachments that were lost before, instead of failing or hiding it', async () => {
    const [one] = sample(sessionNamed('a'), { numRuns: 1, seed: 3 });
    if (!one) throw new Error('no sample');
    const [first, ...others] = [...BLOBS.keys()];
    if (first === undefined) throw new Error('no blob');
    const parts = [...BLOBS].map(([blob, { length }]) => ({
      type: 'image' as const,
      mime: 'image/png',
      blob,
      bytes: length,
    }));
    const message = {
      id: 'm',
      sessionId: 'a',
      parentId: null,
      seq: 1,
      role: 'user' as const,
      parts,
      status: 'complete' as const,
      createdAt: 1,
    };
    const broken = new Map(
      [...BLOBS, ...PROJECT_BLOBS].map(([hash, bytes]) => [hash, hash === others[0] ? Uint8Array.of(9) : bytes]),
    );
    broken.delete(first);
    const files = await written(
      [{ ...one, messages: [message], overlays: [], sends: [], usage: [], outputs: [], draft: null }],
      { blobs: broken },
    );
    const archive = await openArchive(files.list());
    expect(archive.manifest.lost.toSorted((a, b) => (a.reason < b.reason ? 1 : -1))).toEqual([
      { blob: first, reason: 'missing' },
      { blob: others[0], reason: 'damaged' },
    ]);
    expect((await verifyArchive(archive)).problems).toEqual([]);
  });

  it('ends an answer that was being written, for nobody writes it any more', async () => {
    const [one] = sample(sessionNamed('a'), { numRuns: 1, seed: 11 });
    const growing = one?.messages.map((message) => ({ ...message, status: 'streaming' as const })) ?? [];
    expect(growing.length).toBeGreaterThan(0);
    const [read] = await readAll(await written(one ? [{ ...one, messages: growing }] : []));
    expect(new Set(read?.messages.map(({ status }) => status))).toEqual(new Set(['interrupted']));
  });

  it('leaves out a conversation that was deleted while it was written', async () => {
    const [one] = sample(sessionNamed('a'), { numRuns: 1, seed: 2 });
    if (!one) throw new Error('no sample');
    const files = await written([one]);
    await writeArchive(sourceOf([one]), ['gone', 'a'], files, { writtenBy: 'x', writtenAt: 1 });
    expect((await openArchive(files.list())).manifest.conversations.map(({ id }) => id)).toEqual(['a']);
  });

  it('says how far it is, and stops when it is told to', async () => {
    const all = sample(histories, { numRuns: 20, seed: 1 }).find((one) => one.length === 3) ?? [];
    const seen: number[] = [];
    await written(all, { onProgress: ({ conversations }) => seen.push(conversations) });
    expect(seen.slice(0, 3)).toEqual([1, 2, 3]);
    const stop = new AbortController();
    const stopped = written(all, { signal: stop.signal, onProgress: () => stop.abort() });
    await expect(stopped).rejects.toThrow('abort');
  });

  it('has a manifest that its schema describes', async () => {
    const files = await written([]);
    expect(ManifestSchema.parse(JSON.parse(files.text('manifest.json'))).counts.conversations).toBe(0);
  });
});
