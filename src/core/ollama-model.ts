import { isObject } from './json.ts';
import type { ModelFacts } from './vendors/base/model-facts.ts';

/** How a model of Ollama thinks: not at all, on request, or with one of its own levels. */
export type OllamaThinking = Extract<ModelFacts['thinking'], { kind: 'none' | 'toggle' | 'effort' }>;

/** What Ollama's own API says about a model. `null` and absent: it doesn't say. */
export interface OllamaModel {
  /** How much it reads as it is set up: what is loaded now, or what its Modelfile sets. */
  contextWindow: number | null;
  /** How much it was trained to read. */
  maxContextWindow: number | null;
  tools?: boolean;
  images?: boolean;
  thinking?: OllamaThinking;
}

const tokensOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A line for each parameter of the Modelfile. */
const modelfileWindow = (parameters: unknown): number | null =>
  tokensOf(Number(/^num_ctx\s+(\d+)\s*$/m.exec(textOf(parameters))?.[1]));

/** The trained length is named after the architecture: `llama.context_length`. */
function trainedWindow(info: unknown): number | null {
  return isObject(info) ? tokensOf(info[`${textOf(info['general.architecture'])}.context_length`]) : null;
}

/** Newer versions list the values of `think`; older ones only say whether a model thinks (docs of ollama, 2026-08). */
function thinkingOf(thinking: unknown, capabilities: readonly unknown[]): OllamaThinking {
  const values: unknown[] = isObject(thinking) && Array.isArray(thinking['values']) ? thinking['values'] : [];
  const efforts = values.filter((value) => typeof value === 'string');
  if (efforts.length > 0) return { kind: 'effort', off: values.includes(false) || efforts.includes('none'), efforts };
  if (values.length > 0 ? values.includes(true) : capabilities.includes('thinking'))
    return { kind: 'toggle', off: values.length === 0 || values.includes(false), efforts: [] };
  return { kind: 'none' };
}

/**
 * Reads the answer of `/api/show`; `running` is the model's row of `/api/ps`. `null` for a model that can't chat
 * (server/routes.go and docs/api.md, commit fb30760, 2026-08).
 */
export function readOllamaModel(
  shown: Readonly<Record<string, unknown>>,
  running: Readonly<Record<string, unknown>> | undefined,
): OllamaModel | null {
  const { capabilities, model_info: info, parameters, thinking } = shown;
  const windows = {
    contextWindow: tokensOf(running?.['context_length']) ?? modelfileWindow(parameters),
    maxContextWindow: trainedWindow(info),
  };
  if (!Array.isArray(capabilities)) return windows;
  if (!capabilities.includes('completion')) return null;
  return {
    ...windows,
    tools: capabilities.includes('tools'),
    images: capabilities.includes('vision'),
    thinking: thinkingOf(thinking, capabilities),
  };
}
