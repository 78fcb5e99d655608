import { describe, expect, it } from 'vitest';
import { matchEarlierImport } from '#archive/import/base/match-earlier-import.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import type { SessionHistory } from '#archive/records.ts';
import { without } from '#core/without.ts';
import { carriedOut, NOTHING_ELSE } from '../merged.ts';
import { EXPORTS } from './exports.ts';
import { read } from './reading.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 7);
const DATA = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;

it('is an image in the formats that have the form of a video, and was one where it was imported as a video', async () => {
  const of = (brand: string) => new TextEncoder().encode(`\0\0\0\x1cftyp${brand}\0\0\0\0`);
  const [head] = Object.values(
    EXPORTS.claude({ message: { files: [{ file_name: 'a' }, { file_name: 'b' }, { file_name: 'c' }] } }),
  );
  const { all } = await read({ 'c.json': head, a: of('avif'), b: of('M4A '), c: of('isom') });
  const [found] = all;
  if (!found) throw new Error('not read');
  const types = (history: SessionHistory) =>
    history.messages.flatMap(({ parts }) => parts.flatMap((part) => ('mime' in part ? [part.mime] : [])));
  expect(types(found.history)).toEqual(['image/avif', 'audio/mp4', 'video/mp4']);
  const before = found.history.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === 'image' || part.type === 'file'
        ? { type: 'file' as const, mime: 'video/mp4', name: part.name ?? '', blob: part.blob, bytes: part.bytes }
        : part,
    ),
  }));
  const stored = { ...found.history, messages: before };
  expect(planMerge(matchEarlierImport(stored, found), stored, NOTHING_ELSE).kind).toBe('same');
});

/** What every program stores about images: the added message, the files next to it, and the names it gives them. */
const TOLD = {
  chatgpt: {
    message: {
      content: {
        content_type: 'multimodal_text',
        parts: [{ asset_pointer: 'file-service://file-A' }, { asset_pointer: 'sediment://file_B' }],
      },
      metadata: { attachments: [{ id: 'file-A', name: '제주 바다.png' }] },
    },
    files: { 'file-A.dat': PNG, 'file_B.dat': PNG },
    names: ['제주 바다.png', undefined],
  },
  claude: { message: { files: [{ file_name: 'vase.png' }] }, files: { 'vase.png': PNG }, names: ['vase.png'] },
  gemini: { message: { attachedFiles: ['map.png'] }, files: { 'map.png': PNG }, names: ['map.png'] },
  openwebui: {
    message: {
      files: [
        { type: 'image', url: DATA, name: 'roof.png' },
        { type: 'image', url: DATA },
      ],
    },
    files: {},
    names: ['roof.png', undefined],
  },
  chatbox: {
    message: {
      files: [
        { storageKey: 'key-1', name: 'half \uD800.png' },
        { storageKey: 'key-2', name: ' \u200B ' },
      ],
      pictures: [{ url: DATA }],
    },
    files: { 'key-1': PNG, 'key-2': PNG },
    names: ['half \uFFFD.png', undefined, undefined],
  },
  sillytavern: {
    message: { extra: { image: 'user/images/Aria/tower.png' } },
    files: { 'tower.png': PNG },
    names: ['tower.png'],
  },
  openai: {
    message: { content: [{ type: 'image_url', image_url: { url: DATA } }] },
    files: {},
    names: [undefined],
  },
} as const;

const picturesIn = ({ messages }: SessionHistory) =>
  messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'image'));

async function imported(source: keyof typeof TOLD): Promise<Awaited<ReturnType<typeof read>>['all'][number]> {
  const { message, files } = TOLD[source];
  const { all } = await read({ ...EXPORTS[source]({ message }), ...files });
  const found = all.find(({ history }) => picturesIn(history).length > 0);
  if (!found) throw new Error(`no picture in ${source}`);
  return found;
}

describe.each(Object.keys(TOLD) as (keyof typeof TOLD)[])('a picture of %s', (source) => {
  it('keeps the name that the program gives it, and no id or kind in its place', async () => {
    const { history } = await imported(source);
    const pictures = picturesIn(history);
    // A tool of the export may have created another one.
    expect(pictures.map(({ name }) => name)).toEqual(TOLD[source].names);
  });

  it('is the same one where an earlier import kept no name: it gets the name, and no double', async () => {
    const found = await imported(source);
    const { history } = found;
    const stored: SessionHistory = {
      ...history,
      messages: history.messages.map((message) => ({
        ...message,
        parts: message.parts.map((part) => (part.type === 'image' ? without(part, 'name') : part)),
      })),
    };
    const plan = planMerge(matchEarlierImport(stored, found), stored, NOTHING_ELSE);
    expect(plan.add.messages).toEqual([]);
    expect(plan.complete).toEqual([]);
    const merged = carriedOut(stored, plan);
    expect(merged.messages).toEqual(history.messages);
    expect(planMerge(matchEarlierImport(merged, found), merged, NOTHING_ELSE).kind).toBe('same');
    // A file that an older export lacks isn't removed.
    expect(planMerge(stored, merged, NOTHING_ELSE).kind).toBe('same');
  });
});
