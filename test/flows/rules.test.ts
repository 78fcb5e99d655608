import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from '#core/message.ts';
import { autoTitle } from '#markdown/auto-title.ts';
import { withoutCourtesies } from '#texts/user-words.ts';
import { costOf } from '#flows/base/cost-of.ts';
import { loadHistory } from '#flows/request/load-history.ts';
import { retryDelay } from '#flows/base/retry-policy.ts';
import { createRunSlots } from '#flows/answer/run-slots.ts';
import { createThinkingClock } from '#flows/request/thinking-clock.ts';
import { appendMessages } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text)).length;

describe('automatic titles', () => {
  it.each([
    ['Hello', 'Hello'],
    ['\n\n  First line  \nsecond', 'First line'],
    ['# Plan   for\ttoday', 'Plan for today'],
    ['> - quoted item', 'quoted item'],
    ['```ts\nconst a = 1;\n```', 'const a = 1;'],
    ['안녕하세요'.normalize('NFD'), '안녕하세요'],
    ['a\u202Eevil\u202C b', 'a evil b'],
    ['!think 3\nWhy does it matter?', 'Why does it matter?'],
    ['**Why** does `a*b` ~~not~~ [help](https://a.example)?', 'Why does a*b not help?'],
    ['!help', '!help'],
    ['!important as it is', '!important as it is'],
    ['', ''],
  ])('of %j is %j', (text, title) => {
    expect(autoTitle(text)).toBe(title);
  });

  it.each([
    ['Hello, can you please explain how herons fish?', 'Explain how herons fish?'],
    ['Please help me to write a letter, thanks!', 'Write a letter'],
    ['I’d like to fix my bike', 'Fix my bike'],
    ['Tell me about the tides.', 'The tides.'],
    ['Hi there', 'Hi there'],
    ['Can you', 'Can you'],
    ['please', 'please'],
    ['Pleasant weather', 'Pleasant weather'],
    ['안녕하세요! 왜가리가 어디에 사는지 알려줘', '왜가리가 어디에 사는지'],
    ['보고서 요약 부탁드려요.', '보고서 요약'],
    ['이 그림을 설명해 줘.', '이 그림'],
    ['조수를 좀 알려 주세요', '조수'],
    ['왜가리에 대해서 알려줘', '왜가리'],
    ['한국의 가을 알려줘', '한국의 가을'],
    ['를 설명해줘', '를'],
    ['혹시', '혹시'],
    ['すみません、サギの生態について教えてください', 'サギの生態'],
    ['こんにちは。報告書の要約をお願いします。', '報告書の要約'],
    ['お願いします', 'お願いします'],
  ])('of %j is about its subject: %j', (text, title) => {
    expect(autoTitle(text, [], withoutCourtesies)).toBe(title);
  });

  it('is the name of the attachment when nothing was written', () => {
    expect(autoTitle(' \n', [{ name: 'plan.pdf' }])).toBe('plan.pdf');
  });

  it('cuts between words where it can, and never inside a character', () => {
    expect(autoTitle(`${'word '.repeat(30)}end`)).toBe(`${'word '.repeat(12).trim()}…`);
    expect(autoTitle(`${'word '.repeat(11)}inseparable`)).toBe(`${'word '.repeat(11).trim()}…`);
    const family = '👨‍👩‍👧‍👦';
    expect(autoTitle(family.repeat(80))).toBe(`${family.repeat(60)}…`);
  });

  it('is one short line for any text, a megabyte included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const title = autoTitle(text);
        expect(title).not.toMatch(/[\n\r\u2028\u2029]/u);
        expect(graphemes(title)).toBeLessThanOrEqual(62);
        expect(title).toBe(title.trim());
      }),
    );
    const started = performance.now();
    expect(autoTitle('x'.repeat(1_000_000)).length).toBeLessThan(70);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('cost', () => {
  it('counts cached tokens at their own price, and long inputs at theirs', () => {
    const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
    expect(costOf({ input: 1_000_000, output: 100_000 }, price)).toBeCloseTo(4.5);
    expect(costOf({ input: 1_000_000, output: 0, cacheRead: 800_000, cacheWrite: 100_000 }, price)).toBeCloseTo(
      0.1 * 3 + 0.8 * 0.3 + 0.1 * 3.75,
    );
    const tiered = { ...price, above: { tokens: 200_000, input: 6, output: 22.5 } };
    expect(costOf({ input: 300_000, output: 1_000 }, tiered)).toBeCloseTo(0.3 * 6 + 0.001 * 22.5);
    expect(costOf({ input: 200_000, output: 1_000 }, tiered)).toBeCloseTo(0.2 * 3 + 0.001 * 15);
  });

  it('is unknown without a price, and nothing for free models', () => {
    expect(costOf({ input: 5, output: 5 }, undefined)).toBeNull();
    expect(costOf({ input: 5, output: 5, pictures: 1 }, { input: 3, output: 15 })).toBeNull();
    expect(costOf({ input: 5, output: 5 }, { input: 0, output: 0, above: { tokens: 1, input: 0, output: 0 } })).toBe(0);
  });
});

