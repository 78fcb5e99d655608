import { describe, expect, it } from 'vitest';
import { documentLevel } from '#core/log/document-levels.ts';
import { documentSentences } from '#core/log/document-sentences.ts';
import { levelOf } from '#core/log/log-line.ts';
import type { CompileReport } from '#core/request.ts';
import { toMessageRow } from '#storage/write-messages.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { AgentWorld, type Seat } from './agent/agent-world.ts';

type Row = [StoredMessage['role'], ...StoredPart[]];

const call = (id: string): StoredPart => ({ type: 'tool_call', id, name: 'look_up', args: { secret: 'turnips' } });
const result = (callId: string | undefined, name = 'look_up'): StoredPart => ({
  type: 'tool_result',
  ...(callId !== undefined && { callId }),
  name,
  text: 'turnips',
});
const said = (text: string): StoredPart => ({ type: 'text', text });

/** A conversation that already contains these messages, and the log of sending one more. */
async function sent(rows: readonly Row[], seat: Seat, prepare: (world: AgentWorld) => void = () => undefined) {
  const world = await AgentWorld.open();
  prepare(world);
  const sessionId = await world.begin(seat);
  const name = (index: number): string => `m${index}`;
  const stored = rows.map(([role, ...parts], index): StoredMessage => {
    const parentId = index === 0 ? null : name(index - 1);
    return {
      id: name(index),
      sessionId,
      parentId,
      seq: index + 1,
      createdAt: index + 1,
      role,
      parts,
      status: 'complete',
    };
  });
  await world.db.messages.bulkAdd(stored.map(toMessageRow));
  const leafId = stored.at(-1)?.id ?? null;
  await world.db.sessions.update(sessionId, { leafId, lastSeq: stored.length });
  await world.send(sessionId, 'And now?');
  await world.heard(sessionId);
  expect(world.refusals()).toEqual([]);
  const lines = world.log.filter(({ event }) => documentLevel(event) !== null);
  expect(JSON.stringify(lines)).not.toMatch(/turnips|And now/);
  return lines.map(({ event, data: { sessionID, ...data } }) => {
    expect(sessionID).toBe(sessionId);
    return [levelOf(event), event, data];
  });
}

const BROKEN: readonly Row[] = [
  ['tool', result('gone')],
  ['user', said('question')],
  ['assistant', said('looking'), call('a'), call('b')],
  ['tool', result('a'), result('nowhere')],
  ['assistant', said('so far')],
  ['tool', result(undefined, 'other')],
  ['user', said('thanks')],
  ['assistant', said('you are welcome')],
];

describe('a send is told in the sentences of the documents', () => {
  it('tool chains that are not whole, to Anthropic', async () => {
    expect(await sent(BROKEN, 'claude')).toEqual([
      [
        'warn',
        'Removing incomplete tool_calls from assistant message',
        { messageId: 'm2', removedToolIds: [], closedToolIds: ['b'], completedCount: 1, totalCount: 2 },
      ],
      ['warn', 'Tool message missing tool_call_id, skipping', { messageId: 'm5' }],
      ['debug', 'Skipping tool_result for incomplete tool_use', { messageId: 'm0', toolCallId: 'gone' }],
      ['debug', 'Skipping tool_result for incomplete tool_use', { messageId: 'm3', toolCallId: 'nowhere' }],
      ['warn', 'Removing tool message from beginning of conversation', { messageId: 'm0' }],
      [
        'info',
        'Anthropic tool chain tail management completed',
        expect.objectContaining({ originalMessages: 9, pendingToolUses: 2, completedToolUses: 1 }),
      ],
    ]);
  });

  it('the same to another vendor, without the line about Anthropic', async () => {
    const events = (await sent(BROKEN, 'gemini')).map(([, event]) => event);
    expect(events).toContain('Removing incomplete tool_calls from assistant message');
    expect(events).not.toContain('Anthropic tool chain tail management completed');
  });

  it('a whole history needs one line, and calls nothing orphaned', async () => {
    const complete: Row[] = [
      ['user', said('question')],
      ['assistant', call('a')],
      ['tool', result('a')],
      ['assistant', said('answer')],
    ];
    const lines = await sent(complete, 'claude');
    expect(lines).toEqual([
      [
        'info',
        'Anthropic tool chain tail management completed',
        { originalMessages: 5, processedMessages: expect.any(Number), pendingToolUses: 1, completedToolUses: 1 },
      ],
    ]);
  });

  it('a window that leaves tool chains out, and a model nobody knows', async () => {
    const rounds = Array.from({ length: 12 }, (_, index): Row[] => [
      ['user', said(`question ${index}`)],
      ['assistant', call(`c${index}`)],
      ['tool', { ...result(`c${index}`), text: 'turnips and more '.repeat(120) } as StoredPart],
      ['assistant', said('answer')],
    ]).flat();
    const lines = await sent(rounds, 'claude', (world) => {
      world.facts = { contextWindow: 9_000, maxOutput: 1_000 };
      world.configuration = { disabled_hooks: ['preemptive-compaction'] };
    });
    expect(lines).toContainEqual([
      'info',
      'Adjusting context window to preserve tool chain integrity',
      { originalSelected: expect.any(Number), contextWindow: expect.any(Number), totalTokens: expect.any(Number) },
    ]);
    expect(lines).toContainEqual([
      'info',
      expect.stringMatching(/^Context window limit reached\. Total tokens: \d+, Safe window: \d+$/),
      {},
    ]);

    const unknown = await sent([], 'gpt', (world) => {
      world.facts = { contextWindow: null };
    });
    expect(unknown).toEqual([
      ['warn', 'Could not find model info for provider: openai, model: practice-gpt. Returning all messages.', {}],
    ]);
  });
});

describe('the sentences', () => {
  const request = { messages: [] } as unknown as Parameters<typeof documentSentences>[0]['request'];
  const target = { vendor: 'anthropic', model: { id: 'm' } } as Parameters<typeof documentSentences>[0]['target'];
  const report = (change: Partial<CompileReport>): CompileReport => ({
    droppedByWindow: [],
    notes: [],
    tokens: 1,
    untrimmedTokens: 1,
    budget: 2,
    ...change,
  });

  it('tell of pairs that the linter still found before the call, repaired or not', () => {
    const notes = [{ rule: 'lint-repair', detail: 'A10 messages.1: tool_use ids were found' }];
    const problem = { kind: 'invalid_parameter' as const, message: 'A12 messages.4.content.0: unexpected tool_use_id' };
    const sentences = documentSentences({ history: [], request, target, report: report({ notes, problem }) });
    expect(sentences).toContainEqual({
      event: 'Tool chain integrity violation detected before Anthropic API call',
      data: { unmatchedToolUses: ['messages.1'], unmatchedToolResults: ['messages.4.content.0'], totalMessages: 0 },
    });
    expect(levelOf('Tool chain integrity violation detected before Anthropic API call')).toBe('error');
  });

  it('are twenty at most for one thing, and the last one counts the rest', () => {
    const history = Array.from({ length: 50 }, (_, index) => ({
      id: `h${index}`,
      role: 'assistant' as const,
      parts: [{ type: 'tool_call' as const, id: `c${index}`, name: 't', args: {} }],
    }));
    const notes = history.map((_, message) => ({ rule: 'drop-cut-call', message, part: 0 }));
    const sentences = documentSentences({ history, request, target, report: report({ notes }) });
    const removed = sentences.filter(({ event }) => event.startsWith('Removing incomplete'));
    expect(removed).toHaveLength(20);
    expect(removed.at(-1)?.data).toMatchObject({ removedToolIds: ['c19'], more: 30 });
  });
});
