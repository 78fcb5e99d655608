import type { SessionRow } from '#storage/rows.ts';
import { describe, expect, it } from 'vitest';
import { databaseOf } from '../archive/import/exports.ts';
import { MemoryTarget } from './memory-target.ts';
import { exported, running, transferWorld } from './transfer-world.ts';
import { rawZip } from './zip/raw-zip.ts';
import { zipped } from './zip/zips.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 1, 2, 3);

const said = (id: string, parent: string | null, role: string, parts: unknown[]) => ({
  [id]: { id, parent, message: { author: { role }, content: { content_type: 'multimodal_text', parts } } },
});

function chatgpt(id: string, more: object = {}) {
  const picture = { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' };
  const mapping = { ...said('q', null, 'user', ['Look', picture]), ...said('a', 'q', 'assistant', ['Fine.']), ...more };
  return { conversation_id: id, title: `Talk ${id}`, current_node: Object.keys(mapping).at(-1), mapping };
}

const CLAUDE_CODE = [
  { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'Hi' } },
  {
    type: 'assistant',
    uuid: 'v',
    parentUuid: 'u',
    sessionId: 's',
    message: { role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: 'Hello.' }] },
  },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

const exportOf = async (conversations: unknown[]) =>
  new File(
    [
      await zipped([
        ['conversations.json', JSON.stringify(conversations)],
        ['user.json', '{"id":"me"}'],
        ['chat.html', '<p>'],
        ['file_1.dat', PNG],
      ]),
    ],
    'export.zip',
  );

describe('importing', () => {
  it('recognises, previews without a change, brings what was chosen, adds nothing twice, and takes it back', async () => {
    const { client, deps } = await transferWorld();
    const opened = await client.open([await exportOf([chatgpt('1'), chatgpt('2')])], running());
    expect(opened).toMatchObject({ kind: 'import', name: 'export.zip', sources: [{ source: 'chatgpt', files: 1 }] });

    const run = running();
    const preview = await client.preview(opened.id, run);
    expect(preview.results).toMatchObject([
      { id: 'chatgpt:1', title: 'Talk 1', kind: 'new', added: 2, fromTrash: false },
      { id: 'chatgpt:2', kind: 'new' },
    ]);
    expect(preview.receipt?.sources).toEqual({ chatgpt: { conversations: 2, messages: 4, attachments: 2 } });
    expect(run.seen.at(-1)).toMatchObject({ phase: 'reading', conversations: 2 });
    expect(await deps.db.sessions.count()).toBe(0);
    expect(await deps.db.blobs.count()).toBe(0);

    const first = await client.restore(opened.id, ['chatgpt:2'], running());
    expect(first).toMatchObject({ results: [{ id: 'chatgpt:2', kind: 'new' }], stopped: null });
    expect(first.receipt?.sources.chatgpt?.conversations).toBe(1);
    expect(await deps.db.sessions.toCollection().primaryKeys()).toEqual(['chatgpt:2']);
    expect(await deps.db.blobs.count()).toBe(1);

    expect((await client.preview(opened.id, running())).results.map(({ kind }) => kind)).toEqual(['new', 'same']);
    const newer = [chatgpt('2', said('b', 'a', 'user', ['More']))];
    const again = await client.open([await exportOf(newer)], running());
    expect((await client.preview(again.id, running())).results).toMatchObject([{ kind: 'diverged', added: 1 }]);

    expect(await client.undo(first.id ?? '', running())).toEqual([]);
    expect(await deps.db.sessions.count()).toBe(0);
  });

  it('accounts for every conversation it found, whatever was chosen', async () => {
    const { client } = await transferWorld();
    const empty = {
      conversation_id: 'e',
      title: 'Empty',
      current_node: 'r',
      mapping: { r: { id: 'r', parent: null } },
    };
    const opened = await client.open([await exportOf([chatgpt('1'), empty, chatgpt('2')])], running());
    const preview = await client.preview(opened.id, running());
    const named = { where: 'conversations.json', reason: 'empty', detail: 'Empty' };
    expect(preview.receipt?.skipped).toContainEqual(named);
    const requested = preview.results.map(({ id }) => id);
    expect(requested).toEqual(['chatgpt:1', 'chatgpt:2']);
    const report = await client.restore(opened.id, requested, running());
    expect(report.receipt?.skipped).toContainEqual(named);
    expect(report.results).toHaveLength(2);
  });

  it('brings folders along with what is new in them, and takes them back', async () => {
    const { client, deps } = await transferWorld();
    const placed = { ...chatgpt('1'), gizmo_id: 'g-p-0001', is_archived: true };
    const opened = await client.open([await exportOf([placed])], running());
    const preview = await client.preview(opened.id, running());
    expect(preview.results).toMatchObject([{ kind: 'new', placed: ['folder', 'archived'] }]);
    expect(await deps.db.folders.count()).toBe(0);
    const report = await client.restore(opened.id, 'all', running());
    const id = 'chatgpt:folder:g-p-0001';
    expect(await deps.db.folders.toArray()).toMatchObject([{ id, name: 'ChatGPT 0001', parent: null }]);
    expect(await deps.db.sessions.get('chatgpt:1')).toMatchObject({ folder: id });

    // The user moved it: importing the same export again leaves it there, and adds no folder for it.
    const { folder: _elsewhere, ...row } = (await deps.db.sessions.get('chatgpt:1')) ?? {};
    await deps.db.sessions.put(row as SessionRow);
    await deps.db.folders.clear();
    await client.restore(opened.id, 'all', running());
    expect(await deps.db.folders.count()).toBe(0);
    expect(await client.undo(report.id ?? '', running())).toEqual([]);
    expect(await deps.db.sessions.count()).toBe(0);

    const again = await client.restore(opened.id, 'all', running());
    expect(await deps.db.folders.count()).toBe(1);
    await client.undo(again.id ?? '', running());
    expect(await deps.db.folders.count()).toBe(0);
  });

  it('says which conversations would come back from the trash', async () => {
    const { client, deps } = await transferWorld();
    const opened = await client.open([await exportOf([chatgpt('1')])], running());
    await client.restore(opened.id, 'all', running());
    await deps.db.sessions.update('chatgpt:1', { deletedAt: 5 });
    const { results } = await client.preview(opened.id, running());
    expect(results).toMatchObject([{ kind: 'diverged', added: 0, fromTrash: true }]);
    await client.restore(opened.id, 'all', running());
    expect((await deps.db.sessions.get('chatgpt:1'))?.deletedAt).toBe(0);
  });

  it('takes single files, folders, and several zips at once', async () => {
    const { client } = await transferWorld();
    const alone = await client.open([new File([CLAUDE_CODE], 'whatever')], running());
    expect(alone).toMatchObject({ kind: 'import', sources: [{ source: 'claude-code' }] });
    const folder = await client.open(
      [
        { file: new File([CLAUDE_CODE], 'a.jsonl'), path: 'projects/one/a.jsonl' },
        { file: new File(['# notes'], 'notes.md'), path: 'projects/notes.md' },
      ],
      running(),
    );
    expect(folder).toMatchObject({ name: 'projects', sources: [{ source: 'claude-code', files: 1 }] });
    const part = async (id: string, name: string) => new File([await exportOf([chatgpt(id)])], name);
    const both = await client.open([await part('1', 'part-1.zip'), await part('2', 'part-2.zip')], running());
    expect((await client.preview(both.id, running())).results.map(({ id }) => id)).toEqual(['chatgpt:1', 'chatgpt:2']);
  });

  it('stops while it reads, and has nothing changed', async () => {
    const { client, deps } = await transferWorld();
    const opened = await client.open([await exportOf([chatgpt('1'), chatgpt('2')])], running());
    const run = running();
    const call = client.preview(opened.id, { ...run, onProgress: () => run.abort.abort() });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(await deps.db.sessions.count()).toBe(0);
  });
});

