import { type Arbitrary, array, boolean, constantFrom, integer, nat, option, record } from 'fast-check';
import { SOURCES } from '../arbitrary-history.ts';
import type { ScriptedCall, ScriptedStep } from './agent-world.ts';

const call: Arbitrary<ScriptedCall> = record({
  tool: constantFrom('files__read', 'files__write', 'shell__run', 'web__fetch', 'plan__list', 'nothing__here'),
  takes: nat(40),
  progress: nat(2),
  does: constantFrom('answer', 'answer', 'answer', 'error', 'crash', 'hang', 'ignore-stop', 'throw'),
  says: constantFrom('once', 'once', 'turn', 'session', 'always', 'deny', 'fail'),
  saysAfter: nat(30),
  malformed: constantFrom(...Array.from({ length: 5 }, () => null), '{"cut": "of', '[1]', ''),
  long: constantFrom(false, false, false, false, true),
  misfit: constantFrom(false, false, false, false, true),
}).map(({ malformed, long, misfit, ...rest }) => ({
  ...rest,
  ...(malformed !== null && { rawArgs: malformed }),
  ...(long && { text: 'a long line of output\n'.repeat(400) }),
  ...(misfit && { args: { misfit: true } }),
}));

const step: Arbitrary<ScriptedStep> = record({
  source: constantFrom(...SOURCES),
  thinks: boolean(),
  text: option(constantFrom('I look.', 'Then on.'), { nil: null }),
  calls: array(call, { minLength: 1, maxLength: 6 }),
  pace: nat(5),
  id: constantFrom(...Array.from({ length: 5 }, () => null), 'same', ''),
  stop: constantFrom(...Array.from({ length: 12 }, () => 'tool' as const), 'length', 'end', 'error', 'refusal'),
}).map(({ text, stop, id, calls, ...rest }) => ({
  ...rest,
  calls: id === null ? calls : calls.map((one) => ({ ...one, id })),
  stop,
  ...(text !== null && { text }),
  ...(stop === 'error' && { error: { kind: 'overloaded' as const, retryable: true, message: 'busy' } }),
}));

/** What a model and its tools do in one run; the last answer has no calls. */
export const anyScript: Arbitrary<ScriptedStep[]> = array(step, { minLength: 1, maxLength: 4 }).map((steps) => [
  ...steps,
  { source: 'openai-responses', text: 'All done.' },
]);

export const anyParallel = integer({ min: 1, max: 5 });

/** Short timeouts, so that a hanging tool is stopped within a run. */
export const FACTS = Object.fromEntries(
  ['files__read', 'files__write', 'shell__run', 'web__fetch', 'plan__list'].map((name) => [
    name,
    { timeouts: { idleMs: 60, totalMs: 200 }, maxOutputTokens: 500 },
  ]),
);
