import { digest, idOf } from '../../digest.ts';
import { type Json, objects } from '../../json.ts';
import type { AnthropicSubject } from '../../rules/anthropic/subject.ts';
import type { Plan, Step } from '../../script/plan.ts';
import { linkOf, sealThinking } from './thinking-seal.ts';

/** Content as blocks; a plain string is one text block. */
export const blocksOf = (content: unknown): Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content);

/** A finished content block, with the step it came from. */
export interface MadeBlock {
  step: Step;
  block: Json;
}

/**
 * The answer as content blocks. Each thinking block is signed together with all that stands before it, in the request
 * and in this answer. `omit` leaves the text of thinking out and keeps its signature (A31).
 */
export function makeBlocks(plan: Plan, answer: string, omit: boolean, subject: AnthropicSubject): MadeBlock[] {
  const { prefix, previous, seen } = subject.thinking();
  const before = prefix.fork();
  let last = previous;
  let place = 0;
  let calls = 0;
  return plan.steps.map((step, index): MadeBlock => {
    if (step.kind === 'thinking' || step.kind === 'redacted') {
      const shown = step.kind === 'thinking' && !omit;
      const opaque = sealThinking(subject.seals, {
        kind: step.kind === 'thinking' ? 'thinking' : 'redacted_thinking',
        model: subject.model.id,
        account: subject.account,
        shown: shown ? digest(step.text) : null,
        prefix: before.mark(),
        previous: last,
        seen: seen + place,
        answer,
        place: place++,
        calls,
      });
      const block =
        step.kind === 'thinking'
          ? { type: 'thinking', thinking: shown ? step.text : '', signature: opaque }
          : { type: 'redacted_thinking', data: opaque };
      last = linkOf(block);
      return { step, block };
    }
    const block =
      step.kind === 'call'
        ? { type: 'tool_use', id: idOf('toolu_01', 22, `${answer}/${index}`), name: step.name, input: step.args }
        : { type: 'text', text: step.text };
    if (step.kind === 'call') calls++;
    before.add('assistant', block);
    return { step, block };
  });
}
