import { describe, expect, it } from 'vitest';
import type { Source } from '#archive/import/source.ts';
import { EXPORTS } from './exports.ts';
import { path, read, said } from './reading.ts';

/** Folder names from the outermost one, tags, and whether it was archived. */
async function placeOf(source: Source) {
  const { all, receipt } = await read(EXPORTS[source]());
  const [one] = all;
  if (!one) throw new Error('not read');
  const { folder, tags, archivedAt, system, pinned } = one.history.session;
  expect(folder).toBe(one.folders.at(-1)?.id);
  expect(one.folders.map(({ parent }) => parent)).toEqual(
    [null, ...one.folders.map(({ id }) => id)].slice(0, one.folders.length),
  );
  return {
    folders: one.folders.map(({ name }) => name),
    tags,
    archived: archivedAt !== undefined,
    system,
    pinned: pinned === 1,
    notes: receipt.notes,
  };
}

describe('where a conversation stood', () => {
  it.each<[Source, object]>([
    ['chatgpt', { folders: ['ChatGPT 22cc'], archived: true, notes: ['folders-unnamed'] }],
    ['claude', { folders: ['Ceramics'], system: 'Answer as a potter.' }],
    ['grok', { pinned: true }],
    ['librechat', { tags: ['baking'], system: 'Be a baker.' }],
    ['openwebui', { folders: ['Home', 'Garden'], tags: ['garden', 'spring'], archived: true }],
    ['cherry', { folders: ['Teacher'], system: 'Teach.\n\nSlowly.' }],
    ['cherry-2', { folders: ['Teacher'], system: 'Teach.\n\nSlowly.' }],
    ['lobechat', { folders: ['Work'], system: 'You help.' }],
    ['typingmind', { folders: ['Travel'], system: 'Be exact.' }],
  ])('is where it stands: %s', async (source, place) => {
    expect(await placeOf(source)).toMatchObject(place);
  });

  it('is in no folder where the folder is not said to be one', async () => {
    const { of, receipt } = await read(EXPORTS.chatgpt({ conversation: { gizmo_id: 'g-abc' } }));
    expect(of('c1').session.folder).toBeUndefined();
    expect(receipt.dropped).toEqual([{ source: 'chatgpt', of: 'conversation', field: 'gizmo_id', count: 1 }]);
  });

  it('is not read from folders that stand in each other', async () => {
    const circle = [
      { id: 'f1', parent_id: 'f2', name: 'A' },
      { id: 'f2', parent_id: 'f1', name: 'B' },
    ];
    const { all } = await read({ ...EXPORTS.openwebui(), 'folders.json': circle });
    expect(all[0]?.folders.map(({ name, parent }) => [name, parent])).toEqual([
      ['A', null],
      ['B', 'openwebui:folder:f1'],
    ]);
  });
});

