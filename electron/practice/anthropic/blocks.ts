import { digest, idOf } from '../base/digest.ts';
import { isObject, type Json, objects, text } from '../base/json.ts';
import type { Plan, Step } from '../script/plan.ts';
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
  let search = openSearch(subject.messages.at(-1)?.blocks ?? [])?.id ?? '';
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
    const block = sayBlock(step, `${answer}/${index}`, search);
    if (step.kind === 'call') calls++;
    if (step.kind === 'search') search = text(block.id);
    before.add('assistant', block);
    return { step, block };
  });
}

/** `search` is the id of the call that a result answers. */
function sayBlock(step: Exclude<Step, { kind: 'thinking' | 'redacted' }>, seed: string, search: string): Json {
  switch (step.kind) {
    case 'call':
      return { type: 'tool_use', id: idOf('toolu_01', 22, seed), name: step.name, input: step.args };
    case 'search':
      return { type: 'server_tool_use', id: idOf('srvtoolu_01', 22, seed), name: SEARCH, input: { query: step.text } };
    case 'block':
      return { type: step.text, id: idOf('blk_01', 22, seed), content: OF_ITS_OWN };
    case 'found':
      return {
        type: `${SEARCH}_tool_result`,
        tool_use_id: search,
        content: [
          {
            type: 'web_search_result',
            title: step.text,
            url: 'https://practice.invalid/',
            encrypted_content: Buffer.from(step.text).toString('base64'),
            page_age: null,
          },
        ],
      };
    default:
      return { type: 'text', text: step.text };
  }
}

const SEARCH = 'web_search';

const OF_ITS_OWN = 'Only the server that made it knows what this is.';

/** Returns the search at the end of these blocks that has no result yet: a paused turn (A13). */
export function openSearch(blocks: readonly Json[]): { id: string; query: string } | null {
  const last = blocks.at(-1);
  if (last?.type !== 'server_tool_use') return null;
  return { id: text(last.id), query: isObject(last.input) ? text(last.input.query) : '' };
}
