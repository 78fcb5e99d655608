import { describe, expect, it } from 'vitest';
import { path, PNG, read, said } from './reading.ts';

const node = (id: string, parent: string | null, message: object | null = null) => ({
  [id]: { id, parent, children: [], message },
});
const says = (role: string, parts: unknown[], more: object = {}) => ({
  author: { role, name: null, metadata: {} },
  create_time: 1_700_000_000.5,
  content: { content_type: 'text', parts },
  status: 'finished_successfully',
  weight: 1,
  recipient: 'all',
  ...more,
});

const CONVERSATION = {
  title: '여행 계획',
  create_time: 1_700_000_000.25,
  update_time: 1_700_000_900,
  conversation_id: 'c1',
  id: 'c1',
  default_model_slug: 'gpt-5',
  current_node: 'n6',
  is_starred: true,
  mapping: {
    ...node('root', null),
    ...node('sys', 'root', says('system', [''], { metadata: { is_visually_hidden_from_conversation: true } })),
    ...node('custom', 'sys', {
      ...says('user', []),
      content: { content_type: 'user_editable_context', user_profile: 'secret' },
    }),
    // The answer comes before the question: order doesn't matter.
    ...node('n2', 'n1', says('assistant', ['First answer.'], { metadata: { model_slug: 'gpt-5-mini' } })),
    ...node('n1', 'custom', says('user', ['Where to?'])),
    ...node('n3', 'n1', says('assistant', ['Second answer.'])),
    ...node('n4', 'n3', {
      ...says('assistant', []),
      recipient: 'python',
      content: { content_type: 'code', language: 'python', text: 'print(1)' },
    }),
    ...node('n5', 'n4', {
      ...says('tool', []),
      author: { role: 'tool', name: 'python' },
      content: { content_type: 'execution_output', text: '1' },
    }),
    ...node('n6', 'n5', {
      ...says('assistant', ['It is 1 .']),
      content: { content_type: 'text', parts: ['It is 1, see here.'] },
      metadata: {
        citations: [
          { start_ix: 9, end_ix: 17, metadata: { type: 'webpage', title: 'A [page]', url: 'https://a.example/x' } },
          { start_ix: 0, end_ix: 2, metadata: { title: 'bad', url: 'javascript:alert(1)' } },
        ],
      },
    }),
  },
};

const FILES = {
  title: 'Files',
  conversation_id: 'c2',
  current_node: 'b',
  mapping: {
    ...node('a', null, {
      ...says('user', []),
      content: {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-AAA', size_bytes: 15 },
          { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_gone' },
          { content_type: 'audio_transcription', text: 'spoken' },
          { content_type: 'real_time_user_audio_video_asset_pointer', frames: [] },
          'And a text.',
        ],
      },
      metadata: {
        attachments: [
          { id: 'file-AAA', name: 'photo.png' },
          { id: 'file-BBB', name: 'notes.txt', mime_type: 'text/plain' },
        ],
      },
    }),
    ...node('b', 'a', {
      ...says('assistant', []),
      content: { content_type: 'thoughts', thoughts: [{ summary: 'Sum', content: 'Long' }] },
    }),
    ...node('c', 'b', { ...says('assistant', []), content: { content_type: 'something_new', data: { x: 1 } } }),
  },
};

