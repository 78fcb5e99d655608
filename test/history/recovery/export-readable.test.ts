import { afterEach, describe, expect, it, vi } from 'vitest';
import { openArchive } from '#archive/read-archive.ts';
import { readLibrary } from '#history/archive/restore-library.ts';
import { exportReadable } from '#history/recovery/export-readable.ts';
import { rebuildSession } from '#history/recovery/rebuild-session.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { putSend } from '#storage/store-sends.ts';
import { toMessageRow } from '#storage/write-messages.ts';
import { openRaw } from '#storage/raw/raw-database.ts';
import { readStore, type UnreadableKeys } from '#storage/raw/read-store.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { ASSISTANTS, PROMPTS } from '#test/archive/arbitrary-session.ts';
import { MemoryFiles } from '#test/archive/memory-files.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { anySession, notesOf, sendOf } from '#test/fakes/sends.ts';

afterEach(() => vi.restoreAllMocks());

function message(sessionId: string, seq: number, parts: StoredPart[]): StoredMessage {
  return {
    id: `${sessionId}${seq}`,
    sessionId,
    parentId: seq === 1 ? null : `${sessionId}${seq - 1}`,
    seq,
    role: seq % 2 === 1 ? 'user' : 'assistant',
    parts,
    status: 'complete',
    createdAt: seq,
  };
}

/** One complete conversation, one without its row, one with an invalid row, and settings. */
async function damaged(name: string): Promise<IDBDatabase> {
  const db = await openTestDatabase(name);
  const { blob, bytes } = await saveBlob(db, new Blob(['a picture']), 'image/png');
  await db.table('sessions').add({ id: 'b', title: 7, leafId: 'b1' });
  for (const id of ['a', 'b'])
    for (const seq of [1, 2])
      await db.messages.add(toMessageRow(message(id, seq, [{ type: 'text', text: `${id} says` }])));
  await db.messages.add(toMessageRow(message('a', 3, [{ type: 'image', mime: 'image/png', blob, bytes }])));
  await db.table('messages').add({ ...message('a', 4, []), parts: 'no parts', parentKey: 'x' });
  await db.settings.put({ key: 'theme', value: 'dark' });
  db.close();
  const raw = await openRaw(name);
  if (!raw) throw new Error('no database');
  return raw;
}

const WRITE = { writtenBy: 'test', writtenAt: 1 };

describe('the row of a conversation that is lost', () => {
  it('is rebuilt from more messages than a call takes arguments', () => {
    const messages = Array.from({ length: 150_000 }, (_, index) => message('a', index + 1, []));
    expect(rebuildSession('a', { messages, overlays: [], sends: [], usage: [] })).toMatchObject({
      createdAt: 1,
      updatedAt: 150_000,
      lastSeq: 150_000,
      leafId: 'a150000',
    });
  });
});

