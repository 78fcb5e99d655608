import { assert, array, constantFrom, nat, oneof, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDraft, draftParts, foldEvent } from '#core/fold-stream.ts';
import type { Part } from '#core/message.ts';
import type { StreamEvent } from '#core/stream-event.ts';

function fold(...events: StreamEvent[]) {
  const draft = createDraft();
  for (const event of events) foldEvent(draft, event);
  return draft;
}

const start = (index: number, part: Part): StreamEvent => ({ type: 'part_start', index, part });

describe('foldEvent', () => {
  it('shows an unfinished picture until its part ends, and never as a part', () => {
    const block: Part = { type: 'vendor_block', kind: 'image_generation_call', data: '{}' };
    const preview = (data: string): StreamEvent => ({
      type: 'picture_preview',
      index: 1,
      preview: { mime: 'image/png', data },
    });
    const open = [start(0, { type: 'text', text: 'Here:' }), start(1, block), preview('AAAA'), preview('BBBB')];
    const draft = fold(...open);
    expect(draft.previews).toEqual(new Map([[1, { mime: 'image/png', data: 'BBBB' }]]));
    expect(draftParts(draft)).toEqual([{ type: 'text', text: 'Here:' }, block]);
    const done: StreamEvent = { type: 'part_end', index: 1, part: { type: 'image', mime: 'image/png', data: 'CCCC' } };
    expect(fold(...open, done, preview('DDDD')).previews.size).toBe(0);
    expect(fold(...open, { type: 'end', stop: 'aborted' }).previews.size).toBe(0);
  });

  it('grows parts in order of their index and takes the finished ones whole', () => {
    const signed: Part = { type: 'thinking', text: 'hm', signature: 'sig' };
    const draft = fold(
      { type: 'start', requestId: 'r', model: 'm' },
      start(0, { type: 'thinking', text: '' }),
      { type: 'thinking_delta', index: 0, delta: 'h' },
      { type: 'thinking_delta', index: 0, delta: 'm' },
      { type: 'part_end', index: 0, part: signed },
      start(1, { type: 'text', text: '' }),
      { type: 'text_delta', index: 1, delta: 'Hel' },
      { type: 'usage', usage: { input: 5, output: 0 } },
      { type: 'usage', usage: { input: 5, output: 2, thinking: 1 } },
      { type: 'text_delta', index: 1, delta: 'lo' },
      { type: 'end', stop: 'end' },
    );
    expect(draftParts(draft)).toEqual([signed, { type: 'text', text: 'Hello' }]);
    expect(draft).toMatchObject({
      stop: 'end',
      requestId: 'r',
      model: 'm',
      usage: { input: 5, output: 2, thinking: 1 },
    });
  });

  it('gives unchanged parts the same identity, and the list too', () => {
    const draft = fold(
      start(0, { type: 'text', text: 'a' }),
      { type: 'part_end', index: 0, part: { type: 'text', text: 'a' } },
      start(1, { type: 'text', text: '' }),
    );
    const before = draftParts(draft);
    expect(draftParts(draft)).toBe(before);
    foldEvent(draft, { type: 'text_delta', index: 1, delta: 'b' });
    const after = draftParts(draft);
    expect(after).not.toBe(before);
    expect(after[0]).toBe(before[0]);
    expect(before[1]).toEqual({ type: 'text', text: '' });
    foldEvent(draft, { type: 'usage', usage: { input: 1, output: 1 } });
    expect(draftParts(draft)).toBe(after);
  });

  it('keeps the argument text of a call that was cut off', () => {
    const draft = fold(
      start(0, { type: 'tool_call', id: 'a', name: 'write', args: {} }),
      { type: 'args_delta', index: 0, delta: '{"path": "/t' },
      { type: 'end', stop: 'aborted' },
    );
    expect(draftParts(draft)).toEqual([
      { type: 'tool_call', id: 'a', name: 'write', args: {}, rawArgs: '{"path": "/t' },
    ]);
  });

  it('reads the arguments of a call that had just become complete', () => {
    const draft = fold(
      start(0, { type: 'tool_call', id: 'a', name: 'write', args: {} }),
      { type: 'args_delta', index: 0, delta: '{"n":' },
      { type: 'args_delta', index: 0, delta: '1}' },
    );
    expect(draftParts(draft)).toEqual([{ type: 'tool_call', id: 'a', name: 'write', args: {}, rawArgs: '{"n":1}' }]);
    foldEvent(draft, { type: 'end', stop: 'error', error: { kind: 'network', retryable: true, message: 'gone' } });
    expect(draftParts(draft)).toEqual([{ type: 'tool_call', id: 'a', name: 'write', args: { n: 1 } }]);
    expect(draft.error?.kind).toBe('network');
  });

  it('opens a part by its first delta and ignores what comes after its end or the end of all', () => {
    const draft = fold(
      { type: 'text_delta', index: 3, delta: 'x' },
      { type: 'part_end', index: 3, part: { type: 'text', text: 'x' } },
      { type: 'text_delta', index: 3, delta: 'late' },
      start(3, { type: 'text', text: 'again' }),
      { type: 'thinking_delta', index: 1, delta: 't' },
      { type: 'text_delta', index: 1, delta: 'wrong kind' },
      { type: 'end', stop: 'end' },
      { type: 'text_delta', index: 9, delta: 'after all' },
    );
    expect(draftParts(draft)).toEqual([
      { type: 'thinking', text: 't' },
      { type: 'text', text: 'x' },
    ]);
  });

  it('does not touch the events it is given', () => {
    const part: Part = Object.freeze({ type: 'text', text: '' });
    const draft = fold(start(0, part), { type: 'text_delta', index: 0, delta: 'a' });
    expect(part.text).toBe('');
    expect(draftParts(draft)).toEqual([{ type: 'text', text: 'a' }]);
  });

  it('survives events in any order, and every part it shows is stable once shown twice', () => {
    const index = nat(4);
    const parts = constantFrom<Part>(
      { type: 'text', text: '' },
      { type: 'thinking', text: '' },
      { type: 'tool_call', id: 'a', name: 'n', args: {} },
      { type: 'redacted_thinking', data: 'd' },
    );
    const events = oneof(
      record({ type: constantFrom('part_start' as const, 'part_end' as const), index, part: parts }),
      record({
        type: constantFrom('text_delta' as const, 'thinking_delta' as const, 'args_delta' as const),
        index,
        delta: string(),
      }),
      record({ type: constantFrom('end' as const), stop: constantFrom('end' as const, 'aborted' as const) }),
    );
    assert(
      property(array(events), (list) => {
        const draft = createDraft();
        for (const event of list) {
          foldEvent(draft, event);
          const shown = draftParts(draft);
          const copy = structuredClone(shown);
          foldEvent(draft, { type: 'usage', usage: { input: 1, output: 1 } });
          expect(draftParts(draft)).toEqual(copy);
        }
      }),
    );
  });

  it('folds a hundred thousand deltas in no time', () => {
    const draft = createDraft();
    const begun = performance.now();
    for (let n = 0; n < 100_000; n++) foldEvent(draft, { type: 'text_delta', index: 0, delta: 'word ' });
    expect(draftParts(draft)[0]).toMatchObject({ text: 'word '.repeat(100_000) });
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
