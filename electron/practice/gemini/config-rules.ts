import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, text } from '../base/json.ts';
import type { Rule } from '../rules/rule.ts';
import type { GeminiSubject } from './subject.ts';

const THINKING: ReadonlySet<string> = new Set(['includeThoughts', 'thinkingBudget', 'thinkingLevel']);
const LEVELS: ReadonlySet<string> = new Set(['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']);

const configOf = (body: Json): Json => (isObject(body.generationConfig) ? body.generationConfig : {});

function checkThinking({ body, model }: GeminiSubject): Failure | null {
  const { thinkingConfig } = configOf(body);
  if (!isObject(thinkingConfig)) return null;
  const stray = Object.keys(thinkingConfig).find((name) => !THINKING.has(name));
  if (stray !== undefined)
    return badRequest(
      `Invalid JSON payload received. Unknown name "${stray}" at 'generation_config.thinking_config': Cannot find field.`,
    );
  const { thinkingBudget: budget, thinkingLevel: level } = thinkingConfig;
  if (budget !== undefined && level !== undefined)
    return badRequest('You can only set only one of thinking budget and thinking level.');
  if (level !== undefined) return checkLevel(text(level), model);
  return typeof budget === 'number' ? checkBudget(budget, model) : null;
}

function checkLevel(level: string, model: GeminiSubject['model']): Failure | null {
  const name = level.toUpperCase();
  if (!LEVELS.has(name))
    return badRequest(
      `Invalid value at 'generation_config.thinking_config.thinking_level' (type.googleapis.com/google.ai.generativelanguage.v1beta.ThinkingConfig.ThinkingLevel), "${level}"`,
    );
  if (model.levels.length === 0) return badRequest('Thinking level is not supported for this model.');
  return model.levels.includes(name)
    ? null
    : badRequest(`Thinking level ${name} is not supported for this model. Please retry with other thinking level.`);
}

/** -1 leaves the budget to the model. Generation 3 still accepts a budget, but 0 can't switch thinking off. */
function checkBudget(budget: number, { budget: range }: GeminiSubject['model']): Failure | null {
  if (budget === -1) return null;
  if (budget === 0)
    return range?.zero ? null : badRequest('Budget 0 is invalid. This model only works in thinking mode.');
  const { min, max } = range ?? { min: 1, max: 32_768 };
  return budget >= min && budget <= max
    ? null
    : badRequest(`The thinking budget ${budget} is invalid. Please choose a value between ${min} and ${max}.`);
}

const MAX_STOPS = 5;

/** ai.google.dev/api/generate-content, GenerationConfig, 2026-11. */
function checkParameters({ body }: GeminiSubject): Failure | null {
  const { temperature, topP, stopSequences, presencePenalty, frequencyPenalty } = configOf(body);
  if (presencePenalty !== undefined || frequencyPenalty !== undefined)
    return badRequest('Penalty is not enabled for this model');
  if (typeof temperature === 'number' && !(temperature >= 0 && temperature <= 2))
    return badRequest(
      `* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].`,
    );
  if (typeof topP === 'number' && !(topP >= 0 && topP <= 1))
    return badRequest('* GenerateContentRequest.generation_config.top_p: top_p must be in the range [0.0, 1.0].');
  const stops = Array.isArray(stopSequences) ? stopSequences.length : 0;
  return stops > MAX_STOPS
    ? badRequest('* GenerateContentRequest.generation_config.stop_sequences: at most 5 stop sequences are allowed.')
    : null;
}

function checkModalities({ body, model }: GeminiSubject): Failure | null {
  const { responseModalities: asked } = configOf(body);
  if (asked === undefined) return null;
  const modalities = Array.isArray(asked) ? asked.map((one) => String(one)) : [];
  const known = modalities.every((one) => one === 'TEXT' || one === 'IMAGE');
  if (modalities.length > 0 && known && (model.pictures || !modalities.includes('IMAGE'))) return null;
  return badRequest(
    `The requested combination of response modalities (${modalities.join(', ')}) is not supported by the model. models/${model.id} accepts the following combination of response modalities:\n* TEXT\n${model.pictures ? '* TEXT, IMAGE\n' : ''}`,
  );
}

export const GEMINI_CONFIG_RULES: readonly Rule<GeminiSubject>[] = [
  { id: 'parameters', check: checkParameters },
  { id: 'G14', check: checkThinking },
  { id: 'modalities', check: checkModalities },
];
