import { describe, expect, it } from 'vitest';
import type { ErrorKind } from '#core/error.ts';
import type { HistoryMessage } from '#core/message.ts';
import { RECOVERIES } from '#core/reliability/recovery-toasts.ts';
import type { RecoveryName } from '#core/reliability/recovery-toasts.ts';
import type { Target } from '#core/request.ts';
import { practiceTarget, seatTarget, TOOLS } from '../vendors/practice-lab.ts';
import { answerOf, callOf, long, RecoveryLab, refusesWhile, RESULT, user } from './recovery-lab.ts';

interface Case {
  /** Of the practice vendor's faults. */
  fault: string;
  kind: ErrorKind;
  toast: RecoveryName;
  /** If the vendor knows the error. */
  at: readonly (keyof typeof TARGETS)[];
}

const TARGETS = {
  anthropic: practiceTarget('practice-claude', { tools: TOOLS }),
  manual: practiceTarget('practice-claude-manual', { tools: TOOLS }),
  responses: practiceTarget('practice-gpt', { tools: TOOLS }),
  chat: practiceTarget('practice-chat', { tools: TOOLS }),
  local: seatTarget('a local server', { tools: TOOLS }),
  gemini: practiceTarget('practice-gemini', { tools: TOOLS }),
} as const satisfies Record<string, Target>;

const CASES: readonly Case[] = [
  { fault: 'signature', kind: 'invalid_signature', toast: 'thinking-strip', at: ['anthropic', 'responses', 'gemini'] },
  { fault: 'binding', kind: 'prefix_binding', toast: 'thinking-strip', at: ['anthropic'] },
  { fault: 'modified', kind: 'thinking_modified', toast: 'thinking-strip', at: ['anthropic', 'manual'] },
  { fault: 'thinking-order', kind: 'thinking_block_order', toast: 'thinking-block', at: ['manual', 'local'] },
  {
    fault: 'thinking-disabled',
    kind: 'thinking_disabled_violation',
    toast: 'thinking-strip',
    at: ['anthropic', 'manual'],
  },
  { fault: 'prefill', kind: 'prefill_unsupported', toast: 'prefill', at: ['anthropic', 'chat'] },
  { fault: 'tool-result', kind: 'tool_result_missing', toast: 'tool-crash', at: ['anthropic', 'responses', 'chat'] },
  { fault: 'tool-result', kind: 'tool_pairing', toast: 'tool-crash', at: ['gemini'] },
  { fault: 'empty-content', kind: 'empty_content', toast: 'empty-message', at: ['anthropic', 'gemini'] },
  { fault: 'unavailable-tool', kind: 'unavailable_tool', toast: 'unavailable-tool', at: ['anthropic', 'chat'] },
  {
    fault: 'tool-schema',
    kind: 'invalid_tool_schema',
    toast: 'tool-schema',
    at: ['anthropic', 'responses', 'chat', 'gemini'],
  },
  {
    fault: 'overflow',
    kind: 'context_overflow',
    toast: 'context-limit',
    at: ['anthropic', 'responses', 'chat', 'gemini'],
  },
];

/** Thinking of its own, calls with results, and more turns than a smaller window fits. */
function historyFor(target: Target): HistoryMessage[] {
  return [...long(4, target), user('q'), callOf(target), RESULT, answerOf(target)];
}

async function begin(target: Target): Promise<RecoveryLab> {
  const lab = await RecoveryLab.open();
  await lab.put(...historyFor(target));
  // Signed by the server itself, so that only the scripted refusal is answered.
  await lab.ask('!think 1\nThink.', target);
  lab.toasts.length = 0;
  return lab;
}

const ROWS = CASES.flatMap(({ at, ...one }) => at.map((name) => ({ ...one, name, target: TARGETS[name] })));

