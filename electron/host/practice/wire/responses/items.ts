import { hexId, idOf } from '../../digest.ts';
import type { Json } from '../../json.ts';
import type { Plan, Step } from '../../script/plan.ts';

/** A finished output item, with the step it came from. */
export interface MadeItem {
  step: Step;
  item: Json;
}

export interface ItemContext {
  seed: string;
  /** The request asks for a readable summary of the reasoning. */
  summary: boolean;
  /** Reasoning goes back as encrypted content. */
  encrypted: boolean;
  seal: (id: string, step: Step) => string;
}

/** The answer as output items, finished as `response.output_item.done` shows them. */
export function makeItems(plan: Plan, context: ItemContext): MadeItem[] {
  return plan.steps.map((step, index) => ({ step, item: makeItem(step, `${index}`, plan, context) }));
}

function makeItem(step: Step, index: string, plan: Plan, { seed, summary, encrypted, seal }: ItemContext): Json {
  switch (step.kind) {
    case 'thinking':
    case 'redacted': {
      const id = hexId('rs_', 50, seed, index);
      return {
        id,
        type: 'reasoning',
        summary:
          summary && step.kind === 'thinking'
            ? step.text.split('\n\n').map((one) => ({ type: 'summary_text', text: one }))
            : [],
        ...(encrypted ? { encrypted_content: seal(id, step) } : {}),
      };
    }
    case 'call':
      return {
        id: hexId('fc_', 50, seed, index),
        type: 'function_call',
        status: step.cut ? 'incomplete' : 'completed',
        arguments: step.json,
        call_id: idOf('call_', 24, seed, index),
        name: step.name,
      };
    default: {
      const last = plan.steps.at(-1) === step;
      return {
        id: hexId('msg_', 50, seed, index),
        type: 'message',
        status: last && plan.stop === 'length' ? 'incomplete' : 'completed',
        content: [
          step.kind === 'refusal'
            ? { type: 'refusal', refusal: step.text }
            : { type: 'output_text', annotations: [], logprobs: [], text: step.text },
        ],
        phase: plan.stop === 'calls' ? 'commentary' : 'final_answer',
        role: 'assistant',
      };
    }
  }
}
