import { idOf } from '../base/digest.ts';
import { badRequest } from '../base/failure.ts';
import { isObject } from '../base/json.ts';
import { GOOGLE_RULES, signedCall } from './google-rules.ts';
import { GROQ_RULES } from './groq-rules.ts';
import { OLLAMA_RULES, TEMPLATE_RULES } from './local-rules.ts';
import { MISTRAL_RULES } from './mistral-rules.ts';
import { OPENROUTER_RULES } from './openrouter-rules.ts';
import { DEEPSEEK_RULES, KIMI_RULES } from './reasoning-rules.ts';
import { dataEvent, namedEvent } from '../base/sse.ts';
import { openaiError } from '../wire/openai-errors.ts';
import type { ChatDialect } from './dialect.ts';
import { assistantSet, COMPATIBLE, fieldSet, notDisabled, overflowInTokens, ROLES } from './dialects.ts';
import { chatModel, LEVELS } from './models.ts';

const MILLION = 1_000_000;

const GROQ: ChatDialect = {
  ...COMPATIBLE,
  id: 'groq',
  base: '/openai/v1',
  models: [
    chatModel('openai/gpt-oss-120b', { efforts: LEVELS, replay: 'accepted', maxOutput: 65_536 }),
    chatModel('openai/gpt-oss-20b', { efforts: LEVELS, replay: 'accepted', maxOutput: 65_536 }),
    chatModel('qwen/qwen3.8-27b', { efforts: ['none', ...LEVELS], replay: 'accepted', images: true }),
    chatModel('llama-3.3-70b-versatile'),
    chatModel('llama-3.1-8b-instant'),
  ],
  reasoning: 'reasoning',
  thinks: (body, model) =>
    model.efforts.length > 0 &&
    body.reasoning_effort !== 'none' &&
    body.reasoning_format !== 'hidden' &&
    body.include_reasoning !== false,
  refuseRole: (index, role) =>
    badRequest(`'messages.${index}.role' : value must be one of 'system', 'user', 'assistant', 'tool', got '${role}'`),
  fields: fieldSet(
    'max_completion_tokens',
    'stream_options',
    'reasoning_effort',
    'reasoning_format',
    'include_reasoning',
    'service_tier',
    'logprobs',
    'top_logprobs',
    'logit_bias',
  ),
  refuseField: (field) => badRequest(`property '${field}' is unsupported`),
  assistantFields: assistantSet('reasoning'),
  refuseMessageField: ({ index, role, field }) =>
    badRequest(
      `'messages.${index}' : for 'role:${role}' the following must be satisfied[('messages.${index}' : property '${field}' is unsupported)]`,
    ),
  rules: GROQ_RULES,
  overflow: () =>
    badRequest('Please reduce the length of the messages or completion.', {
      code: 'context_length_exceeded',
      param: 'messages',
    }),
  errorBody: (failure) => {
    const { param: _none, ...error } = openaiError(failure);
    return { error };
  },
  errorEvent: (failure) => namedEvent('error', { error: { ...openaiError(failure), status_code: failure.status } }),
  closingFields: (usage) => ({ x_groq: { id: 'req_practice', usage } }),
  callId: (seed, _name, index) => idOf('fc_', 24, seed, `${index}`),
};

const without = (fields: ReadonlySet<string>, ...names: readonly string[]): ReadonlySet<string> =>
  new Set([...fields].filter((field) => !names.includes(field)));

const cerebrasStray = (path: string) =>
  badRequest(`${path}: property '${path}' is unsupported`, { code: 'wrong_api_format', param: 'validation_error' });

