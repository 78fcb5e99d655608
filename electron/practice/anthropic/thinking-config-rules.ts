import { badRequest, type Failure } from '../base/failure.ts';
import { isObject, type Json, text } from '../base/json.ts';
import { checkFields, type Fields } from '../rules/fields.ts';
import type { Rule } from '../rules/rule.ts';
import type { AnthropicSubject } from './subject.ts';

export const BINDING_BETA = 'thinking-binding-controls-2026-08-01';
export const INTERLEAVED_BETA = 'interleaved-thinking-2025-05-14';

const KINDS: Readonly<Record<string, Fields>> = {
  enabled: { required: { budget_tokens: 'integer' }, optional: { display: 'string', block_binding: 'object' } },
  adaptive: { optional: { display: 'string', block_binding: 'object' } },
  disabled: {},
};

const SMALLEST_BUDGET = 1024;

const ADVICE = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';

function checkShape({ body, betas }: AnthropicSubject): Failure | null {
  if (!isObject(body.thinking)) return null;
  const type = text(body.thinking.type);
  const shape = KINDS[type];
  if (!shape)
    return badRequest(
      `thinking: Input tag '${type}' found using 'type' does not match any of the expected tags: 'adaptive', 'disabled', 'enabled'`,
    );
  const { type: _type, ...fields } = body.thinking;
  const path = `thinking.${type}`;
  if ('block_binding' in fields && !betas.has(BINDING_BETA))
    return badRequest(`${path}.block_binding: Extra inputs are not permitted`);
  const failure = checkFields(fields, path, shape);
  if (failure) return failure;
  const { display, block_binding: binding } = fields;
  if (display !== undefined && display !== null && display !== 'summarized' && display !== 'omitted')
    return badRequest(`${path}.display: Input should be 'summarized' or 'omitted'`);
  return isObject(binding) ? checkBinding(binding, `${path}.block_binding`) : null;
}

function checkBinding(binding: Json, path: string): Failure | null {
  const failure = checkFields(binding, path, { optional: { prefix_mismatch_behavior: 'string' } });
  if (failure) return failure;
  const behaviour = binding.prefix_mismatch_behavior ?? 'error';
  return behaviour === 'error' || behaviour === 'drop_block'
    ? null
    : badRequest(`${path}.prefix_mismatch_behavior: Input should be 'error' or 'drop_block'`);
}

function checkMode({ body, model }: AnthropicSubject): Failure | null {
  if (!isObject(body.thinking)) return null;
  switch (body.thinking.type) {
    case 'enabled':
      return model.manual ? null : badRequest(`"thinking.type.enabled" is not supported for this model. ${ADVICE}`);
    case 'adaptive':
      return model.adaptive ? null : badRequest('adaptive thinking is not supported on this model');
    default: {
      const high = isObject(body.output_config) && ['xhigh', 'max'].includes(text(body.output_config.effort));
      const refused = model.disabled === 'no' || (model.disabled === 'low-effort' && high);
      return refused ? badRequest(`"thinking.type.disabled" is not supported for this model. ${ADVICE}`) : null;
    }
  }
}

function checkBudget({ body, betas }: AnthropicSubject): Failure | null {
  if (!isObject(body.thinking) || body.thinking.type !== 'enabled') return null;
  const budget = Number(body.thinking.budget_tokens);
  if (budget < SMALLEST_BUDGET)
    return badRequest('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
  const limited = typeof body.max_tokens === 'number' && budget >= body.max_tokens;
  return limited && !betas.has(INTERLEAVED_BETA)
    ? badRequest(
        '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size',
      )
    : null;
}

const EFFORTS: ReadonlySet<unknown> = new Set(['low', 'medium', 'high', 'xhigh', 'max']);

function checkEffort({ body, model }: AnthropicSubject): Failure | null {
  if (!isObject(body.output_config)) return null;
  const failure = checkFields(body.output_config, 'output_config', {
    optional: { effort: 'string', format: 'object', task_budget: 'object' },
  });
  if (failure) return failure;
  const { effort } = body.output_config;
  if (effort === undefined || effort === null) return null;
  if (!EFFORTS.has(effort))
    return badRequest("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'");
  if (model.efforts.length === 0) return badRequest('This model does not support the effort parameter.');
  return model.efforts.includes(text(effort))
    ? null
    : badRequest(
        `output_config.effort: '${text(effort)}' is not supported for this model. Supported values: ${model.efforts.join(', ')}.`,
      );
}

export const THINKING_CONFIG_RULES: readonly Rule<AnthropicSubject>[] = [
  { id: 'A24-config', check: checkShape },
  { id: 'A27', check: checkMode },
  { id: 'A28', check: checkBudget },
  { id: 'A30', check: checkEffort },
];
