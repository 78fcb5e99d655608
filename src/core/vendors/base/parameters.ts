import type { ParameterName, RequestParameters } from './request-parameters.ts';
import type { ModelFacts, ThinkingSupport } from './model-facts.ts';
import type { Protocol } from './protocol.ts';

/** In the order in which they are listed. */
export const PARAMETER_NAMES = [
  'temperature',
  'topP',
  'topK',
  'maxOutput',
  'thinkingBudget',
  'verbosity',
  'stop',
  'seed',
  'frequencyPenalty',
  'presencePenalty',
  'contextLength',
  'body',
] as const satisfies readonly ParameterName[];

/** Why a target isn't sent a parameter. */
export type Missing =
  /** The API has no such field. */
  | 'no-field'
  /** Reasoning models of this vendor refuse it. */
  | 'reasoning'
  /** Refused while the model thinks. */
  | 'thinking'
  /** This model refuses it. */
  | 'model'
  /** Accepted without any effect. */
  | 'no-effect'
  /** The model takes only one of both, and the other one is set. */
  | 'with-temperature'
  /** Only for addresses of the user's own. */
  | 'own-service'
  /** The model takes levels of thinking and no budget. */
  | 'levels'
  /** The model isn't asked to think. */
  | 'not-thinking'
  /** The server decides it when it loads the model. */
  | 'server';

/** Where a parameter goes and what it may be. */
export interface Accepted {
  /** Path in the body. */
  field: string;
  min?: number;
  max?: number;
  /** Whole numbers only. */
  integer?: true;
  /** Maximum entries of a list. */
  count?: number;
  values?: readonly string[];
  /** Fields of the user's own that the request decides, by their path. */
  decided?: RegExp;
}

export type ParameterRow = Accepted | { missing: Missing };
export type ParameterTable = Readonly<Record<ParameterName, ParameterRow>>;

export interface ParameterInput {
  model: Pick<ModelFacts, 'id' | 'thinking' | 'contextWindow' | 'maxContextWindow' | 'maxOutput'>;
  ownService: boolean;
  /** Whether the request asks the model to think, or can't prevent it. */
  thinks: boolean;
  /** What the user set. */
  set: RequestParameters;
}

export type MakeParameters = (input: ParameterInput) => ParameterTable;

export const missing = (why: Missing): ParameterRow => ({ missing: why });
export const NO_FIELD = missing('no-field');

export const range = (field: string, min: number, max: number): Accepted => ({ field, min, max });
export const whole = (field: string, min?: number, max?: number): Accepted => ({
  field,
  integer: true,
  ...(min !== undefined && { min }),
  ...(max !== undefined && { max }),
});

/** A vendor's own service gets only fields that are known there. */
export const bodyFields = (ownService: boolean): ParameterRow => (ownService ? missing('own-service') : { field: '' });

/** The maximum length of an answer. */
export const outputIn = (field: string, { maxOutput }: ParameterInput['model'], min = 1): Accepted =>
  whole(field, min, maxOutput ?? undefined);

const EFFORT_MODEL = /^gpt-([5-9]|\d\d)/;

/** Fields of OpenAI that depend on whether the model reasons in this request (O8). */
function openaiSampling({ model, thinks }: ParameterInput): { reasons: boolean; verbosity: boolean } {
  const { thinking } = model;
  // Only effort `none` gives sampling back; `minimal` still reasons.
  const silent = !thinks && thinking.kind === 'effort' && thinking.efforts.includes('none');
  return { reasons: thinking.kind !== 'none' && !silent, verbosity: EFFORT_MODEL.test(model.id) };
}

const VERBOSITY = ['low', 'medium', 'high'];

/** Anthropic accepts sampling from the models that still think in manual mode, and not while they think (A1, A3). */
const anthropic: MakeParameters = (input) => {
  const { model, ownService, thinks, set } = input;
  const { thinking } = model;
  const samples = thinking.kind !== 'anthropic' || thinking.manual;
  const off = missing(samples ? 'thinking' : 'model');
  const sampled = samples && !thinks;
  const both = sampled && set.temperature !== undefined;
  return {
    temperature: sampled ? range('temperature', 0, 1) : off,
    topP: both ? missing('with-temperature') : samples ? range('top_p', thinks ? 0.95 : 0, 1) : off,
    topK: sampled ? whole('top_k', 0) : off,
    maxOutput: outputIn('max_tokens', model),
    thinkingBudget: anthropicBudget(thinking, thinks),
    verbosity: NO_FIELD,
    stop: { field: 'stop_sequences' },
    seed: NO_FIELD,
    frequencyPenalty: NO_FIELD,
    presencePenalty: NO_FIELD,
    contextLength: NO_FIELD,
    body: bodyFields(ownService),
  };
};

function anthropicBudget(thinking: ThinkingSupport, thinks: boolean): ParameterRow {
  if (thinking.kind !== 'anthropic') return missing('model');
  if (!thinking.manual || thinking.adaptive) return missing('levels');
  return thinks ? whole('thinking.budget_tokens', 1024) : missing('not-thinking');
}

