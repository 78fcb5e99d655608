import { idOf } from '../base/digest.ts';
import type { Json } from '../base/json.ts';
import { makePicture } from '../answers/make-picture.ts';
import type { Cite, Plan, Step } from '../script/plan.ts';
import type { Seals } from '../base/seal.ts';
import { makeItemId } from './item-ids.ts';
import { sealReasoning } from './reasoning-seal.ts';

/** A finished output item, with the step it came from. */
export interface MadeItem {
  step: Step;
  item: Json;
}

export interface ItemContext {
  /** Identifies the answer: 16 hex digits. */
  answer: string;
  dialect: string;
  model: string;
  account: string;
  seals: Seals;
  /** The request asks for a readable summary of the reasoning. */
  summary: boolean;
  /** Reasoning is returned as encrypted content. */
  encrypted: boolean;
  /** What else the request wants to see. */
  include: ReadonlySet<unknown>;
}

const TYPES: Readonly<Record<Step['kind'], { type: string; prefix: string }>> = {
  thinking: { type: 'reasoning', prefix: 'rs' },
  redacted: { type: 'reasoning', prefix: 'rs' },
  call: { type: 'function_call', prefix: 'fc' },
  text: { type: 'message', prefix: 'msg' },
  refusal: { type: 'message', prefix: 'msg' },
  // A search is one item, sent when it is over.
  search: { type: '', prefix: '' },
  found: { type: 'web_search_call', prefix: 'ws' },
  picture: { type: 'image_generation_call', prefix: 'ig' },
  // A block's kind is its type.
  block: { type: '', prefix: 'ext' },
};

const CODE = { type: 'code_interpreter_call', prefix: 'ci' };

const kindOf = (step: Step) => (step.kind === 'found' && step.tool === 'run' ? CODE : TYPES[step.kind]);

const typeOf = (step: Step): string => (step.kind === 'block' ? step.text : kindOf(step).type);

const isReasoning = (step: Step) => TYPES[step.kind].type === 'reasoning';

/** Renders the answer as output items, in their final form as in `response.output_item.done`. */
export function makeItems({ stop, steps }: Plan, context: ItemContext): MadeItem[] {
  const plan: Plan = { stop, steps: steps.filter((step) => step.kind !== 'search') };
  const ids = plan.steps.map((step, place) => {
    const by = isReasoning(step) ? -1 : plan.steps.findLastIndex((one, at) => at < place && isReasoning(one));
    const { prefix } = kindOf(step);
    return makeItemId(context.seals, { prefix, answer: context.answer, place, reasoning: by < 0 ? null : by });
  });
  return plan.steps.map((step, place) => {
    const id = ids[place] ?? '';
    const next = plan.steps[place + 1];
    const follower = { followerType: next ? typeOf(next) : '', followerId: ids[place + 1] ?? '' };
    return {
      step,
      item: isReasoning(step) ? reasoningItem(step, id, follower, context) : outputItem(step, id, place, plan, context),
    };
  });
}

function reasoningItem(
  step: Step,
  id: string,
  follower: { followerType: string; followerId: string },
  { dialect, model, account, seals, summary, encrypted }: ItemContext,
): Json {
  const thought = step.kind === 'thinking' || step.kind === 'redacted' ? step.text : '';
  const shown = summary && step.kind === 'thinking' ? thought.split('\n\n') : [];
  return {
    id,
    type: 'reasoning',
    summary: shown.map((text) => ({ type: 'summary_text', text })),
    ...(encrypted
      ? { encrypted_content: sealReasoning(seals, dialect, { item: id, model, account, thought, ...follower }) }
      : {}),
  };
}

/** The picture of an item, which the server can make again from its id. */
export const pictureOf = (answer: string, place: number): string => makePicture(`${answer} ${place}`);

function pictureItem({ text, blocked }: Step & { kind: 'picture' }, id: string, result: string): Json {
  if (blocked)
    return {
      id,
      type: 'image_generation_call',
      status: 'failed',
      result: null,
      error: {
        code: 'moderation_blocked',
        message: 'Your request was rejected by the safety system.',
        param: null,
        type: 'image_generation_user_error',
      },
    };
  return {
    id,
    type: 'image_generation_call',
    status: 'completed',
    action: 'generate',
    background: 'opaque',
    output_format: 'png',
    quality: 'medium',
    result,
    revised_prompt: text,
    size: '192x192',
  };
}

/** What is readable of a tool's result is there only if the request asks for it. */
function foundItem(
  { tool, query, text, error }: Step & { kind: 'found' },
  id: string,
  include: ReadonlySet<unknown>,
): Json {
  const status = error === null ? 'completed' : 'failed';
  if (tool === 'run') {
    const outputs = include.has('code_interpreter_call.outputs') ? [{ type: 'logs', logs: text }] : null;
    return { id, type: 'code_interpreter_call', status, code: query, container_id: `cntr_${id.slice(3)}`, outputs };
  }
  if (tool === 'fetch') return { id, type: 'web_search_call', status, action: { type: 'open_page', url: query } };
  const sources = [{ type: 'url', url: `https://practice.invalid/${encodeURIComponent(query)}` }];
  const shown = include.has('web_search_call.action.sources') ? { sources } : {};
  return { id, type: 'web_search_call', status, action: { type: 'search', query, ...shown } };
}

const annotationOf = ({ start, end, title, url }: Cite): Json => ({
  type: 'url_citation',
  start_index: start,
  end_index: end,
  title,
  url,
});

function outputItem(step: Step, id: string, place: number, plan: Plan, { answer, include }: ItemContext): Json {
  if (step.kind === 'call')
    return {
      id,
      type: 'function_call',
      status: step.cut ? 'incomplete' : 'completed',
      arguments: step.json,
      call_id: idOf('call_', 24, answer, `${place}`),
      name: step.name,
    };
  if (step.kind === 'found') return foundItem(step, id, include);
  if (step.kind === 'picture') return pictureItem(step, id, pictureOf(answer, place));
  if (step.kind === 'block') return { id, type: step.text, status: 'completed' };
  const last = place === plan.steps.length - 1;
  return {
    id,
    type: 'message',
    status: last && (plan.stop === 'length' || plan.stop === 'window') ? 'incomplete' : 'completed',
    content: [
      step.kind === 'refusal'
        ? { type: 'refusal', refusal: step.text }
        : {
            type: 'output_text',
            annotations: (step.kind === 'text' ? (step.cites ?? []) : [])
              .filter(({ url }) => url !== null)
              .map(annotationOf),
            logprobs: [],
            text: step.text,
          },
    ],
    phase: plan.stop === 'calls' ? 'commentary' : 'final_answer',
    role: 'assistant',
  };
}
