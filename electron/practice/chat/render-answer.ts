import { estimateTokens } from '../base/estimate-tokens.ts';
import type { Json } from '../base/json.ts';
import type { Frame } from '../base/pace.ts';
import type { Plan, Step, Stop } from '../script/plan.ts';
import { splitJson, splitText } from '../base/split-text.ts';
import { dataEvent } from '../base/sse.ts';
import type { PromptTokens } from '../wire/openai-usage.ts';
import type { ChatDialect } from './dialect.ts';
import type { ShownReasoning } from './reasoning.ts';

export interface AnswerHead {
  id: string;
  model: string;
  created: number;
  prompt: PromptTokens;
  dialect: ChatDialect;
  reasoning: ShownReasoning;
  /** Returns the id of the nth call of this answer, and what the vendor adds to it. */
  callHead: (name: string, index: number) => Json;
  includeUsage: boolean;
}

const STOPS: Readonly<Record<Stop, string>> = {
  end: 'stop',
  calls: 'tool_calls',
  length: 'length',
  refusal: 'content_filter',
  blocked: 'content_filter',
  window: 'length',
  pause: 'stop',
};

function usageOf(plan: Plan, { prompt, dialect }: AnswerHead): Json {
  const tokens = (steps: readonly Step[]) =>
    steps.reduce((sum, step) => sum + estimateTokens(step.kind === 'call' ? step.name + step.json : step.text), 0);
  const reasoning = tokens(plan.steps.filter((step) => step.kind === 'thinking' || step.kind === 'redacted'));
  const output = tokens(plan.steps) + 1;
  const usage = {
    prompt_tokens: prompt.total,
    completion_tokens: output,
    total_tokens: prompt.total + output,
    prompt_tokens_details: { cached_tokens: prompt.cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
  };
  return { ...usage, ...dialect.usageFields?.(usage) };
}

const textOf = (plan: Plan, kind: 'text' | 'refusal') =>
  plan.steps.map((step) => (step.kind === kind ? step.text : '')).join('');

export function wholeCompletion(plan: Plan, head: AnswerHead): Json {
  const calls = plan.steps.filter((step) => step.kind === 'call');
  const content = textOf(plan, 'text');
  const shown = content === '' && calls.length > 0 ? null : content;
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: shown,
          refusal: textOf(plan, 'refusal') || null,
          ...sources(plan, head.dialect),
          ...head.reasoning.complete(plan, content),
          ...(calls.length === 0
            ? {}
            : {
                tool_calls: calls.map((call, index) => ({
                  ...head.callHead(call.name, index),
                  type: 'function',
                  function: { name: call.name, arguments: call.json },
                })),
              }),
        },
        logprobs: null,
        finish_reason: STOPS[plan.stop],
      },
    ],
    usage: usageOf(plan, head),
    system_fingerprint: 'fp_practice',
  };
}

const citation = (title: string): Json => ({
  type: 'url_citation',
  url_citation: { url: 'https://practice.invalid/', title, start_index: 0, end_index: 0 },
});

/** What a text is based on, with the places in it. */
const placed = ({ cites = [] }: Extract<Step, { kind: 'text' }>): Json[] =>
  cites.flatMap(({ url, title, quote, start, end }) =>
    url === null
      ? []
      : [{ type: 'url_citation', url_citation: { url, title, content: quote, start_index: start, end_index: end } }],
  );

function sources({ steps }: Plan, { ownTools }: ChatDialect): Json {
  const annotations = steps.flatMap((step) => {
    if (ownTools) return step.kind === 'text' ? placed(step) : [];
    return step.kind === 'found' ? [citation(step.text)] : [];
  });
  return annotations.length === 0 ? {} : { annotations };
}

const FIRST_WAIT_CHARS = 12;

/** `chat.completion.chunk` events up to `[DONE]`. */
export function* completionFrames(plan: Plan, head: AnswerHead): Generator<Frame> {
  const { usageOnRequest } = head.dialect;
  const chunk = (choices: readonly Json[], more: Json = {}) => ({
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    system_fingerprint: 'fp_practice',
    choices,
    ...(head.includeUsage && usageOnRequest ? { usage: null } : {}),
    ...more,
  });
  const delta = (fields: Json, chars = 0, of?: 'thinking' | 'answer'): Frame => ({
    data: dataEvent(chunk([{ index: 0, delta: fields, logprobs: null, finish_reason: null }])),
    chars,
    ...(of ? { of } : {}),
  });
  yield delta({ role: 'assistant', content: '' }, FIRST_WAIT_CHARS);
  for (const { fields, chars } of head.reasoning.deltas(plan)) yield delta(fields, chars, 'thinking');
  let calls = 0;
  for (const step of plan.steps) {
    if (step.kind === 'text') {
      for (const piece of splitText(step.text)) yield delta({ content: piece }, piece.length, 'answer');
      if (head.dialect.ownTools && step.cites?.length) yield delta({ annotations: placed(step) });
    } else if (step.kind === 'refusal') {
      for (const piece of splitText(step.text)) yield delta({ refusal: piece }, piece.length, 'answer');
    } else if (step.kind === 'call') {
      const index = calls++;
      const first = { ...head.callHead(step.name, index), type: 'function' };
      yield delta({ tool_calls: [{ index, ...first, function: { name: step.name, arguments: '' } }] });
      for (const piece of splitJson(step.json))
        yield delta({ tool_calls: [{ index, function: { arguments: piece } }] }, piece.length, 'answer');
    } else if (step.kind === 'found' && !head.dialect.ownTools) yield delta({ annotations: [citation(step.text)] });
  }
  const usage = { usage: usageOf(plan, head) };
  const last = chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: STOPS[plan.stop] }], {
    ...(usageOnRequest ? {} : usage),
    ...head.dialect.closingFields?.(usage.usage),
  });
  yield { data: dataEvent(last), chars: 0 };
  if (head.includeUsage && usageOnRequest) yield { data: dataEvent(chunk([], usage)), chars: 0 };
  yield { data: 'data: [DONE]\n\n', chars: 0 };
}