describe('waiting before another attempt', () => {
  const error = { kind: 'server', retryable: true, message: 'no' } as const;

  it('grows, is jittered, and ends after the fourth attempt', () => {
    expect([1, 2, 3].map((attempt) => retryDelay(error, attempt, false, 1))).toEqual([1_000, 2_000, 4_000]);
    expect(retryDelay(error, 1, false, 0)).toBe(500);
    expect(retryDelay(error, 4, false, 1)).toBeNull();
  });

  it('asks at most twice more when the model called what is not there, or so that nobody could read it (Q2)', () => {
    const failed = { ...error, code: 'tool_use_failed' };
    expect([1, 2, 3].map((attempt) => retryDelay(failed, attempt, false, 1))).toEqual([1_000, 2_000, null]);
    const absent = { kind: 'unavailable_tool', retryable: true, message: 'no' } as const;
    expect([1, 2, 3].map((attempt) => retryDelay(absent, attempt, false, 1))).toEqual([1_000, 2_000, null]);
    expect(retryDelay({ ...absent, retryable: false }, 1, false, 1)).toBeNull();
  });

  it('is at least what the vendor asks for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (asked, random) => {
          expect(retryDelay({ ...error, retryAfterMs: asked }, 1, false, random)).toBeGreaterThanOrEqual(asked);
        },
      ),
    );
  });
});

describe('thinking time', () => {
  it('is measured per block, also when blocks interleave and one has no end', () => {
    let now = 0;
    const clock = createThinkingClock(() => now);
    const thinking = (text: string): Part => ({ type: 'thinking', text });
    const at = (time: number, event: Parameters<typeof clock.see>[0]) => {
      now = time;
      clock.see(event);
    };
    at(100, { type: 'part_start', index: 0, part: thinking('') });
    at(350, { type: 'part_end', index: 0, part: thinking('a') });
    at(400, { type: 'part_start', index: 1, part: { type: 'text', text: '' } });
    at(500, { type: 'thinking_delta', index: 2, delta: 'b' });
    at(900, { type: 'text_delta', index: 3, delta: 'x' });
    at(950, { type: 'end', stop: 'end' });
    const parts: Part[] = [thinking('a'), { type: 'text', text: '' }, thinking('b'), { type: 'text', text: 'x' }];
    const stamped = clock.stamp(parts);
    expect(stamped).toEqual([
      { type: 'thinking', text: 'a', durationMs: 250 },
      { type: 'text', text: '' },
      { type: 'thinking', text: 'b', durationMs: 400 },
      { type: 'text', text: 'x' },
    ]);
    expect(clock.stamp(parts).map((part, index) => part === stamped[index])).toEqual([true, true, true, true]);
  });
});

describe('run slots', () => {
  it('are given in order of asking, back only once, and left by who stops waiting', async () => {
    const slots = createRunSlots(1);
    const life = () => new AbortController();
    const first = await slots.take(life().signal);
    const leaving = life();
    const left = slots.take(leaving.signal);
    const order: string[] = [];
    const second = slots.take(life().signal).then((release) => {
      order.push('second');
      return release;
    });
    const third = slots.take(life().signal).then(() => order.push('third'));
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    first();
    first();
    const release = await second;
    expect(order).toEqual(['second']);
    release();
    await third;
    expect(order).toEqual(['second', 'third']);
    expect(slots.full).toBe(true);
  });
});

describe('loading history for a request', () => {
  it('begins at a place that stays while the conversation grows, and holds what the window needs', async () => {
    const db = await openTestDatabase();
    const { id } = await createSession(db, { target: null, at: 1 });
    const { fence } = await claimSession(db, id);
    const inputs: NewMessage[] = Array.from({ length: 1_200 }, (_, index) => ({
      id: `m${index + 1}`,
      role: 'user',
      parts: [{ type: 'text', text: 'x' }],
      parentId: index === 0 ? null : `m${index}`,
      status: 'complete',
      createdAt: 1,
    }));
    await appendMessages(db, fence, inputs);
    const starts: number[] = [];
    for (let leaf = 1; leaf <= 1_200; leaf += 37) {
      const { all: history } = await loadHistory(
        db,
        id,
        `m${leaf}`,
        { messages: 64, tokens: Number.POSITIVE_INFINITY },
        (row) => {
          throw new Error(JSON.stringify(row));
        },
      );
      expect(history.length).toBeGreaterThanOrEqual(Math.min(64, leaf));
      expect(history.length).toBeLessThan(64 + 256);
      expect(history.at(-1)?.seq).toBe(leaf);
      starts.push(history[0]?.seq ?? 0);
    }
    expect([...new Set(starts)]).toEqual([1, 257, 513, 769, 1_025]);
    expect(await loadHistory(db, id, null, { messages: 64, tokens: 1 }, () => undefined)).toHaveLength(0);
  });
});
