import { describe, expect, it, test } from 'vitest';
import type { FileFacts } from '#contract/folder-files.ts';
import type { Mention, MentionUse } from '#core/mentions/mention.ts';
import { attachedSources } from '#flows/agent/attached-sources.ts';
import { outgoingParts } from '#flows/base/outgoing-parts.ts';
import { collectMentions, type MentionSources } from '#flows/mentions/collect-mentions.ts';

const KB = 1024;
const { signal } = new AbortController();
const file = (path: string): Mention => ({ kind: 'file', token: `@${path}`, folder: '/work', path });
const folder: Mention = { kind: 'folder', token: '@src/', folder: '/work', path: 'src/' };
const chat: Mention = { kind: 'session', token: '@A relay', session: 's1', title: 'A relay' };
const page: Mention = { kind: 'resource', token: '@Notes', server: 'notes', uri: 'notes://1', name: 'Notes' };

interface Disk {
  [path: string]: string | Uint8Array<ArrayBuffer>;
}

function sources(disk: Disk, more: Partial<MentionSources> = {}, own = false): MentionSources {
  const textOf = (content: string | Uint8Array) => typeof content === 'string';
  return {
    async facts({ path }): Promise<FileFacts> {
      if (path.endsWith('/')) return { state: 'folder', bytes: 0, text: true, own };
      const content = disk[path];
      if (content === undefined) return { state: 'missing', bytes: 0, text: false, own };
      return { state: 'file', bytes: content.length, text: textOf(content), own };
    },
    async file({ path, from, to }) {
      const content = disk[path];
      if (content === undefined) throw new Error('gone');
      const lines =
        from === undefined
          ? content
          : String(content)
              .split('\n')
              .slice(from - 1, to)
              .join('\n');
      return new Blob([lines]);
    },
    resource: async (_server, { uri, name }) => [{ uri, name, mime: 'text/plain', bytes: new Blob(['noted']) }],
    conversation: async (id) => (id === 's1' ? { title: 'A relay', text: '# A relay' } : null),
    store: async (bytes, name, mime) => ({
      kind: mime.startsWith('image/') ? 'image' : 'file',
      mime,
      name,
      blob: await bytes.text(),
      bytes: bytes.size,
    }),
    ...more,
  };
}

const collect = (
  uses: readonly MentionUse[],
  given = sources({ 'src/app.ts': 'one\ntwo\nthree', 'src/': 'app.ts\n' }),
) => collectMentions(uses, given, signal);

describe('what a message points at', () => {
  it('becomes attachments that name where they are from', async () => {
    const { attachments, problems } = await collect([
      { mention: file('src/app.ts') },
      { mention: file('src/app.ts'), from: 2, to: 3 },
      { mention: folder },
      { mention: chat },
      { mention: page },
    ]);
    expect(problems).toEqual([]);
    const workspace = 'builtin_workspace_server';
    expect(attachments.map(({ name, mime, blob, from }) => [name, mime, blob, from])).toEqual([
      ['src/app.ts', 'text/plain', 'one\ntwo\nthree', { server: workspace, uri: 'src/app.ts' }],
      ['src/app.ts:2-3', 'text/plain', 'two\nthree', { server: workspace, uri: 'src/app.ts' }],
      ['src/', 'text/plain', 'app.ts\n', { server: workspace, uri: 'src/' }],
      ['A relay', 'text/plain', '# A relay', { server: 'builtin_conversation_server', uri: '' }],
      ['Notes', 'text/plain', 'noted', { server: 'notes', uri: 'notes://1' }],
    ]);
  });

  it('counts as outside content: a file as one that a tool has read, everything else as what a server brought', async () => {
    const { attachments } = await collect([{ mention: file('src/app.ts') }, { mention: chat }, { mention: page }]);
    const parts = outgoingParts({ text: 'Look.', attachments });
    expect(attachedSources('m1', parts)).toMatchObject([
      { kind: 'file', server: 'builtin_workspace_server', detail: 'src/app.ts' },
      { kind: 'tool', server: 'builtin_conversation_server', detail: 'A relay' },
      { kind: 'tool', server: 'notes', detail: 'notes://1' },
    ]);
  });

  it('is no outside content where the user says that the files are their own', async () => {
    const { attachments } = await collect([{ mention: file('a.ts') }], sources({ 'a.ts': 'x' }, {}, true));
    expect(attachments).toMatchObject([{ name: 'a.ts' }]);
    expect(attachedSources('m1', outgoingParts({ text: 'Look.', attachments }))).toEqual([]);
  });

  test.each([
    ['a picture', 'logo.png', Uint8Array.from([1, 0]), 'image/png'],
    ['a document', 'plan.pdf', '%PDF-1.4', 'application/pdf'],
    ['text without a known end', 'Makefile', 'all:', 'text/plain'],
    ['other bytes', 'a.out', Uint8Array.from([1, 0]), 'application/octet-stream'],
  ])('keeps the type of %s', async (_what, path, content, mime) => {
    const { attachments } = await collect([{ mention: file(path) }], sources({ [path]: content }));
    expect(attachments).toMatchObject([{ mime, name: path }]);
  });
});

describe('what can’t be sent', () => {
  const codes = async (uses: readonly MentionUse[], given: MentionSources) =>
    (await collect(uses, given)).problems.map(({ code }) => code);

  it('is a file that is gone, also when it goes while it is read', async () => {
    expect(
      await codes([{ mention: file('gone.ts') }, { mention: file('src/app.ts') }], sources({ 'src/app.ts': 'x' })),
    ).toEqual(['missing']);
    const goes = sources({ 'a.ts': 'x' }, { file: () => Promise.reject(new Error('not_found')) });
    expect(await codes([{ mention: file('a.ts') }], goes)).toEqual(['failed']);
  });

  it('is a conversation that was deleted, a resource without content, and bytes that nobody can read', async () => {
    expect(await codes([{ mention: { ...chat, session: 'other' } }], sources({}))).toEqual(['missing']);
    expect(await codes([{ mention: page }], sources({}, { resource: async () => [] }))).toEqual(['missing']);
    expect(await codes([{ mention: file('a') }], sources({ a: 'x' }, { store: async () => null }))).toEqual([
      'unreadable',
    ]);
  });

  it('is a long text without lines; with lines, only what is too long by itself', async () => {
    const long = sources({ 'long.txt': `${'x'.repeat(150 * KB)}\n${'y'.repeat(150 * KB)}\nz` });
    expect(await codes([{ mention: file('long.txt') }], long)).toEqual(['long']);
    expect(await codes([{ mention: file('long.txt'), from: 2, to: 3 }], long)).toEqual([]);
    expect(await codes([{ mention: file('long.txt'), from: 1, to: 2 }], long)).toEqual(['long']);
  });
});