describe('what stood beside the words', () => {
  it('of Claude.ai: sources, artifacts, documents of a project, and the projects nobody spoke in', async () => {
    const { of, receipt } = await read(EXPORTS.claude());
    expect(path(of('k1'))).toEqual([
      'user: <glazes.txt 7> | How hot?',
      'assistant: Fire it at 1240 degrees. ([Kiln guide](https://kiln.example/a)) Slowly. | **Ramp**\n\n```python\nprint(1240)\n``` | artifacts{"id":"plan","type":"application/vnd.ant.code","language":"python","title":"Ramp","command":"create"}#t1',
      'tool: #t1 = OK',
      'assistant: Here is the ramp.',
    ]);
    expect(receipt.skipped).toEqual([{ where: 'projects.json', reason: 'project-unused', detail: 'Unused' }]);
  });

  it('of Claude.ai since 2026: projects in files of their own, which no conversation names', async () => {
    const { 'projects.json': _list, ...conversations } = EXPORTS.claude({ conversation: { project_uuid: null } });
    const project = { uuid: 'p9', name: 'Kiln', prompt_template: 'Be exact.', docs: [], created_at: '2026-01-01' };
    const { receipt } = await read({ ...conversations, 'projects/p9.json': project });
    expect(receipt.skipped).toEqual([{ where: 'projects/p9.json', reason: 'project-unused', detail: 'Kiln' }]);
  });

  it('of Claude.ai before: artifacts in tags', async () => {
    const content = [
      {
        type: 'text',
        text: 'Here:\n<antArtifact identifier="a" type="text/markdown" title="Notes">\n# Hi\n</antArtifact>\nDone.',
      },
    ];
    const { of } = await read(EXPORTS.claude({ message: { content, sender: 'assistant' } }));
    expect(of('k1').messages.map(said)).toContain('assistant: Here:\n**Notes**\n\n# Hi\nDone.');
  });

  it('of Open WebUI: files that are in the export, calls as cards, sources', async () => {
    const { of, receipt } = await read(EXPORTS.openwebui());
    expect(path(of('w1'))).toEqual([
      'user: What is in the file? | <seeds.txt 9>',
      'assistant: (Look.) | Let me see. | search{"q":"rye"}#call_1',
      'tool: #call_1 = Found <rye>',
      'assistant: Rye and oats [1]. | Sources:\n\n1. [Rye](https://seeds.example/rye)\n2. seeds.txt',
    ]);
    expect(receipt).toMatchObject({ skipped: [], raw: {}, notes: [] });
  });

  it('of ChatGPT: pictures that code drew', async () => {
    const { of } = await read(EXPORTS.chatgpt());
    expect(path(of('c1'))).toContain('tool: #c = drawn + <image/png 11>');
  });

  it('of SillyTavern: hidden lines are kept and are nobody’s message', async () => {
    const { of, receipt } = await read(EXPORTS.sillytavern());
    expect(path(of('i1'))).toEqual(['user: Hello.', 'user: {sillytavern:hidden}', 'assistant: Good day.']);
    expect(of('i1').messages[1]?.parts).toEqual([
      { type: 'vendor_block', kind: 'sillytavern:hidden', data: '{"name":"Me","mes":"A hidden line."}' },
    ]);
    expect(receipt.raw).toEqual({ 'sillytavern:hidden': 1 });
  });
});

describe('programs that were not known', () => {
  it('are read: DeepSeek', async () => {
    const { of, receipt } = await read(EXPORTS.deepseek());
    expect(of('d1').messages.map(said)).toEqual([
      'user: Which tea?',
      'assistant: Sources:\n\n1. [Tea](https://tea.example/) | (Green or black.) | Green.',
      'assistant: Black.',
    ]);
    expect(of('d1').messages[1]?.origin).toMatchObject({ vendor: 'deepseek', model: 'deepseek-reasoner' });
    expect(receipt.sources).toHaveProperty('deepseek');
  });

  it('are read: Grok', async () => {
    const { of } = await read(EXPORTS.grok());
    expect(path(of('g1'))).toEqual([
      'user: How high?',
      'assistant: Very. | Sources:\n\n1. [Rocket](https://rocket.example/)',
    ]);
    expect(of('g1').messages[1]).toMatchObject({ createdAt: 1_769_940_001_000, origin: { vendor: 'xai' } });
  });

  it('are read: TypingMind', async () => {
    const { of } = await read(EXPORTS.typingmind());
    expect(path(of('ty1'))).toEqual(['user: Where?', 'assistant: There.']);
  });
});

describe('files', () => {
  it('in UTF-16 are read, in both orders', async () => {
    const text = JSON.stringify(EXPORTS.openai()['x.json']);
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const { of } = await read({ 'x.json': Uint8Array.from(bytes) });
      expect(path(of('o1'))).toEqual(['user: No date.', 'assistant: None.']);
    }
  });

  it('of nothing are called so, and broken ones are not', async () => {
    const { receipt } = await read({
      'a.json': [],
      'b.json': ' [ ]\n',
      'c.json': '[',
      'd.json': 'oops',
      'e.json': '[1, 2]',
    });
    expect(receipt.skipped.map(({ where, reason }) => `${where} ${reason}`)).toEqual([
      'a.json empty-file',
      'b.json empty-file',
      'c.json, 1 cut-off',
      'd.json unreadable',
      'e.json unreadable',
    ]);
  });
});