describe('exporting what is readable', () => {
  it('makes an archive of what fits, and puts everything else beside it as it is', async () => {
    const raw = await damaged('readable');
    const files = new MemoryFiles();
    expect(await exportReadable(raw, files, WRITE)).toEqual({
      conversations: 2,
      messages: 5,
      attachments: 1,
      beside: 3,
      unreadable: 0,
      lost: 0,
    });
    raw.close();
    expect(files.text('beside/messages.ndjson')).toContain('no parts');
    expect(files.text('beside/sessions.ndjson')).toContain('"title":7');
    expect(files.text('beside/settings.ndjson')).toBe('["theme",{"key":"theme","value":"dark"}]\n');
    const archive = await openArchive(files.list());
    const [a, b] = await Promise.all(archive.manifest.conversations.map((entry) => archive.session(entry)));
    expect(a?.session).toMatchObject({ id: 'a', title: 'a says', leafId: 'a3', lastSeq: 3 });
    expect(a?.messages).toHaveLength(3);
    expect(b?.session).toMatchObject({ id: 'b', title: 'b says', leafId: 'b2' });
  });

  it('holds prompts, assistants and the files of projects, and bytes that no conversation names', async () => {
    const db = await openTestDatabase('library');
    const [project, unnamed] = [
      await saveBlob(db, new Blob(['of a project']), 'text/plain'),
      await saveBlob(db, new Blob(['of an unreadable row']), 'text/plain'),
    ];
    const file = { id: 'file', folder: 'f', name: 'a.txt', createdAt: 5, ...project };
    await db.folders.add({ id: 'f', name: 'Work', parent: null, createdAt: 1 });
    await db.projectFiles.add(file);
    await db.prompts.bulkAdd([...PROMPTS]);
    await db.assistants.bulkAdd([...ASSISTANTS]);
    db.close();
    const raw = await openRaw('library');
    if (!raw) throw new Error('no database');
    const files = new MemoryFiles();
    expect(await exportReadable(raw, files, WRITE)).toMatchObject({ attachments: 1, beside: 1, lost: 0 });
    raw.close();
    const archive = await openArchive(files.list());
    const { prompts, assistants, files: projectFiles } = await readLibrary(archive);
    expect({ prompts, assistants, projectFiles }).toEqual({
      prompts: PROMPTS,
      assistants: ASSISTANTS,
      projectFiles: [file],
    });
    expect(archive.blob(project.blob)).not.toBeNull();
    expect(files.text(`beside/blobs/${unnamed.blob}`)).toBe('of an unreadable row');
  });

  it('joins the notes of requests, and puts what is incomplete beside', async () => {
    const db = await openTestDatabase('notes');
    const { id, fence } = await anySession(db);
    const sends = ['one', 'two'].map((name) => sendOf(id, name, { notes: notesOf(200, name) }));
    for (const send of sends) await putSend(db, fence, send);
    const lost = await db.sends.get('two');
    await db.noteLists.delete([id, lost?.noteLists?.[1] ?? '']);
    db.close();
    const raw = await openRaw('notes');
    if (!raw) throw new Error('no database');
    const files = new MemoryFiles();
    expect(await exportReadable(raw, files, WRITE)).toMatchObject({ conversations: 1, unreadable: 0 });
    raw.close();
    const archive = await openArchive(files.list());
    const [entry] = archive.manifest.conversations;
    expect(entry && (await archive.session(entry)).sends).toEqual([sends[0]]);
    expect(files.text('beside/sends.ndjson')).toContain('"id":"two"');
  });

  it('goes on after rows that the browser cannot read, and names them', async () => {
    const raw = await damaged('unreadable');
    const bad = (key: unknown) => JSON.stringify(key) === '"a2"';
    const get = IDBObjectStore.prototype.get;
    const getAll = IDBObjectStore.prototype.getAll;
    const fail = () => {
      throw new DOMException('Failed to read large IndexedDB value', 'DataError');
    };
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function read(this: IDBObjectStore, key) {
      return bad(key) ? fail() : get.call(this, key);
    });
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function read(this: IDBObjectStore, range, count) {
      return this.name === 'messages' ? fail() : getAll.call(this, range, count);
    });
    const files = new MemoryFiles();
    expect(await exportReadable(raw, files, WRITE)).toMatchObject({ conversations: 2, messages: 4, unreadable: 1 });
    raw.close();
    expect(files.text('unreadable.ndjson')).toContain('"from":"a2"');
    expect((await openArchive(files.list())).manifest.counts.messages).toBe(4);
  });

  it('reads from the end where the way through the keys is broken', async () => {
    const db = await openTestDatabase('broken-keys');
    for (let index = 0; index < 450; index++)
      await db.settings.add({ key: `k${String(index).padStart(4, '0')}`, value: index });
    db.close();
    const raw = await openRaw('broken-keys');
    if (!raw) throw new Error('no database');
    const getAllKeys = IDBObjectStore.prototype.getAllKeys;
    const openKeyCursor = IDBObjectStore.prototype.openKeyCursor;
    vi.spyOn(IDBObjectStore.prototype, 'getAllKeys').mockImplementation(function keys(
      this: IDBObjectStore,
      range,
      count,
    ) {
      if (range instanceof IDBKeyRange && range.lower === 'k0199') throw new DOMException('corrupt', 'UnknownError');
      return getAllKeys.call(this, range, count);
    });
    vi.spyOn(IDBObjectStore.prototype, 'openKeyCursor').mockImplementation(function cursor(
      this: IDBObjectStore,
      range,
      way,
    ) {
      if (range instanceof IDBKeyRange && range.upper === 'k0300') throw new DOMException('corrupt', 'UnknownError');
      return openKeyCursor.call(this, range, way);
    });
    const found: unknown[] = [];
    const reports: UnreadableKeys[] = [];
    for await (const { key } of readStore(raw, 'settings', (keys) => reports.push(keys))) found.push(key);
    raw.close();
    expect(found).toHaveLength(350);
    expect(new Set(found).size).toBe(350);
    expect(reports).toMatchObject([{ store: 'settings', from: 'k0199', to: 'k0300' }]);
  });
});