const CEREBRAS: ChatDialect = {
  ...COMPATIBLE,
  id: 'cerebras',
  models: [
    chatModel('gpt-oss-120b', { efforts: LEVELS, replay: 'accepted', maxOutput: 40_960 }),
    chatModel('qwen-3.8-27b', { efforts: ['none', ...LEVELS], replay: 'accepted', maxOutput: 40_960 }),
  ],
  reasoning: 'reasoning',
  refuseRole: (index, role) =>
    badRequest(`messages.${index}.role: '${role}' is not one of ${ROLES.join(', ')}`, {
      code: 'wrong_api_format',
      param: 'validation_error',
    }),
  fields: without(
    fieldSet('max_completion_tokens', 'stream_options', 'reasoning_effort', 'logprobs', 'top_logprobs'),
    'presence_penalty',
    'frequency_penalty',
  ),
  ranges: { temperature: [0, 1.5] },
  refuseField: (field) => cerebrasStray(`body.${field}`),
  assistantFields: assistantSet('reasoning'),
  refuseMessageField: ({ index, role, field }) => cerebrasStray(`messages.${index}.${role}.${field}`),
  // C3: an overflow has an empty body.
  overflow: () => badRequest('', { noBody: true }),
  errorBody: (failure) => (failure.noBody ? null : openaiError(failure)),
  errorEvent: (failure) => dataEvent({ ...openaiError(failure), status_code: failure.status }),
};

const DEEPSEEK: ChatDialect = {
  ...COMPATIBLE,
  id: 'deepseek',
  base: '',
  models: [
    chatModel('deepseek-flash', {
      window: MILLION,
      maxOutput: 384_000,
      efforts: ['low', 'high', 'max'],
      replay: 'with-calls',
      images: true,
    }),
    chatModel('deepseek-v4-pro', {
      window: MILLION,
      maxOutput: 384_000,
      efforts: ['low', 'high', 'max'],
      replay: 'with-calls',
    }),
    // Retired at DeepSeek, still served by others (D2).
    chatModel('deepseek-reasoner', { efforts: LEVELS }),
  ],
  thinks: notDisabled,
  refuseRole: (index, role) => ({
    status: 422,
    message: `Failed to deserialize the JSON body into the target type: messages[${index}].role: unknown variant \`${role}\`, expected one of \`system\`, \`user\`, \`assistant\`, \`tool\``,
    type: 'invalid_request_error',
    code: 'invalid_request_error',
  }),
  fields: without(fieldSet('stream_options', 'reasoning_effort', 'thinking', 'logprobs', 'top_logprobs'), 'seed'),
  unansweredSuffix: '(insufficient tool messages following tool_calls message)',
  rules: DEEPSEEK_RULES,
  overflow: (model) => ({ ...overflowInTokens(model), code: 'invalid_request_error', param: null }),
  usageFields: ({ prompt_tokens, prompt_tokens_details }) => {
    const cached = isObject(prompt_tokens_details) ? Number(prompt_tokens_details.cached_tokens) : 0;
    return { prompt_cache_hit_tokens: cached, prompt_cache_miss_tokens: Number(prompt_tokens) - cached };
  },
};

const MISTRAL: ChatDialect = {
  ...COMPATIBLE,
  id: 'mistral',
  models: [
    chatModel('mistral-large-4', { window: 1_048_576, maxOutput: 262_144, efforts: ['none', 'high'], images: true }),
    chatModel('mistral-medium-3.5', { window: 262_144, maxOutput: 262_144, efforts: ['none', 'high'], images: true }),
    chatModel('mistral-small-latest', { window: 262_144, maxOutput: 262_144, efforts: ['none', 'high'], images: true }),
    chatModel('magistral-medium-latest', { window: 262_144, maxOutput: 16_384, efforts: ['high'] }),
  ],
  reasoning: 'thinking-chunks',
  // A model that needn't think does so only when asked (docs.mistral.ai, reasoning, 2026).
  thinks: ({ reasoning_effort: effort = 'none' }, { efforts }) => !efforts.includes('none') || effort !== 'none',
  fields: without(
    fieldSet('random_seed', 'safe_prompt', 'prompt_mode', 'reasoning_effort', 'prediction', 'metadata', 'guardrails'),
    'seed',
    'user',
  ),
  ranges: { temperature: [0, 1.5] },
  refuseField: (field) => extraForbidden(['body', field], ''),
  assistantFields: assistantSet('prefix'),
  refuseMessageField: ({ index, role, field, value }) =>
    extraForbidden(['body', 'messages', index, role, field], value),
  rules: MISTRAL_RULES,
  overflow: (model) =>
    badRequest(
      `Prompt contains ${model.window + 8721} tokens and 0 draft tokens, too large for model with ${model.window} maximum context length`,
      { type: 'invalid_request_invalid_args', code: '3051' },
    ),
  errorBody: ({ details, ...failure }) => ({ object: 'error', ...openaiError(failure), ...details }),
  usageOnRequest: false,
  callId: (seed, _name, index) => idOf('', 9, seed, `${index}`),
};

