import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SyncRemote } from '#contract/sync.ts';
import { DELETED } from '#core/normalize/base/overlays.ts';
import { without } from '#core/without.ts';
import { LIBRARY } from '#flows/sync/session-state.ts';
import { toSyncPort } from '#flows/sync/sync-port.ts';
import { createSyncEngine, type SyncEngine } from '#flows/sync/sync-engine.ts';
import { getBlob, saveBlob } from '#storage/blob-repository.ts';
import { saveDraft } from '#storage/draft-repository.ts';
import { createFolder, removeFolder } from '#storage/folder-repository.ts';
import { required } from '#test/fakes/fake-clock.ts';
import { listDeletions } from '#test/fakes/list-deletions.ts';
import { addProjectFiles, removeProjectFiles } from '#storage/project-file-repository.ts';
import { changeProject } from '#storage/project-repository.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import { renameSession } from '#storage/session-repository.ts';
import { getSessionMarks, getSyncLog, sessionMarkId } from '#storage/sync-marks.ts';
import { startProxy } from '#test/host/sync/support/breakable-proxy.ts';
import {
  ACCESS_KEY,
  PASSWORD,
  REGION,
  SECRET_KEY,
  startS3,
  startWebdav,
  USER,
} from '#test/host/sync/support/real-servers.ts';
import { openProfile, type Profile } from './profile.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function profile(name: string, skew = 0): Promise<Profile> {
  const one = await openProfile(name, skew);
  closing.push(one.close);
  return one;
}

function folder(): SyncRemote & { kind: 'folder' } {
  const path = mkdtempSync(join(tmpdir(), 'baton-sync-'));
  closing.push(() => rmSync(path, { recursive: true, force: true }));
  return { kind: 'folder', path };
}

async function two(place: SyncRemote = folder(), secret = '', skew = 0): Promise<[Profile, Profile]> {
  const [ada, bea] = [await profile('ada', skew), await profile('bea')];
  await ada.join(place, secret, 'begin');
  await bea.join(place, secret, 'join');
  return [ada, bea];
}

/** Syncs until no device has anything new. */
async function meet(...all: Profile[]): Promise<void> {
  for (let round = 0; round < 6; round++) {
    let news = 0;
    for (const one of all) {
      const { sent, received } = await one.engine.pass();
      news += sent + received.changed.size + received.removed.size;
    }
    if (news === 0) return;
  }
  throw new Error('machines never stop telling each other');
}

/** Within as many passes as there are in an hour. */
async function until(done: () => Promise<boolean>): Promise<void> {
  for (let pass = 0; pass < 16; pass++) if (await done()) return;
  throw new Error('it never came');
}

const YEAR = 31_536_000_000;

interface RemotePlace {
  name: string;
  start(): Promise<{ place(port?: number): SyncRemote; secret: string; port: number }>;
}

const REMOTE: RemotePlace[] = [
  {
    name: 'a WebDAV server',
    async start() {
      const server = await startWebdav('digest');
      closing.push(server.close);
      const place = (port = server.port) => {
        const url = server.url.replace(String(server.port), String(port));
        return { kind: 'webdav' as const, url, user: USER };
      };
      return { place, secret: PASSWORD, port: server.port };
    },
  },
  {
    name: 'an S3-compatible server',
    async start() {
      const server = await startS3();
      closing.push(server.close);
      const place = (port = server.port) => ({
        kind: 's3' as const,
        url: `http://127.0.0.1:${port}`,
        bucket: 'my-bucket',
        region: REGION,
        accessKey: ACCESS_KEY,
        prefix: 'mine',
      });
      return { place, secret: SECRET_KEY, port: server.port };
    },
  },
];