describe('ChatGPT', () => {
  it('keeps the tree, the chosen path, the tools and who answered; hides what was hidden', async () => {
    const { of, receipt } = await read({ 'conversations.json': [CONVERSATION] });
    const history = of('c1');
    expect(path(history)).toEqual([
      'user: Where to?',
      'assistant: Second answer.',
      'assistant: python{"input":"print(1)"}#n4',
      'tool: #n4 = 1',
      'assistant: It is 1,  [A page](https://a.example/x).',
    ]);
    expect(history.messages.map(said)).toContain('assistant: First answer.');
    expect(history.messages.find((one) => said(one).includes('First'))?.origin?.model).toBe('gpt-5-mini');
    expect(history.session).toMatchObject({
      id: 'chatgpt:c1',
      title: '여행 계획',
      pinned: 1,
      createdAt: 1_700_000_000_250,
      titleBy: 'person',
    });
    expect(JSON.stringify(history)).not.toContain('secret');
    expect(receipt).toMatchObject({ sources: { chatgpt: { conversations: 1, messages: 6 } }, skipped: [] });
  });

  it('reads shards like one file, whatever they are called', async () => {
    const second = { ...CONVERSATION, conversation_id: 'c9', id: 'c9' };
    const { all } = await read({
      'export/conversations-000.json': [CONVERSATION],
      'export/conversations-001.json': [second],
      'export/chat.html': '<html>',
    });
    expect(all.map(({ history }) => history.session.id)).toEqual(['chatgpt:c1', 'chatgpt:c9']);
  });

  it('takes files by how their names begin, by what they hold, and says which are missing', async () => {
    const { of, all, receipt } = await read({
      'conversations.json': [FILES],
      'file-AAA-photo.dat': PNG,
      'images/file-BBB.txt': 'Noted.',
    });
    const [first, second, third] = of('c2').messages;
    expect(first && said(first)).toBe(
      'user: <image/png 15> | [file_gone] | spoken | {chatgpt:real_time_user_audio_video_asset_pointer} | And a text. | <notes.txt 6>',
    );
    expect(second && said(second)).toBe('assistant: (Sum\n\nLong)');
    expect(third && said(third)).toBe('assistant: {chatgpt:something_new}');
    expect(all[0]?.blobs.size).toBe(2);
    expect(receipt.skipped).toEqual([
      { where: 'conversations.json, c2', reason: 'attachment-missing', detail: 'file_gone' },
    ]);
    expect(receipt.raw).toEqual({ 'chatgpt:real_time_user_audio_video_asset_pointer': 1, 'chatgpt:something_new': 1 });
  });

  it('takes the text of a page that a tool read', async () => {
    const page = { content_type: 'sonic_webpage', url: 'https://a.example', title: 'A', text: 'What it says.' };
    const mapping = {
      ...node('q', null, says('user', ['Look'])),
      ...node('c', 'q', says('assistant', ['{}'], { recipient: 'web.run' })),
      ...node('t', 'c', { ...says('tool', []), content: page }),
    };
    const { of } = await read({ 'x.json': [{ conversation_id: 'c', current_node: 't', mapping }] });
    expect(of('c').messages.map(said).at(-1)).toBe('tool: #c = What it says. | {chatgpt:sonic_webpage}');
  });

  it('goes on behind damaged conversations and names them', async () => {
    const { all, receipt } = await read({
      'conversations.json': `[${JSON.stringify(CONVERSATION)}, {"conversation_id":"x","current_node":null}, {"mapping": nonsense}, ${JSON.stringify(FILES)}, {"mapping":{`,
    });
    expect(all.map(({ history }) => history.session.id)).toEqual(['chatgpt:c1', 'chatgpt:c2']);
    expect(receipt.skipped.filter(({ reason }) => reason !== 'attachment-missing')).toEqual([
      { where: 'conversations.json, 2', reason: 'incomplete' },
      { where: 'conversations.json, 3', reason: 'unreadable', detail: 'not JSON' },
      { where: 'conversations.json, 5', reason: 'cut-off' },
    ]);
    expect(receipt.notes).toContain('cut-off');
  });

  it('survives circles, missing parents and messages without anything', async () => {
    const mapping = {
      ...node('a', 'b', says('user', ['A'])),
      ...node('b', 'a', says('assistant', ['B'])),
      ...node('c', 'gone', says('user', ['C'])),
      d: null,
      e: { id: 'e', message: { content: null } },
    };
    const { of } = await read({ 'x.json': [{ conversation_id: 'c', current_node: 'zzz', mapping }] });
    expect(of('c').messages.map(said).toSorted()).toEqual(['assistant: B', 'user: A', 'user: C']);
  });
});