const newerArchive = async () => {
  const manifest = { format: 'baton-archive', version: 99 };
  return new File([await zipped([['manifest.json', JSON.stringify(manifest)]])], 'x.zip');
};
const database = databaseOf({ topic: [{ id: 't' }], message: [{ id: 'm', topic_id: 't', data: { parts: [] } }] });
const cut = async () => {
  const zip = await exportOf([chatgpt('1')]);
  return new File([zip.slice(0, zip.size - 40)], 'x.zip');
};

const sizedAs = (size: number, file: File) => Object.defineProperty(file, 'size', { value: size });

describe('what cannot be opened', () => {
  it.each<[string, string, () => File | Promise<File>]>([
    ['newer-version', 'an archive of a newer Baton', newerArchive],
    ['encrypted', 'a locked zip', () => new File([rawZip([{ name: 'a', content: 'x', flags: 1 }])], 'x.zip')],
    ['unsafe-name', 'a name that leads up', () => new File([rawZip([{ name: '../a.json', content: '[]' }])], 'x.zip')],
    ['damaged', 'a zip that is cut', cut],
    ['not-recognised', 'a picture', () => new File([PNG], 'x.png')],
    ['blank-file', 'nothing', () => new File([], 'x.json')],
    ['blank-file', 'bytes that were never written', () => new File([new Uint8Array(9)], 'x.json')],
    ['cut-off', 'one conversation without its end', () => new File(['{"title":"A","mapping":{"a":{"id'], 'x.json')],
    ['cut-off', 'a list without its first entry', () => new File(['['], 'x.json')],
    ['damaged', 'a database without its end', () => new File([database.slice(0, 4_096)], 'x.sqlite')],
    [
      'database-too-large',
      'a database of more than a gigabyte',
      () => sizedAs(512 * 1024 ** 2 + 1, new File([database.slice()], 'x.db')),
    ],
    ['not-recognised', 'a text with a quote', () => new File(['5" of {snow'], 'x.txt')],
    ['not-recognised', 'an empty zip', () => new File([rawZip([])], 'x.zip')],
    ['no-conversations', 'an export without a conversation', () => new File(['[]'], 'conversations.json')],
    ['not-recognised', 'JSON of somebody else', () => new File(['{"a":1}'], 'x.json')],
  ])('is refused as %s: %s', async (code, _what, file) => {
    const { client } = await transferWorld();
    await expect(client.open([await file()], running())).rejects.toMatchObject({ code });
  });

  it('is told while it is read, when the file changed meanwhile', async () => {
    const world = await transferWorld();
    const opened = await world.client.open([await exportOf([chatgpt('1')])], running());
    await world.client.restore(opened.id, 'all', running());
    const file = await exported(world, new MemoryTarget());
    const unreadable = new File([file], 'x.zip');
    const { slice } = unreadable;
    let broken = false;
    Object.assign(unreadable, {
      slice(from?: number, to?: number) {
        if (broken) throw new DOMException('changed', 'NotReadableError');
        return slice.call(unreadable, from, to);
      },
    });
    const archive = await world.client.open([unreadable], running());
    broken = true;
    await expect(world.client.preview(archive.id, running())).rejects.toMatchObject({ code: 'file-gone' });
  });
});