it('what one machine deletes is deleted on the other and can be restored on either, also when both deleted it', async () => {
  const [ada, bea] = await two();
  const id = await ada.begin('Notes');
  const said = await ada.say(id, 'a secret');
  await ada.say(id, 'and more');
  await meet(ada, bea);
  const remove = (one: Profile, name: string) =>
    one.db.overlays.add({
      id: name,
      sessionId: id,
      target: { message: said.id },
      kind: DELETED,
      reason: 'asked for by the user',
      at: 1,
    });
  const deleted = (one: Profile) => listDeletions(one.db, id);
  await remove(ada, 'by ada');
  await meet(ada, bea);
  expect(await deleted(bea)).toEqual(new Set([said.id]));
  // Neither has heard of the other yet.
  await bea.db.overlays.clear();
  await meet(ada, bea);
  expect(await deleted(ada)).toEqual(new Set());
  await remove(ada, 'by ada again');
  await remove(bea, 'by bea');
  await meet(ada, bea);
  expect(await ada.db.overlays.count()).toBe(2);
  await ada.db.overlays.clear();
  await meet(ada, bea);
  expect(await deleted(bea)).toEqual(new Set());
  expect(await bea.texts(id)).toEqual(['a secret', 'and more']);
  expect(await ada.state()).toBe(await bea.state());
});

describe.each(REMOTE)('two machines through $name', ({ start }) => {
  it('have one history after edits on both, whatever line breaks and whose clock is wrong', async () => {
    const server = await start();
    const proxy = await startProxy(server.port);
    closing.push(proxy.close);
    const [ada, bea] = [await profile('ada', YEAR), await profile('bea', -3_600_000)];
    await ada.join(server.place(proxy.port), server.secret, 'begin');
    await bea.join(server.place(), server.secret, 'join');

    const one = await ada.begin('From Ada');
    const root = await ada.say(one, 'question');
    // Incompressible bytes.
    const bytes = Uint8Array.from(createHash('shake256', { outputLength: 200_000 }).update('seed').digest());
    const { blob } = await saveBlob(ada.db, new Blob([bytes]), 'image/png');
    await ada.say(one, '', { parts: [{ type: 'image', mime: 'image/png', blob, bytes: bytes.length }] });
    // The connection breaks in the middle of the attachment, of the object, of an answer.
    for (const cut of [{ up: 60_000 }, { up: 2_000 }, { down: 300 }]) {
      proxy.cutAfter(cut);
      await expect(ada.engine.pass()).rejects.toMatchObject({ code: 'sync_unreachable' });
    }
    proxy.cutAfter(null);
    await meet(ada, bea);
    expect(await bea.texts(one)).toEqual(await ada.texts(one));
    expect(await (await getBlob(bea.db, blob))?.arrayBuffer().then((there) => new Uint8Array(there))).toEqual(bytes);

    // Both continue at once from the same message, and both rename.
    await ada.say(one, 'ada goes on', { parent: root.id });
    await bea.say(one, 'bea goes on', { parent: root.id });
    await renameSession(ada.db, one, 'Named by Ada');
    await meet(ada, bea);
    await renameSession(bea.db, one, 'Named by Bea, who had seen it');
    await bea.begin('From Bea');
    await meet(ada, bea);
    expect(await ada.texts(one)).toEqual(['ada goes on', 'bea goes on', 'image', 'question']);
    expect((await ada.db.sessions.get(one))?.title).toBe('Named by Bea, who had seen it');
    expect(await ada.state()).toBe(await bea.state());
    expect(await ada.db.sessions.count()).toBe(2);
    expect(proxy.cuts()).toBeGreaterThan(2);
  });
});

