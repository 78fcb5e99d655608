import { idOf } from '../base/digest.ts';
import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json } from '../base/json.ts';
import { OPENAI_RULES } from './openai-rules.ts';
import { invalidValue, unknownParameter } from '../rules/openai-words.ts';
import { dataEvent } from '../base/sse.ts';
import { openaiError } from '../wire/openai-errors.ts';
import type { ChatDialect } from './dialect.ts';
import { type ChatModel, OPENAI_CHAT_MODELS, PRACTICE_CHAT } from './models.ts';

/** Request fields that every vendor of the family accepts. */
const COMMON = [
  'model',
  'messages',
  'tools',
  'tool_choice',
  'stream',
  'temperature',
  'top_p',
  'stop',
  'max_tokens',
  'presence_penalty',
  'frequency_penalty',
  'response_format',
  'seed',
  'n',
  'user',
  'parallel_tool_calls',
] as const;

const OPENAI_ONLY = [
  'max_completion_tokens',
  'stream_options',
  'reasoning_effort',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'store',
  'metadata',
  'service_tier',
  'prediction',
  'modalities',
  'audio',
  'verbosity',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
  'web_search_options',
  'functions',
  'function_call',
] as const;

export const fieldSet = (...more: readonly string[]): ReadonlySet<string> => new Set([...COMMON, ...more]);

const ASSISTANT = ['role', 'content', 'name', 'tool_calls'] as const;
export const assistantSet = (...more: readonly string[]): ReadonlySet<string> => new Set([...ASSISTANT, ...more]);

export const ROLES: readonly string[] = ['system', 'user', 'assistant', 'tool'];

export const overflowInTokens = (model: ChatModel): Failure =>
  badRequest(
    `This model's maximum context length is ${model.window} tokens. However, your messages resulted in ${model.window + 8721} tokens. Please reduce the length of the messages.`,
    { code: 'context_length_exceeded', param: 'messages' },
  );

const reasons = (body: Json, model: ChatModel): boolean => model.efforts.length > 0 && body.reasoning_effort !== 'none';

/** api.openai.com: reasoning is never shown and never sent back (O10). */
export const OPENAI_CHAT: ChatDialect = {
  id: 'openai',
  base: '/v1',
  models: OPENAI_CHAT_MODELS,
  reasoning: null,
  thinks: reasons,
  roles: new Set([...ROLES, 'developer', 'function']),
  refuseRole: (index, role) =>
    invalidValue(`messages[${index}].role`, role, ['system', 'assistant', 'user', 'function', 'tool', 'developer']),
  fields: fieldSet(...OPENAI_ONLY),
  refuseField: unknownParameter,
  assistantFields: assistantSet('refusal', 'audio', 'function_call'),
  refuseMessageField: ({ index, field }) => unknownParameter(`messages[${index}].${field}`),
  unansweredSuffix: '',
  longestCallId: 40,
  rules: OPENAI_RULES,
  overflow: overflowInTokens,
  errorBody: (failure) => ({ error: openaiError(failure) }),
  errorEvent: (failure) => dataEvent({ error: openaiError(failure) }),
  usageOnRequest: true,
  callId: (seed, _name, index) => idOf('call_', 24, seed, `${index}`),
};

/** The practice model of this form: as strict as OpenAI, but it shows its reasoning as compatible servers do. */
export const PRACTICE_DIALECT: ChatDialect = {
  ...OPENAI_CHAT,
  id: 'chat',
  models: [PRACTICE_CHAT],
  reasoning: 'reasoning_content',
  thinks: (body) => body.reasoning_effort !== 'none',
  rules: [],
};

/** The base of all compatible servers: no developer role, none of OpenAI's own fields (Z1, Z5). */
export const COMPATIBLE: ChatDialect = {
  ...OPENAI_CHAT,
  id: 'compatible',
  models: [],
  reasoning: 'reasoning_content',
  roles: new Set(ROLES),
  refuseRole: (index, role) => invalidValue(`messages[${index}].role`, role, ROLES),
  fields: fieldSet('stream_options', 'reasoning_effort', 'max_completion_tokens'),
  assistantFields: assistantSet(),
  refuseMessageField: null,
  longestCallId: null,
  rules: [],
};

export const notDisabled = (body: Json, model: ChatModel): boolean =>
  reasons(body, model) && !(isObject(body.thinking) && body.thinking.type === 'disabled');
