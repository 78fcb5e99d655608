import { describe, expect, it } from 'vitest';
import { createDraft, draftParts, foldEvent } from '#core/fold-stream.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import { boundAnswer, MAX_CHARS, MAX_PARTS } from '#vendors/base/bound-answer.ts';
import { answering, answerOf, eventsOf } from './support.ts';

/** What is left of endless events, and how many of them were read. */
async function bounded(make: (at: number) => StreamEvent) {
  let [asked, ended] = [0, false];
  async function* endless(): AsyncGenerator<StreamEvent, void, void> {
    try {
      while (asked < 1_000_000) yield make(asked++);
    } finally {
      ended = true;
    }
  }
  const draft = createDraft();
  for await (const event of boundAnswer(endless(), 'openai')) foldEvent(draft, event);
  return { parts: draftParts(draft), draft, asked, ended };
}

const LONG = 'x'.repeat(99_999);

describe('an answer that does not end by itself', () => {
  it.each<[string, (at: number) => StreamEvent]>([
    ['text', () => ({ type: 'text_delta', index: 0, delta: LONG })],
    [
      'thinking, then text',
      (at) => ({ type: at < 60 ? 'thinking_delta' : 'text_delta', index: at < 60 ? 0 : 1, delta: LONG }),
    ],
    ['arguments', () => ({ type: 'args_delta', index: 0, delta: LONG })],
  ])('is ended after so many characters of %s, and keeps them', async (_, make) => {
    const { parts, draft, asked, ended } = await bounded(make);
    const kept = parts.reduce(
      (sum, part) =>
        sum + ('text' in part ? part.text.length : part.type === 'tool_call' ? (part.rawArgs?.length ?? 0) : 0),
      0,
    );
    expect(kept).toBe(MAX_CHARS);
    expect(draft).toMatchObject({
      stop: 'error',
      error: { code: 'answer_too_long', kind: 'cut_off', retryable: false },
    });
    expect(asked).toBe(Math.floor(MAX_CHARS / LONG.length) + 1);
    expect(ended).toBe(true);
  });

  it('is ended after so many calls, which are kept', async () => {
    const { parts, draft, ended } = await bounded((index) => ({
      type: 'part_end',
      index,
      part: { type: 'tool_call', id: `c${index}`, name: 'read', args: {} },
    }));
    expect(parts).toHaveLength(MAX_PARTS);
    expect(draft.error?.code).toBe('answer_too_long');
    expect(ended).toBe(true);
  });

  it('may come in one line', async () => {
    const line = JSON.stringify({
      choices: [{ index: 0, delta: { content: 'x'.repeat(MAX_CHARS + 5) } }],
    });
    const answer = answerOf(await eventsOf('openai-chat', answering(`data: ${line}\n\ndata: [DONE]\n\n`)));
    expect(answer.parts).toMatchObject([{ type: 'text', text: 'x'.repeat(MAX_CHARS) }]);
    expect(answer.error?.code).toBe('answer_too_long');
  });

  it('is given up where a line goes on without an end', async () => {
    let sent = 0;
    const chunk = new Uint8Array(1024 * 1024).fill(120);
    const body = new ReadableStream<Uint8Array>({
      pull(out) {
        sent += 1;
        if (sent > 200) out.close();
        else out.enqueue(chunk);
      },
    });
    const answer = answerOf(
      await eventsOf(
        'openai-chat',
        async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      ),
    );
    expect(answer.error?.code).toBe('answer_too_long');
    expect(sent).toBeLessThan(60);
  });
});
