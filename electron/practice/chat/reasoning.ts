import { hexId } from '../base/digest.ts';
import type { Json } from '../base/json.ts';
import { coverOf, formatOf } from './openrouter-rules.ts';
import type { Plan } from '../script/plan.ts';
import type { Seals } from '../base/seal.ts';
import { splitText } from '../base/split-text.ts';
import type { ReasoningForm } from './dialect.ts';

/** Renders the reasoning of an answer in one vendor's form. */
export interface ShownReasoning {
  deltas(plan: Plan): Iterable<{ fields: Json; chars: number }>;
  /** Fields of the complete message; `content` is its text, for vendors that put both into one list. */
  complete(plan: Plan, content: string): Json;
}

export interface ReasoningContext {
  model: string;
  account: string;
  seed: string;
  seals: Seals;
}

const textOf = (plan: Plan) => plan.steps.map((step) => (step.kind === 'thinking' ? step.text : '')).join('\n\n');

const NOTHING: ShownReasoning = { deltas: () => [], complete: () => ({}) };

const inField = (field: 'reasoning' | 'reasoning_content'): ShownReasoning => ({
  *deltas(plan) {
    for (const piece of splitText(textOf(plan).trim())) yield { fields: { [field]: piece }, chars: piece.length };
  },
  complete(plan) {
    const text = textOf(plan).trim();
    return text === '' ? {} : { [field]: text };
  },
});

/** Mistral: chunks of the content, with the signature in the last one (M4). */
const inChunks = ({ seals, model }: ReasoningContext): ShownReasoning => {
  const sign = (text: string) => seals.seal('mistral', { model, text });
  const chunk = (text: string, more: Json = {}) => ({ type: 'thinking', thinking: [{ type: 'text', text }], ...more });
  return {
    *deltas(plan) {
      const text = textOf(plan).trim();
      if (text === '') return;
      for (const piece of splitText(text)) yield { fields: { content: [chunk(piece)] }, chars: piece.length };
      yield { fields: { content: [chunk('', { signature: sign(text), closed: true })] }, chars: 0 };
    },
    complete(plan, content) {
      const text = textOf(plan).trim();
      if (text === '') return {};
      const thinking = chunk(text, { signature: sign(text), closed: true });
      return { content: [thinking, ...(content === '' ? [] : [{ type: 'text', text: content }])] };
    },
  };
};

/** OpenRouter: a plain field to read and `reasoning_details` to send back (P1). */
const inDetails = (context: ReasoningContext): ShownReasoning => {
  const format = formatOf(context.model);
  const detailsOf = (plan: Plan): Json[] => {
    const steps = plan.steps.filter((step) => step.kind === 'thinking' || step.kind === 'redacted');
    return steps.map((step, place) => {
      const text = step.kind === 'thinking' ? step.text : '';
      const detail: Json =
        step.kind === 'thinking'
          ? { type: 'reasoning.text', text, format, index: place }
          : { type: 'reasoning.encrypted', id: hexId('rs_', 16, context.seed, `${place}`), format, index: place };
      const seal = context.seals.seal('openrouter', {
        model: context.model,
        account: context.account,
        cover: coverOf(detail),
        place,
        count: steps.length,
      });
      return step.kind === 'thinking' ? { ...detail, signature: seal } : { ...detail, data: seal };
    });
  };
  return {
    *deltas(plan) {
      for (const detail of detailsOf(plan)) {
        if (typeof detail.text !== 'string') {
          yield { fields: { reasoning_details: [detail] }, chars: 0 };
          continue;
        }
        const { signature, ...rest } = detail;
        for (const piece of splitText(detail.text))
          yield {
            fields: { reasoning: piece, reasoning_details: [{ ...rest, text: piece }] },
            chars: piece.length,
          };
        yield { fields: { reasoning_details: [{ ...rest, text: '', signature }] }, chars: 0 };
      }
    },
    complete(plan) {
      const details = detailsOf(plan);
      return details.length === 0 ? {} : { reasoning: textOf(plan).trim(), reasoning_details: details };
    },
  };
};

export function showReasoning(form: ReasoningForm, context: ReasoningContext): ShownReasoning {
  switch (form) {
    case null:
      return NOTHING;
    case 'thinking-chunks':
      return inChunks(context);
    case 'details':
      return inDetails(context);
    default:
      return inField(form);
  }
}
