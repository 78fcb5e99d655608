import { makePicture } from '../answers/make-picture.ts';
import { estimateTokens } from '../base/estimate-tokens.ts';
import { type Json, objects, text } from '../base/json.ts';
import type { Frame, Shown } from '../base/pace.ts';
import type { Plan, Stop } from '../script/plan.ts';
import { splitJson, splitText } from '../base/split-text.ts';
import { namedEvent } from '../base/sse.ts';
import type { PromptTokens } from '../wire/openai-usage.ts';
import type { MadeItem } from './items.ts';

export interface AnswerHead {
  id: string;
  created: number;
  prompt: PromptTokens;
  /** Fields of the request that a response repeats. */
  echoed: Json;
}

function usageOf(plan: Plan, prompt: PromptTokens): Json {
  const tokens = (thinking: boolean) =>
    plan.steps
      .filter((step) => (step.kind === 'thinking' || step.kind === 'redacted') === thinking)
      .reduce((sum, step) => sum + estimateTokens(step.kind === 'call' ? step.name + step.json : step.text), 0);
  const reasoning = tokens(true);
  const output = tokens(false) + reasoning + 1;
  return {
    input_tokens: prompt.total,
    input_tokens_details: { cached_tokens: prompt.cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: prompt.total + output,
  };
}

/** The response object in one of its states. */
export const responseObject = (head: AnswerHead, status: string, output: readonly Json[], more: Json = {}): Json => ({
  id: head.id,
  object: 'response',
  created_at: head.created,
  status,
  background: false,
  error: null,
  incomplete_details: null,
  ...head.echoed,
  output,
  previous_response_id: null,
  service_tier: 'default',
  usage: null,
  user: null,
  metadata: {},
  ...more,
});

/** Why an answer is incomplete (R11). */
const REASONS: Partial<Record<Stop, string>> = {
  length: 'max_output_tokens',
  window: 'max_output_tokens',
  blocked: 'content_filter',
};

export function finishedResponse(plan: Plan, made: readonly MadeItem[], head: AnswerHead): Json {
  const reason = REASONS[plan.stop];
  return responseObject(
    head,
    reason ? 'incomplete' : 'completed',
    made.map((one) => one.item),
    {
      ...(reason ? { incomplete_details: { reason } } : {}),
      usage: usageOf(plan, head.prompt),
      ...toolUsage(made),
    },
  );
}

const PICTURE_TOKENS = { input_tokens: 50, output_tokens: 272, total_tokens: 322 };

/** Pictures are counted on their own. */
const toolUsage = (made: readonly MadeItem[]): Json =>
  made.some(({ item }) => item.type === 'image_generation_call' && item.status === 'completed')
    ? { tool_usage: { image_gen: PICTURE_TOKENS } }
    : {};

const FIRST_WAIT_CHARS = 12;

/** Numbers the events of one stream. */
export function createEvents() {
  let sequence = 0;
  return (type: string, data: Json, chars = 0, of?: Shown): Frame => ({
    data: namedEvent(type, { type, sequence_number: sequence++, ...data }),
    chars,
    ...(of ? { of } : {}),
  });
}

/** The events of a streamed response, in the order of the real API. */
export function* responseFrames(plan: Plan, made: readonly MadeItem[], head: AnswerHead): Generator<Frame> {
  const event = createEvents();
  yield event('response.created', { response: responseObject(head, 'in_progress', []) });
  yield event('response.in_progress', { response: responseObject(head, 'in_progress', []) }, FIRST_WAIT_CHARS);
  for (const [index, one] of made.entries()) {
    yield event('response.output_item.added', { output_index: index, item: itemStart(one.item) });
    yield* growing(one.item, { item_id: one.item.id, output_index: index }, event, head);
    yield event('response.output_item.done', { output_index: index, item: one.item });
  }
  const response = finishedResponse(plan, made, head);
  yield event(`response.${text(response.status)}`, { response });
}

/** Characters of the encrypted content that the first event has. */
const UNFINISHED = 24;

/** An item without content; its encrypted content is complete only at the end (R8). */
function itemStart(item: Json): Json {
  switch (item.type) {
    case 'reasoning': {
      const sealed = text(item.encrypted_content);
      return { ...item, summary: [], ...(sealed === '' ? {} : { encrypted_content: sealed.slice(0, UNFINISHED) }) };
    }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' };
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    default:
      return { id: item.id, type: item.type, status: 'in_progress' };
  }
}

/** How many unfinished pictures the request asks for. */
function partialImages({ echoed }: AnswerHead): number {
  const tool = objects(echoed.tools).find(({ type }) => type === 'image_generation');
  return typeof tool?.partial_images === 'number' ? tool.partial_images : 0;
}

/** Another picture than the finished one, so that the two can't be taken for each other. */
const unfinished = (item: Json, index: number): string => makePicture(`${text(item.id)} ${index}`);

/** Characters whose time a picture takes. */
const PICTURE_CHARS = 60;

function* drawing(
  item: Json,
  place: Place,
  event: ReturnType<typeof createEvents>,
  partials: number,
): Generator<Frame> {
  const name = 'response.image_generation_call';
  yield event(`${name}.in_progress`, { ...place });
  yield event(`${name}.generating`, { ...place }, PICTURE_CHARS, 'answer');
  if (item.status !== 'completed') return;
  for (let index = 0; index < partials; index++) {
    const partial = { partial_image_index: index, partial_image_b64: unfinished(item, index), output_format: 'png' };
    yield event(`${name}.partial_image`, { ...place, ...partial }, PICTURE_CHARS, 'answer');
  }
  yield event(`${name}.completed`, { ...place });
}

type Place = { item_id: unknown; output_index: number };

function* growing(
  item: Json,
  place: Place,
  event: ReturnType<typeof createEvents>,
  head: AnswerHead,
): Generator<Frame> {
  if (item.type === 'reasoning') {
    for (const [index, part] of objects(item.summary).entries()) {
      const at = { ...place, summary_index: index };
      yield event('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } });
      for (const piece of splitText(text(part.text)))
        yield event('response.reasoning_summary_text.delta', { ...at, delta: piece }, piece.length, 'thinking');
      yield event('response.reasoning_summary_text.done', { ...at, text: part.text });
      yield event('response.reasoning_summary_part.done', { ...at, part });
    }
    return;
  }
  if (item.type === 'function_call') {
    for (const piece of splitJson(text(item.arguments)))
      yield event('response.function_call_arguments.delta', { ...place, delta: piece }, piece.length, 'answer');
    yield event('response.function_call_arguments.done', { ...place, arguments: item.arguments, name: item.name });
    return;
  }
  if (item.type === 'image_generation_call') yield* drawing(item, place, event, partialImages(head));
  if (item.type === 'web_search_call')
    for (const state of ['in_progress', 'searching', 'completed'])
      yield event(`response.web_search_call.${state}`, { ...place });
  for (const [index, part] of objects(item.content).entries()) {
    const at = { ...place, content_index: index };
    const refusal = part.type === 'refusal';
    const name = refusal ? 'response.refusal' : 'response.output_text';
    const more = refusal ? {} : { logprobs: [] };
    yield event('response.content_part.added', {
      ...at,
      part: refusal ? { ...part, refusal: '' } : { ...part, text: '' },
    });
    for (const piece of splitText(text(refusal ? part.refusal : part.text)))
      yield event(`${name}.delta`, { ...at, delta: piece, ...more }, piece.length, 'answer');
    yield event(`${name}.done`, refusal ? { ...at, refusal: part.refusal } : { ...at, text: part.text, ...more });
    yield event('response.content_part.done', { ...at, part });
  }
}