/** Mistral's validator returns a list of findings where others have a sentence. */
function extraForbidden(loc: readonly (string | number)[], input: unknown) {
  const detail = [{ type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted', input }];
  return {
    status: 422,
    message: 'Extra inputs are not permitted',
    type: 'invalid_request_error',
    details: { message: { detail } },
  };
}

const KIMI = { window: MILLION, maxOutput: 131_072, efforts: LEVELS, replay: 'always' } as const;

const FIREWORKS: ChatDialect = {
  ...COMPATIBLE,
  id: 'fireworks',
  base: '/inference/v1',
  models: [
    chatModel('accounts/fireworks/models/kimi-k3', KIMI),
    chatModel('accounts/fireworks/models/glm-5p3', {
      window: MILLION,
      maxOutput: 262_144,
      efforts: ['none', ...LEVELS],
      replay: 'accepted',
    }),
    chatModel('accounts/fireworks/models/deepseek-v4p1-flash', {
      window: MILLION,
      maxOutput: 384_000,
      efforts: ['none', ...LEVELS],
      replay: 'accepted',
    }),
  ],
  fields: fieldSet('stream_options', 'reasoning_effort', 'reasoning_history', 'thinking', 'top_k', 'prompt_cache_key'),
  refuseField: (field) => badRequest(`Extra inputs are not permitted, field: '${field}'`),
  assistantFields: assistantSet('reasoning_content'),
  refuseMessageField: ({ index, field }) =>
    badRequest(`Extra inputs are not permitted, field: 'messages[${index}].${field}'`),
  rules: KIMI_RULES,
  overflow: (model) =>
    badRequest(`The prompt is too long: ${model.window + 8721}, model maximum context length: ${model.window - 1}`, {
      code: 'invalid_request_error',
    }),
  errorBody: (failure) => {
    const { message, type, code } = openaiError(failure);
    return { error: { object: 'error', type, code: code ?? type, message } };
  },
  // The numbers start again in every turn (F4).
  callId: (_seed, name, index) => `functions.${name}:${index}`,
};

const anyModel = (id: string) =>
  /^[\w-]+\/[\w.:-]+$/.test(id)
    ? chatModel(id, { window: 200_000, efforts: LEVELS, replay: 'accepted', images: true })
    : null;

const OPENROUTER: ChatDialect = {
  ...COMPATIBLE,
  id: 'openrouter',
  base: '/api/v1',
  models: ['anthropic/claude-sonnet-5.5', 'openai/gpt-6-sol', 'google/gemini-3.8-flash'].flatMap(
    (id) => anyModel(id) ?? [],
  ),
  otherModel: anyModel,
  // Server tools, beta (announcement of 2026-05).
  ownTools: new Map([
    ['openrouter:web_search', 'search'],
    ['openrouter:web_fetch', 'fetch'],
  ]),
  reasoning: 'details',
  thinks: ({ reasoning }) =>
    !isObject(reasoning) || (reasoning.enabled !== false && reasoning.exclude !== true && reasoning.effort !== 'none'),
  fields: fieldSet(
    'stream_options',
    'max_completion_tokens',
    'reasoning',
    'reasoning_effort',
    'include_reasoning',
    'provider',
    'models',
    'transforms',
    'plugins',
    'usage',
    'top_k',
    'prompt_cache_key',
    'session_id',
  ),
  rules: OPENROUTER_RULES,
  overflow: (model) =>
    badRequest(
      `This endpoint's maximum context length is ${model.window} tokens. However, you requested about ${model.window + 8721} tokens (${model.window + 8721} of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
    ),
  errorBody: ({ status, message, details }) => ({
    error: { message, code: status, ...details },
    user_id: 'user_practice',
  }),
  errorEvent: ({ status, message }) =>
    dataEvent({
      id: 'gen-practice',
      object: 'chat.completion.chunk',
      error: { code: status, message },
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
    }),
};

/** Context that Ollama loads by default; `options.num_ctx` is not read here (L4, measured 2026-09). */
const LOADED = 4096;

const OLLAMA: ChatDialect = {
  ...COMPATIBLE,
  id: 'ollama',
  models: [
    chatModel('gpt-oss:20b', { efforts: LEVELS, replay: 'accepted', loaded: LOADED }),
    chatModel('qwen3:8b', { efforts: ['none', ...LEVELS], replay: 'accepted', window: 40_960, loaded: LOADED }),
    // Created with its own num_ctx.
    chatModel('qwen3:8b-32k', { efforts: ['none', ...LEVELS], replay: 'accepted', window: 40_960, loaded: 32_768 }),
    chatModel('llama3.1:8b', { loaded: LOADED }),
    chatModel('gemma3:4b', { tools: false, images: true, loaded: LOADED }),
  ],
  reasoning: 'reasoning',
  fields: fieldSet('stream_options', 'reasoning_effort', 'think', 'options', 'keep_alive'),
  assistantFields: assistantSet('reasoning'),
  rules: OLLAMA_RULES,
  overflow: () => badRequest('prompt too long; exceeded max context length by 8721 tokens'),
  errorBody: (failure) => ({ error: { ...openaiError(failure), param: null, code: null } }),
  usageOnRequest: true,
  callId: (seed, _name, index) => idOf('call_', 8, seed, `${index}`).toLowerCase(),
};

/** A server that runs a model's own chat template: LM Studio, vLLM, llama.cpp. */
const LOCAL: ChatDialect = {
  ...COMPATIBLE,
  id: 'local',
  models: [chatModel('local-model', { window: 8192, maxOutput: 4096 })],
  fields: fieldSet('stream_options', 'top_k', 'min_p', 'repeat_penalty', 'chat_template_kwargs'),
  refuseField: (field) => badRequest(`Unrecognized key(s) in object: '${field}'`),
  rules: TEMPLATE_RULES,
  overflow: (model) =>
    badRequest(
      `the request exceeds the available context size. try increasing the context size or enable context shift (n_ctx ${model.window})`,
    ),
};

/** Google's own endpoint of this form, and gateways that pass its signatures on (G13). */
const GOOGLE: ChatDialect = {
  ...COMPATIBLE,
  id: 'google',
  base: '/v1beta/openai',
  models: [chatModel('gemini-3.8-flash', { window: MILLION, maxOutput: 65_536, images: true })],
  reasoning: null,
  fields: fieldSet('stream_options', 'reasoning_effort', 'extra_body'),
  refuseField: (field) => badRequest(`Invalid JSON payload received. Unknown name "${field}": Cannot find field.`),
  rules: GOOGLE_RULES,
  overflow: (model) =>
    badRequest(
      `The input token count (${model.window + 8721}) exceeds the maximum number of tokens allowed (${model.window}).`,
    ),
  errorBody: ({ status, message }) => [{ error: { code: status, message, status: 'INVALID_ARGUMENT' } }],
  callFields: signedCall,
};

export const COMPATIBLE_DIALECTS: readonly ChatDialect[] = [
  GROQ,
  CEREBRAS,
  DEEPSEEK,
  MISTRAL,
  FIREWORKS,
  OPENROUTER,
  OLLAMA,
  LOCAL,
  GOOGLE,
];
