import { digest, idOf } from '../base/digest.ts';
import { type Json, objects, text } from '../base/json.ts';
import type { Plan, Step } from '../script/plan.ts';
import { callBlock, citationBlock, openCall, resultBlock } from './server-tools.ts';
import type { AnthropicSubject } from './subject.ts';
import { linkOf, sealThinking } from './thinking-seal.ts';

/** Returns content as blocks; a plain string is one text block. */
export const blocksOf = (content: unknown): Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content);

/** A finished content block, with the step it came from. */
export interface MadeBlock {
  step: Step;
  block: Json;
}

/**
 * Renders the answer as content blocks. Each thinking block is signed with everything before it, in the request and in
 * this answer. `omit` leaves out the text of thinking and keeps its signature (A31).
 */
export function makeBlocks(plan: Plan, answer: string, omit: boolean, subject: AnthropicSubject): MadeBlock[] {
  const { prefix, previous, seen } = subject.thinking();
  const before = prefix.fork();
  let last = previous;
  let place = 0;
  let calls = 0;
  let search = openCall(subject.messages)?.id ?? '';
  return plan.steps.flatMap((step, index): MadeBlock[] => {
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
      return [{ step, block }];
    }
    if (step.kind === 'text') {
      const pieces = citedPieces(step, subject);
      for (const { block } of pieces) before.add('assistant', block);
      return pieces;
    }
    const block = sayBlock(step, `${answer}/${index}`, search, subject);
    if (step.kind === 'call') calls++;
    if (step.kind === 'search') search = text(block.id);
    before.add('assistant', block);
    return [{ step, block }];
  });
}

/** A text is cut where its citations begin and end; each piece is a step of its own. */
function citedPieces(step: Step & { kind: 'text' }, { seals, account }: AnthropicSubject): MadeBlock[] {
  const pieces: MadeBlock[] = [];
  let at = 0;
  const add = (to: number, citations: Json[]) => {
    const piece = step.text.slice(at, to);
    at = Math.max(at, to);
    if (piece === '') return;
    const block = { type: 'text', text: piece, ...(citations.length > 0 && { citations }) };
    pieces.push({ step: { kind: 'text', text: piece }, block });
  };
  for (const cite of step.cites ?? []) {
    add(cite.start, []);
    add(cite.end, [citationBlock(cite, seals, account)]);
  }
  add(step.text.length, []);
  return pieces.length > 0 ? pieces : [{ step, block: { type: 'text', text: step.text } }];
}

/** `search` is the id of the call that a result answers. */
function sayBlock(
  step: Exclude<Step, { kind: 'thinking' | 'redacted' | 'text' }>,
  seed: string,
  search: string,
  subject: AnthropicSubject,
): Json {
  switch (step.kind) {
    case 'call':
      return { type: 'tool_use', id: idOf('toolu_01', 22, seed), name: step.name, input: step.args };
    case 'search':
      return callBlock(step.tool, idOf('srvtoolu_01', 22, seed), step.text);
    case 'block':
      return { type: step.text, id: idOf('blk_01', 22, seed), content: OF_ITS_OWN };
    case 'found':
      return resultBlock(step.tool, search, { query: step.query, said: step.text, error: step.error }, subject);
    default:
      return { type: 'text', text: step.text };
  }
}

const OF_ITS_OWN = 'Only the server that made it knows what this is.';