describe('the log in a folder', () => {
  it('shows neither words nor hashes of what it holds', async () => {
    const place = folder();
    const [ada] = await two(place);
    const session = await ada.begin('Private title');
    const { blob } = await saveBlob(ada.db, new Blob(['attached']), 'text/plain');
    await ada.say(session, '', {
      parts: [
        { type: 'text', text: 'private words' },
        { type: 'file', mime: 'text/plain', name: 'private.txt', blob, bytes: 8 },
      ],
    });
    await ada.engine.pass();
    const names = readdirSync(place.path, { recursive: true, encoding: 'utf8', withFileTypes: true });
    const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    expect(files.length).toBe(3);
    for (const file of files) {
      const all = file + readFileSync(file, 'latin1');
      for (const word of ['rivate', 'attached', blob, session])
        expect(all.includes(word), `${word} in ${file}`).toBe(false);
    }
  });

  it('keeps what is asked of it in order: a missing object is waited for, and said again by its machine', async () => {
    const place = folder();
    const [ada, bea] = await two(place);
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await ada.engine.pass();
    await ada.say(session, 'second');
    await ada.engine.pass();
    await ada.say(session, 'third');
    await ada.engine.pass();
    const log = join(place.path, 'baton-sync', '1', 'log', 'ada100000000');
    unlinkSync(join(log, '000000000002'));
    const report = await bea.engine.pass();
    expect(await bea.texts(session)).toEqual(['first']);
    expect([...report.waiting]).toEqual([['ada100000000', 'missing']]);
    // Ada finds it at the next start.
    const again = reopened(ada);
    await again.pass();
    await bea.engine.pass();
    expect(await bea.texts(session)).toEqual(['first', 'second', 'third']);
    expect(await bea.state()).toBe(await ada.state());
  });

  it('refuses objects that were changed, cut, renamed or put in for another', async () => {
    const place = folder();
    const [ada, bea] = await two(place);
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await ada.engine.pass();
    await ada.say(session, 'second');
    await ada.engine.pass();
    const log = join(place.path, 'baton-sync', '1', 'log', 'ada100000000');
    const first = readFileSync(join(log, '000000000001'));
    const second = readFileSync(join(log, '000000000002'));
    const bad = [second, first.subarray(0, -5), Buffer.alloc(0), Buffer.from(first).fill(1, 40, 41)];
    for (const bytes of bad) {
      writeFileSync(join(log, '000000000001'), bytes);
      expect([...(await bea.engine.pass()).waiting]).toEqual([['ada100000000', 'damaged']]);
      expect(await bea.db.sessions.count()).toBe(0);
    }
    // It just hadn't arrived completely.
    writeFileSync(join(log, '000000000001'), first);
    writeFileSync(join(log, '000000000001 (conflicted copy)'), second);
    expect((await bea.engine.pass()).waiting.size).toBe(0);
    expect(await bea.texts(session)).toEqual(['first', 'second']);
  });

  it('never says that a message is gone, only because it cannot be read here', async () => {
    const place = folder();
    const [ada, bea] = await two(place);
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    const { id } = await ada.say(session, 'second');
    await meet(ada, bea);
    const { parts = [] } = (await ada.db.messages.get(id)) ?? {};
    const lenient = reopened(ada, () => undefined);
    await lenient.pass();
    const marks = required(await getSessionMarks(ada.db, session));
    await ada.db.syncMarks.put({ ...marks, id: sessionMarkId(session), unsent: [`message:${id}`] });
    await ada.db.messages.update(id, { parts: 'damaged' as never });
    await lenient.pass();
    await bea.engine.pass();
    expect(await bea.texts(session)).toEqual(['first', 'second']);
    // A later build reads it.
    await ada.db.messages.update(id, { parts });
    await lenient.pass();
    const cy = await profile('cy');
    await cy.join(place, '', 'join');
    await cy.engine.pass();
    expect(await cy.texts(session)).toEqual(['first', 'second']);
  });

  it('brings messages beside one that cannot be read here', async () => {
    const [ada, bea] = await two();
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    const { id } = await ada.say(session, 'second');
    await meet(ada, bea);
    await bea.db.messages.update(id, { parts: 'damaged' as never });
    await ada.say(session, 'third');
    await ada.engine.pass();
    await reopened(bea, () => undefined).pass();
    expect((await bea.db.messages.where({ sessionId: session }).toArray()).map(({ id: one }) => one)).toHaveLength(3);
  });

  it('brings back what was lost here, when its machine says everything again', async () => {
    const [ada, bea] = await two();
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    const { id } = await ada.say(session, 'second');
    await meet(ada, bea);
    await bea.db.messages.delete(id);
    await ada.engine.sayAgain();
    await meet(ada, bea);
    expect(await bea.texts(session)).toEqual(['first', 'second']);
  });

  it.each([
    ['is not here any more', ({ db }: Profile) => Promise.all([db.sessions.clear(), db.messages.clear()])],
    ['cannot be read here', ({ db }: Profile) => db.sessions.toCollection().modify({ title: 1 as never })],
  ])('brings a conversation whole that %s', async (_name, lose) => {
    const [ada, bea] = await two();
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await meet(ada, bea);
    await lose(bea);
    const lenient = reopened(bea, () => undefined);
    await lenient.pass();
    await ada.say(session, 'second');
    await ada.engine.pass();
    expect(await ada.texts(session)).toEqual(['first', 'second']);
    await lenient.pass();
    expect(await bea.texts(session)).toEqual(['first', 'second']);
    expect(await bea.state()).toBe(await ada.state());
  });

  it('heals what somebody changed or cut in it when its machine says everything again', async () => {
    const place = folder();
    const [ada, bea] = await two(place);
    const session = await ada.begin('One');
    for (const text of ['first', 'second', 'third']) {
      await ada.say(session, text);
      await ada.engine.pass();
    }
    const log = join(place.path, 'baton-sync', '1', 'log', 'ada100000000');
    writeFileSync(join(log, '000000000002'), readFileSync(join(log, '000000000002')).subarray(0, 90));
    expect([...(await bea.engine.pass()).waiting]).toEqual([['ada100000000', 'damaged']]);
    expect(await bea.texts(session)).toEqual(['first']);
    // Her messages in the meantime are still sent.
    await bea.begin('From Bea');
    await bea.engine.pass();
    await ada.engine.pass();
    expect(await ada.db.sessions.count()).toBe(2);

    await ada.engine.sayAgain();
    await ada.engine.pass({ changed: [] });
    expect((await bea.engine.pass()).waiting.size).toBe(0);
    expect(await bea.texts(session)).toEqual(['first', 'second', 'third']);
    expect(await bea.state()).toBe(await ada.state());
  });

  it('is noticed when somebody sets it back to what it was, until its machine has said more', async () => {
    const place = folder();
    const [ada, bea] = await two(place);
    const session = await ada.begin('One');
    for (const text of ['first', 'second', 'third']) {
      await ada.say(session, text);
      await ada.engine.pass();
    }
    expect((await bea.engine.pass()).waiting.size).toBe(0);
    const log = join(place.path, 'baton-sync', '1', 'log', 'ada100000000');
    unlinkSync(join(log, '000000000003'));
    for (let pass = 0; pass < 2; pass++)
      expect([...(await bea.engine.pass()).waiting]).toEqual([['ada100000000', 'rolled-back']]);
    expect(await bea.texts(session)).toEqual(['first', 'second', 'third']);
    await ada.engine.sayAgain();
    await ada.engine.pass({ changed: [] });
    expect((await bea.engine.pass()).waiting.size).toBe(0);
    expect(await bea.state()).toBe(await ada.state());
  });

  it('is filled again by its machines, without a new start, when somebody empties it', async () => {
    const place = folder();
    const [ada, bea] = await two(place);
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await meet(ada, bea);
    await bea.say(session, 'second');
    await meet(bea, ada);
    const before = [await ada.state(), await bea.state()];
    rmSync(join(place.path, 'baton-sync', '1', 'log'), { recursive: true });
    await until(async () => (await ada.engine.pass({ changed: [] })).sent > 0);
    await until(async () => (await bea.engine.pass({ changed: [] })).sent > 0);
    expect([await ada.state(), await bea.state()]).toEqual(before);
    const cy = await profile('cy');
    await cy.join(place, '', 'join');
    await meet(cy);
    expect(await cy.texts(session)).toEqual(['first', 'second']);
  });

  it.each(['removed', 'cut'] as const)('costs nothing that is here when its key is %s', async (how) => {
    const place = folder();
    const [ada, bea] = await two(place);
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await meet(ada, bea);
    const key = join(place.path, 'baton-sync', '1', 'key.json');
    const content = readFileSync(key);
    if (how === 'removed') unlinkSync(key);
    else writeFileSync(key, content.subarray(0, 60));
    await ada.say(session, 'second');
    for (const one of [ada, bea]) await expect(one.engine.pass()).rejects.toMatchObject({ code: 'sync_other_place' });
    expect(await ada.texts(session)).toEqual(['first', 'second']);
    expect(await bea.texts(session)).toEqual(['first']);
    writeFileSync(key, content);
    await meet(ada, bea);
    expect(await bea.texts(session)).toEqual(['first', 'second']);
  });

  it('is not mistaken for another one, and opens to its passphrase alone', async () => {
    const place = folder();
    const [ada] = await two(place);
    const cy = await profile('cy');
    await expect(cy.join(place, '', 'join', 'wrong passphrase')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await expect(cy.join(place, '', 'begin')).rejects.toMatchObject({ code: 'sync_taken' });
    await expect(cy.join(folder(), '', 'join')).rejects.toMatchObject({ code: 'sync_missing' });
    const other = folder();
    await cy.join(other, '', 'begin');
    rmSync(join(place.path, 'baton-sync'), { recursive: true });
    const from = join(other.path, 'baton-sync', '1', 'key.json');
    mkdirSync(join(place.path, 'baton-sync', '1'), { recursive: true });
    writeFileSync(join(place.path, 'baton-sync', '1', 'key.json'), readFileSync(from));
    await expect(ada.engine.pass()).rejects.toMatchObject({ code: 'sync_other_place' });
  });

  it('is asked for nothing before the user has agreed to its whole address', async () => {
    const ada = await profile('ada');
    const place = folder();
    const given = { place, secret: '', passphrase: 'long enough', how: 'begin' as const };
    await expect(ada.host.join({ ...given, agreed: place.path })).rejects.toMatchObject({ code: 'approval_stale' });
    expect(readdirSync(place.path)).toEqual([]);
    expect(await ada.host.addressOf(place)).toBe(join(place.path, 'baton-sync', '1'));
  });

  it('goes on under another name where two copies of a profile write under one', async () => {
    const place = folder();
    const [ada, bea] = await two(place);
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await ada.engine.pass();
    // The copy, which was made before, has written object 2.
    const marks = await ada.db.syncMarks.toArray();
    await ada.say(session, 'second');
    await ada.engine.pass();
    await ada.db.transaction('rw', ada.db.syncMarks, async () => {
      await ada.db.syncMarks.clear();
      await ada.db.syncMarks.bulkPut(marks);
    });
    await ada.say(session, 'third');
    const again = reopened(ada);
    await again.pass();
    await again.pass();
    expect((await getSyncLog(ada.db))?.device).not.toBe('ada100000000');
    await meet(bea);
    expect(await bea.texts(session)).toEqual(['first', 'second', 'third']);
  });
});

describe('folders, prompts and assistants', () => {
  it('are the same on both machines, with what is in them, and go where they are removed', async () => {
    const [ada, bea] = await two();
    const work = await createFolder(ada.db, { name: 'Work', parent: null, at: 1 });
    const inner = await createFolder(ada.db, { name: 'Inner', parent: work.id, at: 2 });
    const session = await ada.begin('One');
    await ada.db.sessions.update(session, { folder: inner.id });
    const made = { name: 'Short', createdAt: 1, updatedAt: 1 };
    await ada.db.prompts.add({ ...made, id: 'p', text: 'Be short.' });
    await bea.db.assistants.add({ ...made, id: 'a', system: 'Be short.', target: null });
    await meet(ada, bea);
    expect(await bea.db.prompts.toArray()).toEqual(await ada.db.prompts.toArray());
    expect(await ada.db.assistants.toArray()).toEqual(await bea.db.assistants.toArray());
    await bea.db.prompts.delete('p');
    await meet(bea, ada);
    expect(await ada.db.prompts.count()).toBe(0);
    expect(await bea.db.folders.toArray()).toEqual(await ada.db.folders.toArray());
    expect((await bea.db.sessions.get(session))?.folder).toBe(inner.id);
    await bea.db.folders.update(work.id, { name: 'Named by Bea' });
    await ada.db.folders.delete(inner.id);
    await meet(ada, bea);
    for (const { db } of [ada, bea])
      expect((await db.folders.toArray()).map(({ name }) => name)).toEqual(['Named by Bea']);
  });

  it('are projects with their files, whose bytes arrive with them', async () => {
    const [ada, bea] = await two();
    const made = await createFolder(ada.db, { name: '연구', parent: null, at: 1 });
    await changeProject(ada.db, made.id, { instructions: 'Cite.' });
    const stored = await saveBlob(ada.db, new Blob(['본문']), 'text/plain');
    const file = { id: 'file', folder: made.id, name: 'a.txt', ...stored, createdAt: 2 };
    await addProjectFiles(ada.db, [file]);
    await meet(ada, bea);
    expect(await bea.db.folders.toArray()).toEqual(await ada.db.folders.toArray());
    expect(await bea.db.projectFiles.toArray()).toEqual([file]);
    expect(await (await getBlob(bea.db, file.blob))?.text()).toBe('본문');
    await removeProjectFiles(bea.db, ['file']);
    await removeFolder(bea.db, made.id, 9);
    await meet(ada, bea);
    expect(await ada.db.projectFiles.count()).toBe(0);
    expect(await ada.db.folders.toArray()).toMatchObject([{ deletedAt: 9, project: { instructions: 'Cite.' } }]);
  });

  it('have what both machines changed at once, field by field', async () => {
    const [ada, bea] = await two();
    const made = await createFolder(ada.db, { name: 'Research', parent: null, at: 1 });
    await changeProject(ada.db, made.id, { instructions: 'Cite.', assistant: 'editor' });
    await ada.db.assistants.add({ id: 'a', name: 'A', system: 'Short.', target: null, createdAt: 1, updatedAt: 1 });
    await meet(ada, bea);
    // Neither has seen the other's change, whichever sends first.
    for (const [first, second, words, assistant] of [
      [ada, bea, 'Quote.', null],
      [bea, ada, 'Compare.', 'other'],
    ] as const) {
      await changeProject(first.db, made.id, { instructions: words });
      await first.db.assistants.update('a', { name: words });
      await second.db.folders.update(made.id, { name: `Not ${words}` });
      await second.db.assistants.update('a', { system: words });
      await changeProject(second.db, made.id, { assistant, files: 'tool' });
      await meet(first, second);
      for (const { db } of [ada, bea]) {
        const { name, project } = (await db.folders.get(made.id)) ?? {};
        expect(name).toBe(`Not ${words}`);
        expect(project).toEqual({ instructions: words, target: null, files: 'tool', ...(assistant && { assistant }) });
        expect(await db.assistants.get('a')).toMatchObject({ name: words, system: words });
      }
    }
    // Nothing is sent to and fro.
    expect((await ada.engine.pass()).sent + (await bea.engine.pass()).sent).toBe(0);
  });

  it('are the same where two machines gave a field the same value and a third another one in between', async () => {
    const place = folder();
    const [ada, bea] = [await profile('ada'), await profile('bea', 20_000)];
    const cy = await profile('cy', 10_000);
    await ada.join(place, '', 'begin');
    await bea.join(place, '', 'join');
    await cy.join(place, '', 'join');
    const { id } = await createFolder(ada.db, { name: 'Research', parent: null, at: 1 });
    await meet(ada, bea, cy);
    for (const [one, name] of [
      [ada, 'Same'],
      [bea, 'Same'],
      [cy, 'Other'],
    ] as const)
      await one.db.folders.update(id, { name });
    await meet(ada, bea, cy);
    for (const { db } of [ada, bea, cy]) expect((await db.folders.get(id))?.name).toBe('Same');
  });

  it('of marks and objects of earlier builds, without stamps of fields, go on: the later row wins', async () => {
    const [ada, bea] = await two();
    const made = await createFolder(ada.db, { name: 'Research', parent: null, at: 1 });
    await meet(ada, bea);
    for (const { db } of [ada, bea]) {
      const marks = await getSessionMarks(db, LIBRARY);
      if (!marks?.fields) throw new Error('no marks');
      await db.syncMarks.put(without(marks, 'fields'));
    }
    await bea.db.folders.update(made.id, { name: 'Renamed' });
    await meet(ada, bea);
    expect(await ada.db.folders.get(made.id)).toMatchObject({ name: 'Renamed' });
    await changeProject(ada.db, made.id, { instructions: 'Cite.' });
    await bea.db.folders.update(made.id, { name: 'Renamed again' });
    await meet(ada, bea);
    for (const { db } of [ada, bea])
      expect(await db.folders.get(made.id)).toMatchObject({
        name: 'Renamed again',
        project: { instructions: 'Cite.' },
      });
  });
});

describe('what is removed for good', () => {
  it('goes on the other machine too', async () => {
    const [ada, bea] = await two();
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await meet(ada, bea);
    await bea.remove(session);
    await meet(bea, ada);
    for (const one of [ada, bea]) {
      expect(await one.db.sessions.count()).toBe(0);
      expect(await one.db.messages.count()).toBe(0);
    }
  });

  it('stays, on every machine, where somebody has gone on with it without knowing', async () => {
    const place = folder();
    const [ada, bea] = await two(place);
    const cy = await profile('cy');
    await cy.join(place, '', 'join');
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await meet(ada, bea, cy);
    await ada.remove(session);
    await bea.say(session, 'second');
    await ada.engine.pass();
    await cy.engine.pass();
    expect(await cy.db.sessions.count()).toBe(0);
    const report = await bea.engine.pass();
    expect([...report.received.retained]).toEqual([session]);
    await meet(cy, ada, bea);
    for (const one of [ada, bea, cy]) {
      expect(await one.texts(session)).toEqual(['first', 'second']);
      expect((await one.db.sessions.get(session))?.deletedAt).toBe(0);
    }
    expect(await ada.state()).toBe(await cy.state());
    // Once all devices know of it, removing it is intentional.
    await cy.remove(session);
    await meet(cy, ada, bea);
    for (const one of [ada, bea, cy]) expect(await one.db.sessions.count()).toBe(0);
  });

  it('stays where somebody has only attached a file for the next message', async () => {
    const [ada, bea] = await two();
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await meet(ada, bea);
    const { blob, bytes } = await saveBlob(bea.db, new Blob(['a,b']), 'text/csv');
    const attachment = { kind: 'file' as const, mime: 'text/csv', name: 'walnuts.csv', blob, bytes };
    await saveDraft(bea.db, { sessionId: session, text: '', attachments: [attachment], at: 1 });
    await ada.remove(session);
    await ada.engine.pass();
    const report = await bea.engine.pass();
    expect([...report.received.retained]).toEqual([session]);
    expect(await bea.db.drafts.get(session)).toMatchObject({ attachments: [attachment] });
    expect(await bea.texts(session)).toEqual(['first']);
  });

  it('is not brought back by what a machine that comes late hears of it', async () => {
    const place = folder();
    const [ada, bea] = await two(place);
    const session = await ada.begin('One');
    await ada.say(session, 'first');
    await meet(ada, bea);
    await bea.remove(session);
    await meet(ada, bea);
    const cy = await profile('cy');
    await cy.join(place, '', 'join');
    await meet(cy);
    expect(await cy.db.sessions.count()).toBe(0);
  });
});

const refuse: OnUnreadableRow = (row) => {
  throw new Error(JSON.stringify(row));
};

/** The page of a profile, restarted. */
function reopened({ db, host }: Profile, onUnreadableRow = refuse): SyncEngine {
  return createSyncEngine({
    db,
    port: toSyncPort(host),
    now: () => 1_800_001_000_000,
    newDevice: () => 'another00000',
    onUnreadableRow,
  });
}
