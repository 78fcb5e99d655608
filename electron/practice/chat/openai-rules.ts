import { badRequest, type Failure } from '../base/failure.ts';
import type { Rule } from '../rules/rule.ts';
import { onlyDefault, unsupportedParameter, unsupportedValue } from '../rules/openai-words.ts';
import { type ChatSubject, toolsOf } from './subject.ts';

const REFUSED_WITH_REASONING = [
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'stop',
];

/** Parameters of the reasoning models of api.openai.com (O8). */
function checkParameters({ body, model }: ChatSubject): Failure | null {
  const { efforts } = model;
  const effort = body.reasoning_effort;
  if (typeof body.verbosity === 'string' && !/^gpt-([5-9]|\d\d)/.test(model.id))
    return unsupportedValue('verbosity', `'${body.verbosity}'`, ['medium']);
  if (efforts.length === 0)
    return effort === undefined
      ? null
      : badRequest('Unrecognized request argument supplied: reasoning_effort', { param: null });
  if (body.max_tokens !== undefined) return unsupportedParameter('max_tokens', " Use 'max_completion_tokens' instead.");
  if (typeof effort === 'string' && !efforts.includes(effort))
    return unsupportedValue('reasoning_effort', `'${effort}'`, efforts);
  // The newest models accept it when they do not reason.
  const temperature = body.temperature;
  if (typeof temperature === 'number' && temperature !== 1 && effort !== 'none')
    return onlyDefault('temperature', `${temperature}`);
  const topP = body.top_p;
  if (typeof topP === 'number' && topP !== 1 && effort !== 'none') return unsupportedParameter('top_p');
  const refused = REFUSED_WITH_REASONING.find((name) => body[name] !== undefined && body[name] !== null);
  return refused === undefined || effort === 'none' ? null : unsupportedParameter(refused);
}

/** Also applies without an effort, because the default one reasons (O9). */
function checkToolsElsewhere({ body, model }: ChatSubject): Failure | null {
  if (model.toolsElsewhere === null || toolsOf(body).length === 0 || body.reasoning_effort === 'none') return null;
  return badRequest(model.toolsElsewhere, { param: 'reasoning_effort' });
}

export const OPENAI_RULES: readonly Rule<ChatSubject>[] = [
  { id: 'O8', check: checkParameters },
  { id: 'O9', check: checkToolsElsewhere },
];