const responses: MakeParameters = (input) => {
  const { reasons, verbosity } = openaiSampling(input);
  const sampling = (field: string, max: number) => (reasons ? missing('reasoning') : range(field, 0, max));
  return {
    temperature: sampling('temperature', 2),
    topP: sampling('top_p', 1),
    topK: NO_FIELD,
    maxOutput: outputIn('max_output_tokens', input.model, 16),
    thinkingBudget: missing(input.model.thinking.kind === 'none' ? 'model' : 'levels'),
    verbosity: verbosity ? { field: 'text.verbosity', values: VERBOSITY } : missing('model'),
    stop: NO_FIELD,
    seed: NO_FIELD,
    frequencyPenalty: NO_FIELD,
    presencePenalty: NO_FIELD,
    contextLength: NO_FIELD,
    body: bodyFields(input.ownService),
  };
};

/** What any server of the Chat Completions form accepts. */
export const COMPATIBLE_PARAMETERS: MakeParameters = ({ model, ownService }) => ({
  temperature: range('temperature', 0, 2),
  topP: range('top_p', 0, 1),
  topK: ownService ? NO_FIELD : whole('top_k', 0),
  maxOutput: outputIn('max_tokens', model),
  thinkingBudget: missing(model.thinking.kind === 'none' ? 'model' : 'levels'),
  verbosity: NO_FIELD,
  stop: { field: 'stop', count: 4 },
  seed: whole('seed'),
  frequencyPenalty: range('frequency_penalty', -2, 2),
  presencePenalty: range('presence_penalty', -2, 2),
  contextLength: ownService ? NO_FIELD : missing('server'),
  body: bodyFields(ownService),
});

/** The Chat Completions API of OpenAI itself (O8). */
export const OPENAI_CHAT_PARAMETERS: MakeParameters = (input) => {
  if (!input.ownService) return COMPATIBLE_PARAMETERS(input);
  const { reasons, verbosity } = openaiSampling(input);
  const usual = COMPATIBLE_PARAMETERS(input);
  const not = missing('reasoning');
  return {
    ...usual,
    maxOutput: outputIn('max_completion_tokens', input.model),
    verbosity: verbosity ? { field: 'verbosity', values: VERBOSITY } : missing('model'),
    ...(reasons && { temperature: not, topP: not, stop: not, frequencyPenalty: not, presencePenalty: not }),
  };
};

const gemini: MakeParameters = ({ model, ownService, thinks }) => ({
  temperature: range('generationConfig.temperature', 0, 2),
  topP: range('generationConfig.topP', 0, 1),
  topK: whole('generationConfig.topK', 1),
  maxOutput: outputIn('generationConfig.maxOutputTokens', model),
  thinkingBudget: geminiBudget(model.thinking, thinks),
  verbosity: NO_FIELD,
  stop: { field: 'generationConfig.stopSequences', count: 5 },
  seed: whole('generationConfig.seed', -2_147_483_648, 2_147_483_647),
  frequencyPenalty: missing('model'),
  presencePenalty: missing('model'),
  contextLength: NO_FIELD,
  body: bodyFields(ownService),
});

function geminiBudget(thinking: ThinkingSupport, thinks: boolean): ParameterRow {
  if (thinking.kind === 'gemini-level') return missing('levels');
  if (thinking.kind !== 'gemini-budget') return missing('model');
  if (!thinks) return missing('not-thinking');
  return whole('generationConfig.thinkingConfig.thinkingBudget', thinking.min, thinking.max);
}

/** Ollama's own API: everything is an option of the model, and how much it reads is one too (api/types.go, 2026-08). */
const ollama: MakeParameters = ({ model }) => ({
  temperature: range('options.temperature', 0, 2),
  topP: range('options.top_p', 0, 1),
  topK: whole('options.top_k', 0),
  maxOutput: outputIn('options.num_predict', model),
  thinkingBudget: missing(model.thinking.kind === 'none' ? 'model' : 'levels'),
  verbosity: NO_FIELD,
  stop: { field: 'options.stop' },
  seed: whole('options.seed'),
  frequencyPenalty: range('options.frequency_penalty', -2, 2),
  presencePenalty: range('options.presence_penalty', -2, 2),
  contextLength: whole('options.num_ctx', MIN_CONTEXT, model.maxContextWindow),
  // Wherever it runs, it is the user's own server.
  body: { field: '', decided: /^(truncate|shift|options\.num_predict)$/ },
});

/** Less than this leaves no space for a conversation. */
const MIN_CONTEXT = 2048;

/** What each protocol accepts, for vendors that say nothing else. */
export const PROTOCOL_PARAMETERS: Readonly<Record<Protocol, MakeParameters>> = {
  anthropic,
  'openai-responses': responses,
  'openai-chat': COMPATIBLE_PARAMETERS,
  gemini,
  ollama,
};
