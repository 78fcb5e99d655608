import { isObject, type Json, objects, text } from '../base/json.ts';
import type { Frame } from '../base/pace.ts';
import type { Plan, Stop } from '../script/plan.ts';
import { splitJson, splitText } from '../base/split-text.ts';
import { namedEvent } from '../base/sse.ts';
import type { MadeBlock } from './blocks.ts';
import { type InputUsage, outputTokens } from './usage.ts';

export interface AnswerHead {
  id: string;
  model: string;
  usage: InputUsage;
  /** Blocks that the server hid from the model; null without the beta header (A24). */
  transformations: Json[] | null;
  /** Requested context edits that removed something; null when none were requested (A38). */
  applied: Json[] | null;
}

const STOPS: Readonly<Record<Stop, string>> = {
  end: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
  blocked: 'refusal',
  window: 'model_context_window_exceeded',
  pause: 'pause_turn',
};

const stopOf = (plan: Plan) => ({
  stop_reason: STOPS[plan.stop],
  stop_sequence: null,
  ...(plan.stop === 'refusal' || plan.stop === 'blocked'
    ? {
        stop_details: {
          type: 'refusal',
          category: 'general_harms',
          explanation: plan.steps.map((step) => (step.kind === 'refusal' ? step.text : '')).join(''),
        },
      }
    : { stop_details: null }),
});

const usageOf = (head: AnswerHead, output: number, thinking: number) => ({
  ...head.usage,
  cache_creation: {
    ephemeral_5m_input_tokens: head.usage.cache_creation_input_tokens,
    ephemeral_1h_input_tokens: 0,
  },
  output_tokens: output,
  output_tokens_details: { thinking_tokens: thinking },
  service_tier: 'standard',
});

const messageOf = (head: AnswerHead, content: readonly Json[]) => ({
  model: head.model,
  id: head.id,
  type: 'message',
  role: 'assistant',
  content,
  ...(head.transformations === null ? {} : { input_transformations: head.transformations }),
});

const editsOf = ({ applied }: AnswerHead) => applied && { context_management: { applied_edits: applied } };

/** Newer models show a refusal only in the stop reason, which also has the explanation. */
const sayable = (made: readonly MadeBlock[]) => made.filter((one) => one.step.kind !== 'refusal');

export function wholeMessage(plan: Plan, made: readonly MadeBlock[], head: AnswerHead): Json {
  const output = outputTokens(plan);
  return {
    ...messageOf(
      head,
      sayable(made)
        .filter((one) => !(one.step.kind === 'call' && one.step.cut))
        .map((one) => one.block),
    ),
    ...stopOf(plan),
    ...editsOf(head),
    usage: usageOf(head, output.total, output.thinking),
  };
}

/** The events of a streamed message, in the order of the real API. */
export function* messageFrames(plan: Plan, made: readonly MadeBlock[], head: AnswerHead): Generator<Frame> {
  const frame = (name: string, data: Json, chars = 0, of?: 'thinking' | 'answer'): Frame => ({
    data: namedEvent(name, { type: name, ...data }),
    chars,
    ...(of ? { of } : {}),
  });
  yield frame(
    'message_start',
    {
      message: {
        ...messageOf(head, []),
        stop_reason: null,
        stop_sequence: null,
        stop_details: null,
        usage: usageOf(head, 1, 0),
      },
    },
    FIRST_WAIT_CHARS,
  );
  for (const [index, { step, block }] of sayable(made).entries()) {
    yield frame('content_block_start', { index, content_block: blockStart(block) });
    if (index === 0) yield frame('ping', {});
    const delta = (fields: Json, chars: number): Frame =>
      frame('content_block_delta', { index, delta: fields }, chars, step.kind === 'thinking' ? 'thinking' : 'answer');
    if (block.type === 'thinking') {
      for (const piece of splitText(text(block.thinking)))
        yield delta({ type: 'thinking_delta', thinking: piece }, piece.length);
      yield delta({ type: 'signature_delta', signature: block.signature }, 0);
    } else if (step.kind === 'call') {
      yield delta({ type: 'input_json_delta', partial_json: '' }, 0);
      for (const piece of splitJson(step.json))
        yield delta({ type: 'input_json_delta', partial_json: piece }, piece.length);
    } else if (step.kind === 'search')
      yield delta({ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }, step.text.length);
    else if (block.type === 'text') {
      for (const citation of objects(block.citations)) yield delta({ type: 'citations_delta', citation }, 0);
      for (const piece of splitText(text(block.text))) yield delta({ type: 'text_delta', text: piece }, piece.length);
    }
    yield frame('content_block_stop', { index });
  }
  const output = outputTokens(plan);
  yield frame('message_delta', {
    delta: stopOf(plan),
    ...editsOf(head),
    usage: {
      ...head.usage,
      output_tokens: output.total,
      output_tokens_details: { thinking_tokens: output.thinking },
    },
  });
  yield frame('message_stop', {});
}

/** Delay before the first word, in characters at the given speed. */
const FIRST_WAIT_CHARS = 12;

/** Blocks start empty and grow; redacted thinking arrives complete (A23). */
function blockStart(block: Json): Json {
  switch (block.type) {
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'tool_use':
    case 'server_tool_use':
      return { ...block, input: {}, ...(isObject(block.caller) ? { caller: block.caller } : {}) };
    case 'text':
      return { ...block, text: '', ...(block.citations === undefined ? {} : { citations: [] }) };
    default:
      return block;
  }
}
