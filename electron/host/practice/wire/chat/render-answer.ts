import { estimateTokens } from '../../estimate-tokens.ts';
import type { Json } from '../../json.ts';
import type { Frame } from '../../pace.ts';
import type { Plan, Step, Stop } from '../../script/plan.ts';
import { splitJson, splitText } from '../../split-text.ts';
import { dataEvent } from '../../sse.ts';
import type { PromptTokens } from '../openai-usage.ts';
import type { ChatDialect } from './dialects.ts';

export interface AnswerHead {
  id: string;
  model: string;
  created: number;
  prompt: PromptTokens;
  dialect: ChatDialect;
  /** Id of the nth call of this answer. */
  callId: (index: number) => string;
  includeUsage: boolean;
}

const STOPS: Readonly<Record<Stop, string>> = {
  end: 'stop',
  calls: 'tool_calls',
  length: 'length',
  refusal: 'content_filter',
};

export function usageOf(plan: Plan, prompt: PromptTokens): Json {
  const tokens = (steps: readonly Step[]) =>
    steps.reduce((sum, step) => sum + estimateTokens(step.kind === 'call' ? step.name + step.json : step.text), 0);
  const reasoning = tokens(plan.steps.filter((step) => step.kind === 'thinking' || step.kind === 'redacted'));
  const output = tokens(plan.steps) + 1;
  return {
    prompt_tokens: prompt.total,
    completion_tokens: output,
    total_tokens: prompt.total + output,
    prompt_tokens_details: { cached_tokens: prompt.cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
  };
}

const joined = (plan: Plan, kind: 'text' | 'thinking' | 'refusal') =>
  plan.steps.map((step) => (step.kind === kind ? step.text : '')).join('');

export function wholeCompletion(plan: Plan, head: AnswerHead): Json {
  const calls = plan.steps.filter((step) => step.kind === 'call');
  const content = joined(plan, 'text');
  const reasoning = joined(plan, 'thinking');
  const field = head.dialect.reasoning;
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
          content: content === '' && calls.length > 0 ? null : content,
          ...((field === 'reasoning' || field === 'reasoning_content') && reasoning !== ''
            ? { [field]: reasoning }
            : {}),
          refusal: joined(plan, 'refusal') || null,
          ...(calls.length === 0
            ? {}
            : {
                tool_calls: calls.map((call, index) => ({
                  id: head.callId(index),
                  type: 'function',
                  function: { name: call.name, arguments: call.json },
                })),
              }),
        },
        logprobs: null,
        finish_reason: STOPS[plan.stop],
      },
    ],
    usage: usageOf(plan, head.prompt),
    system_fingerprint: 'fp_practice',
  };
}

const FIRST_WAIT_CHARS = 12;

/** `chat.completion.chunk` events up to `[DONE]`. */
export function* completionFrames(plan: Plan, head: AnswerHead): Generator<Frame> {
  const chunk = (choices: readonly Json[], more: Json = {}) => ({
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    system_fingerprint: 'fp_practice',
    choices,
    ...(head.includeUsage ? { usage: null } : {}),
    ...more,
  });
  const delta = (fields: Json, chars = 0, of?: 'thinking' | 'answer'): Frame => ({
    data: dataEvent(chunk([{ index: 0, delta: fields, logprobs: null, finish_reason: null }])),
    chars,
    ...(of ? { of } : {}),
  });
  yield delta({ role: 'assistant', content: '', refusal: null }, FIRST_WAIT_CHARS);
  let calls = 0;
  for (const step of plan.steps) {
    if (step.kind === 'thinking') {
      const field = head.dialect.reasoning;
      if (field === 'reasoning' || field === 'reasoning_content')
        for (const piece of splitText(step.text)) yield delta({ [field]: piece }, piece.length, 'thinking');
    } else if (step.kind === 'text') {
      for (const piece of splitText(step.text)) yield delta({ content: piece }, piece.length, 'answer');
    } else if (step.kind === 'refusal') {
      for (const piece of splitText(step.text)) yield delta({ refusal: piece }, piece.length, 'answer');
    } else if (step.kind === 'call') {
      const index = calls++;
      const first = { index, id: head.callId(index), type: 'function', function: { name: step.name, arguments: '' } };
      yield delta({ tool_calls: [first] });
      for (const piece of splitJson(step.json))
        yield delta({ tool_calls: [{ index, function: { arguments: piece } }] }, piece.length, 'answer');
    }
  }
  yield {
    data: dataEvent(chunk([{ index: 0, delta: {}, logprobs: null, finish_reason: STOPS[plan.stop] }])),
    chars: 0,
  };
  if (head.includeUsage) yield { data: dataEvent(chunk([], { usage: usageOf(plan, head.prompt) })), chars: 0 };
  yield { data: 'data: [DONE]\n\n', chars: 0 };
}
