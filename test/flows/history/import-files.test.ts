import { describe, expect, it } from 'vitest';
import { ArchiveError } from '#archive/archive-error.ts';
import type { PackedFile } from '#archive/files.ts';
import { importFiles, previewImport } from '#history/archive/import-files.ts';
import { undoRestore } from '#history/archive/undo-restore.ts';
import { pieces } from '#test/archive/memory-files.ts';
import { collectReports } from '#test/fakes/page-storage.ts';
import { CLAUDE, GEMINI, GPT, PracticeWorld } from '../practice-world.ts';

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
);

function packed(files: Record<string, unknown>): PackedFile[] {
  return Object.entries(files).map(([name, content]) => {
    const bytes = content instanceof Uint8Array ? content : new TextEncoder().encode(JSON.stringify(content));
    return { name, bytes: bytes.length, read: () => pieces(bytes) };
  });
}

const node = (id: string, parent: string | null, role: string, parts: unknown[], more: object = {}) => ({
  [id]: {
    id,
    parent,
    message: {
      author: { role },
      create_time: 1_700_000_000,
      content: { content_type: 'multimodal_text', parts },
      ...more,
    },
  },
});
const NODES = {
  ...node('q', null, 'user', ['Look', { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' }]),
  ...node('c', 'q', 'assistant', ['x'], { recipient: 'browser' }),
  ...node('r', 'c', 'tool', ['Found.']),
  ...node('t', 'r', 'assistant', [], {
    content: { content_type: 'thoughts', thoughts: [{ summary: 'S', content: 'T' }] },
  }),
  ...node('a', 't', 'assistant', [{ content_type: 'strange', x: 1 }, 'An answer.']),
};
const EXPORT = {
  'conversations.json': [{ conversation_id: 'c1', title: 'Imported', current_node: 'a', mapping: NODES }],
  'file_1.dat': PNG,
};
const ID = 'chatgpt:c1';

async function* damagedBytes(): AsyncGenerator<Uint8Array> {
  yield PNG.slice(0, 8);
  throw new ArchiveError('damaged', 'file_1.dat: Invalid CRC32');
}

async function open() {
  const world = await PracticeWorld.open();
  return { world, deps: { db: world.db, writers: world.writers, onUnreadableRow: collectReports().onUnreadableRow } };
}

describe('importing', () => {
  it('goes on behind an attachment whose bytes are damaged', async () => {
    const { world, deps } = await open();
    const [first] = EXPORT['conversations.json'];
    const files = packed({ ...EXPORT, 'conversations.json': [first, { ...first, conversation_id: 'c2' }] }).map(
      (file) => (file.name === 'file_1.dat' ? { ...file, read: damagedBytes } : file),
    );
    const { results, receipt, stopped } = await importFiles(deps, files, { now: 1_795_000_000_000 });
    expect(stopped).toBeNull();
    expect(results.map(({ id }) => id)).toEqual([ID, 'chatgpt:c2']);
    expect(receipt.skipped).toMatchObject([{ reason: 'attachment-damaged' }, { reason: 'attachment-damaged' }]);
    expect(await world.db.blobs.count()).toBe(0);
  });

  it('names a conversation once that an older and a newer export contain, and takes it back as one', async () => {
    const { world, deps } = await open();
    const more = node('n', 'a', 'user', ['And then?']);
    const newer = [{ conversation_id: 'c1', title: 'Imported', current_node: 'n', mapping: { ...NODES, ...more } }];
    const both = packed({ 'a/conversations.json': EXPORT['conversations.json'], 'b/conversations.json': newer });
    const options = { now: 1_795_000_000_000 };
    expect((await previewImport(deps, both, options)).results).toMatchObject([{ id: ID, kind: 'new', added: 6 }]);
    const { results, undo } = await importFiles(deps, both, options);
    expect(results).toMatchObject([{ id: ID, kind: 'new', added: 6 }]);
    expect(await world.db.messages.count()).toBe(6);
    expect(await undoRestore(deps, undo)).toEqual([]);
    expect(await world.db.messages.count()).toBe(0);
  });

  it('adds nothing the second time, and what is new the third', async () => {
    const { world, deps } = await open();
    expect((await importFiles(deps, packed(EXPORT), { now: 1_795_000_000_000 })).results).toMatchObject([
      { id: ID, kind: 'new', added: 5 },
    ]);
    expect(await world.db.blobs.count()).toBe(1);
    const before = await world.db.messages.toArray();
    expect((await importFiles(deps, packed(EXPORT), { now: 1_795_000_000_000 })).results).toMatchObject([
      { kind: 'same', added: 0 },
    ]);
    expect(await world.db.messages.toArray()).toEqual(before);

    const more = { ...NODES, ...node('n', 'a', 'user', ['More']) };
    const newer = {
      ...EXPORT,
      'conversations.json': [{ conversation_id: 'c1', title: 'Imported', current_node: 'n', mapping: more }],
    };
    const third = await importFiles(deps, packed(newer), { now: 1_795_000_000_000 });
    expect(third.results).toMatchObject([{ kind: 'diverged', added: 1 }]);
    expect((await world.session(ID)).leafId).toBe(`${ID}:n`);
    expect(await undoRestore(deps, third.undo)).toEqual([]);
    expect(await world.db.messages.toArray()).toEqual(before);
  });

  it('makes conversations that go on with every vendor', async () => {
    for (const target of [CLAUDE, GPT, GEMINI]) {
      const { world, deps } = await open();
      await importFiles(deps, packed(EXPORT), { now: 1_795_000_000_000 });
      await world.say(ID, target, 'Go on.');
      const answer = (await world.path(ID)).at(-1);
      expect(answer).toMatchObject({ role: 'assistant', status: 'complete' });
      expect(answer?.error).toBeUndefined();
      expect(JSON.stringify(world.bodies.at(-1))).toContain('An answer.');
      expect(JSON.stringify(world.bodies.at(-1))).not.toContain('strange');
    }
  });
});