describe.each(ROWS)('$kind at $name', ({ fault, kind, toast, target }) => {
  it('costs one request and one toast, changes nothing stored, and is not met again', async () => {
    const lab = await begin(target);
    const before = await lab.stored();
    const asked = await lab.ask(`!fault ${fault} times=1\nAnd now?`, target);
    expect(asked.message.error).toBeUndefined();
    expect(asked.send?.repairs.map((one) => one.kind)).toEqual([kind]);
    expect(asked.bodies).toHaveLength(2);
    expect(lab.toasts).toEqual([{ ...RECOVERIES[toast], name: toast, variant: 'warning', duration: 3000 }]);
    expect((await lab.stored()).startsWith(before.slice(0, -1))).toBe(true);
    // The decision is stored with the vendor's words, and applies to the next request.
    expect(asked.added.length).toBeGreaterThan(0);
    expect(asked.added.every(({ reason }) => reason === asked.send?.repairs[0]?.message)).toBe(true);
    const next = await lab.ask('And then?', target);
    expect(next.bodies).toHaveLength(1);
    expect(next.message.error).toBeUndefined();
    expect(next.added).toEqual([]);
    expect(lab.toasts).toHaveLength(1);
    expect(lab.errors).toEqual([]);
  });

  it('refused again ends with the vendor’s own words', async () => {
    const lab = await begin(target);
    const before = await lab.stored();
    const asking = lab.ask(`!fault ${fault}\nAnd now?`, target);
    const state = { done: false };
    void asking.finally(() => (state.done = true));
    for (let turn = 0; turn < 400 && !state.done; turn += 1) await lab.clock.advance(1_000);
    const asked = await asking;
    // A call that the vendor couldn't read counts as a random error of the model, so it's also requested twice more.
    const luck = asked.message.error?.retryable ? 2 : 0;
    expect(asked.bodies).toHaveLength(2 + luck);
    expect(asked.message.error).toMatchObject({ kind, message: asked.send?.repairs[0]?.message });
    expect(asked.send?.repairs).toHaveLength(1);
    expect(lab.toasts).toHaveLength(1);
    expect((await lab.stored()).startsWith(before.slice(0, -1))).toBe(true);
  });
});

describe('whoever must not act meanwhile', () => {
  const target = TARGETS.anthropic;
  const heard: string[] = [];
  async function listen(): Promise<RecoveryLab> {
    const lab = await begin(target);
    heard.length = 0;
    lab.onRequest = () => heard.push('request');
    lab.recovery.setOnAbortCallback((id) => heard.push(id === lab.sessionId ? 'abort' : id));
    lab.recovery.setOnRecoveryCompleteCallback((id) => heard.push(id === lab.sessionId ? 'complete' : id));
    return lab;
  }

  it('is told before the second request and after it, however it ends', async () => {
    for (const times of ['times=1', '']) {
      const lab = await listen();
      await lab.ask(`!fault signature ${times}\nAnd now?`, target);
      expect(heard).toEqual(['request', 'abort', 'request', 'complete']);
    }
  });

  it('is told also where nothing can be made stricter, and of no toast then', async () => {
    const lab = await listen();
    const lonely = practiceTarget('practice-chat', { thinking: 'off' });
    const other = await lab.another();
    other.recovery.setOnAbortCallback(() => heard.push('abort'));
    other.recovery.setOnRecoveryCompleteCallback(() => heard.push('complete'));
    const asked = await other.ask('!fault tool-result\nq', lonely);
    expect(asked.bodies).toHaveLength(1);
    expect(heard).toEqual(['abort', 'complete']);
    expect(other.toasts).toEqual([]);
  });

  it('is told when it is stopped, and when the toast or the callbacks fail', async () => {
    const stopped = await listen();
    const stopper = new AbortController();
    stopped.onRequest = (count) => (count >= 3 ? stopper.abort() : undefined);
    await stopped.ask('!fault signature\nAnd now?', target, stopper);
    expect(heard).toEqual(['abort', 'complete']);

    const broken = await listen();
    broken.onToast = () => {
      throw new Error('no toast');
    };
    broken.recovery.setOnAbortCallback(() => {
      throw new Error('no callback');
    });
    const asked = await broken.ask('!fault signature times=1\nAnd now?', target);
    expect(asked.message.error).toBeUndefined();
    expect(heard).toEqual(['request', 'request', 'complete']);
  });

  it('is told when the recovery itself breaks, and the refusal is what is shown', async () => {
    const lab = await listen();
    const handled = await lab.recovery.handleSessionRecovery({
      sessionId: lab.sessionId,
      messageId: 'm',
      error: new Error('messages.1.content.0: Invalid `signature` in `thinking` block'),
      recover: () => Promise.reject(new Error('broken')),
    });
    expect(handled).toBe(false);
    expect(heard).toEqual(['abort', 'complete']);
    expect(lab.recovery.isRecoverableError({ kind: 'tool_result_missing' })).toBe(true);
    for (const error of [new Error('boom'), null, { kind: 'auth' }, { status: 429, message: 'rate limit' }])
      expect(lab.recovery.isRecoverableError(error)).toBe(false);
  });
});

it('an error that no vendor can be brought to say is recovered from in the same way', async () => {
  const lab = await begin(TARGETS.responses);
  lab.gate = refusesWhile(
    (body) => JSON.stringify(body).includes('"reasoning","'),
    'Item with id rs_1 not found.',
    404,
  );
  const asked = await lab.ask('And now?', TARGETS.responses);
  expect([asked.bodies.length, lab.toasts.length]).toEqual([2, 1]);
});
