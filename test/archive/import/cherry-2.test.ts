import { describe, expect, it } from 'vitest';
import { pathTo } from '#core/tree.ts';
import { databaseOf, EXPORTS } from './exports.ts';
import { PNG, read } from './reading.ts';

const FILE = 'Data/cherrystudio.sqlite';

const topic = (id: string, more: object = {}) => ({ id, name: id, created_at: 1_760_000_000_000, ...more });
const message = (id: string, topicId: string, parts: object[], more: object = {}) => ({
  id,
  topic_id: topicId,
  parent_id: null,
  role: 'user',
  data: { parts },
  created_at: 1_760_000_001_000,
  ...more,
});

describe('a backup of Cherry Studio 2', () => {
  it('comes with both answers to a question, thinking, calls with their results, sources and the model', async () => {
    const { of, receipt } = await read(EXPORTS['cherry-2']());
    const { session, messages } = of('t1');
    expect(session).toMatchObject({ title: 'Verbs', pinned: 1, createdAt: 1_760_000_000_000 });
    const answers = messages.filter(({ parentId }) => parentId === 'cherry-2:t1:q');
    expect(answers.map(({ origin }) => [origin?.vendor, origin?.model])).toEqual([
      ['openai', 'gpt-5'],
      ['anthropic', 'claude-4'],
    ]);
    const path = pathTo(messages, session.leafId);
    expect(path.flatMap(({ parts }) => parts.map(({ type }) => type))).toEqual([
      'text',
      'thinking',
      'tool_call',
      'tool_result',
      'text',
      'text',
    ]);
    expect(JSON.stringify(path)).toContain('[Go](https://verbs.example/go)');
    expect(path.at(-1)?.usage).toMatchObject({ input: 9, output: 3 });
    expect(receipt.skipped).toEqual([]);
  });

  it('names what was deleted there, finds its files, and keeps what it does not know', async () => {
    const { all, of, receipt } = await read({
      [FILE]: databaseOf({
        topic: [topic('kept', { deleted_at: null }), topic('gone', { deleted_at: 1_760_000_000_000 })],
        message: [
          message('m', 'kept', [
            { type: 'file', mediaType: 'text/plain', filename: 'list.txt', url: 'file:///home/me/Data/Files/f1.txt' },
            { type: 'data-video', data: { url: 'x' } },
          ]),
          message('n', 'kept', [{ type: 'text', text: 'taken back' }], {
            parent_id: 'm',
            deleted_at: 1_760_000_000_000,
          }),
          message('o', 'kept', [{ type: 'tool-read', toolCallId: 'c', input: {}, errorText: 'no such file' }], {
            parent_id: 'n',
            role: 'assistant',
          }),
          message('x', 'gone', [{ type: 'text', text: 'hidden' }]),
        ],
      }),
      'Data/Files/f1.txt': 'milk',
    });
    expect(all).toHaveLength(1);
    expect(receipt.skipped).toContainEqual({ where: `${FILE}, 1`, reason: 'deleted', detail: 'gone' });
    const { messages } = of('kept');
    expect(messages[0]?.parts).toMatchObject([
      { type: 'file', name: 'list.txt', bytes: 4 },
      { kind: 'cherry-2:data-video' },
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/taken back|hidden/);
    expect(messages[1]).toMatchObject({ parentId: 'cherry-2:kept:m', parts: [{ type: 'tool_call', name: 'read' }] });
    expect(messages[2]?.parts).toMatchObject([{ type: 'tool_result', text: 'no such file', isError: true }]);
  });

  it('keeps signatures, times of thinking, cited pages, and files wherever they were', async () => {
    const results = { results: [{ title: 'Go', url: 'https://verbs.example/go' }, 'https://verbs.example/see'] };
    const { of, receipt } = await read({
      [FILE]: databaseOf({
        topic: [topic('t')],
        message: [
          message(
            'm',
            't',
            [
              {
                type: 'file',
                url: 'file:///C:/Users/x/gone.png',
                providerMetadata: { cherry: { fileEntryId: 'entry-1' } },
              },
              {
                type: 'reasoning',
                text: 'Hm',
                providerMetadata: { anthropic: { signature: 'c2ln' }, cherry: { thinkingMs: 7 } },
              },
              {
                type: 'text',
                text: 'Went.',
                providerMetadata: {
                  cherry: { createdAt: 1, references: [{ category: 'citation', content: { source: 'x', results } }] },
                },
              },
            ],
            { role: 'assistant' },
          ),
        ],
      }),
      'Data/Files/entry-1.png': PNG,
    });
    expect(of('t').messages[0]?.parts).toMatchObject([
      { type: 'image', mime: 'image/png' },
      { type: 'thinking', text: 'Hm', signature: 'c2ln', durationMs: 7 },
      { type: 'text', text: 'Went.' },
      { text: 'Sources:\n\n1. [Go](https://verbs.example/go)\n2. [verbs.example](https://verbs.example/see)' },
    ]);
    expect(receipt.skipped).toEqual([]);
  });

  it('whose program is still running is not complete, and says so', async () => {
    const database = databaseOf({ topic: [topic('t')], message: [message('m', 't', [{ type: 'text', text: 'Hi' }])] });
    const { all, receipt } = await read({ [FILE]: database, [`${FILE}-wal`]: 'newer', 'Data/other.sqlite-wal': '' });
    expect(all).toHaveLength(1);
    expect(receipt).toMatchObject({ skipped: [], notes: ['database-open'] });
  });

  it('that is damaged, or the database of another program, is named and stops nothing', async () => {
    const whole = databaseOf({ topic: [topic('t')], message: [message('m', 't', [{ type: 'text', text: 'Hi' }])] });
    const { all, receipt } = await read({
      'a.sqlite': whole.subarray(0, 5_000),
      'b.db': databaseOf({ other: [{ id: 1 }] }),
      'c.sqlite': whole,
    });
    expect(all).toHaveLength(1);
    expect(receipt.skipped.map(({ where, reason }) => [where, reason])).toEqual([
      ['a.sqlite', 'unreadable'],
      ['b.db', 'unknown-shape'],
    ]);
  });
});
