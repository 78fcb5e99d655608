import { estimateTokens } from '../base/estimate-tokens.ts';
import type { Json } from '../base/json.ts';
import type { Frame } from '../base/pace.ts';
import { splitText } from '../base/split-text.ts';
import type { Plan, Step } from '../script/plan.ts';

export interface AnswerHead {
  model: string;
  created: string;
  promptTokens: number;
}

const FIRST_WAIT_CHARS = 12;

/** Arguments that were cut can't be sent here: the server only knows complete calls. */
const callsOf = (steps: readonly Step[]): Json[] =>
  steps.flatMap((step) =>
    step.kind === 'call' && !step.cut ? [{ function: { name: step.name, arguments: step.args } }] : [],
  );

const isSpoken = (step: Step) => step.kind === 'text' || step.kind === 'refusal';

function lastFields(plan: Plan, head: AnswerHead): Json {
  const tokens = plan.steps.reduce(
    (sum, step) => sum + estimateTokens(step.kind === 'call' ? step.name + step.json : step.text),
    1,
  );
  return {
    done: true,
    done_reason: plan.stop === 'length' || plan.stop === 'window' ? 'length' : 'stop',
    total_duration: 1_000_000,
    load_duration: 1000,
    prompt_eval_count: head.promptTokens,
    eval_count: tokens,
  };
}

export function wholeAnswer(plan: Plan, head: AnswerHead): Json {
  const calls = callsOf(plan.steps);
  const said = (test: (step: Step) => boolean) =>
    plan.steps.map((step) => (test(step) && 'text' in step ? step.text : '')).join('');
  const thinking = said(({ kind }) => kind === 'thinking');
  return {
    model: head.model,
    created_at: head.created,
    message: {
      role: 'assistant',
      content: said(isSpoken),
      ...(thinking === '' ? {} : { thinking }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
    ...lastFields(plan, head),
  };
}

/** A line of JSON for each piece. */
export function* answerLines(plan: Plan, head: AnswerHead): Generator<Frame> {
  const line = (message: Json, chars: number, of?: 'thinking' | 'answer', more: Json = { done: false }): Frame => ({
    data: `${JSON.stringify({
      model: head.model,
      created_at: head.created,
      message: { role: 'assistant', ...message },
      ...more,
    })}\n`,
    chars,
    ...(of ? { of } : {}),
  });
  yield line({ content: '' }, FIRST_WAIT_CHARS);
  for (const step of plan.steps) {
    if (step.kind === 'thinking')
      for (const thinking of splitText(step.text)) yield line({ content: '', thinking }, thinking.length, 'thinking');
    else if (isSpoken(step))
      for (const content of splitText(step.text)) yield line({ content }, content.length, 'answer');
    else if (step.kind === 'call') {
      const calls = callsOf([step]);
      if (calls.length > 0) yield line({ content: '', tool_calls: calls }, step.json.length, 'answer');
    }
  }
  yield line({ content: '' }, 0, undefined, lastFields(plan, head));
}
