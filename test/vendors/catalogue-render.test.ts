import { describe, expect, it } from 'vitest';
import { ownEndpoint } from '#core/endpoint.ts';
import type { Model, ThinkingLevel } from '#core/model.ts';
import { listCatalog } from '#vendors/catalog/list-models.ts';
import { HELLO, serviceFor, targetOf } from './support.ts';

const LEVELS: readonly ThinkingLevel[] = ['off', 'low', 'medium', 'high'];

async function bodyFor(model: Model, thinking: ThinkingLevel): Promise<Record<string, unknown>> {
  const service = await serviceFor(model.protocol, () => Promise.reject(new Error('no network in this test')));
  const target = targetOf(model.protocol, {
    vendor: model.vendor,
    endpoint: ownEndpoint(model.vendor),
    model,
    thinking,
  });
  const { request } = service.sanitizeMessages(HELLO.messages, [], target);
  return (await service.capture(request, target)).body as Record<string, unknown>;
}

const pick = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), value);

/** The requested thinking, wherever the vendor's request has it. */
function asked(body: Record<string, unknown>) {
  return {
    efforts: [
      pick(body, 'output_config', 'effort'),
      pick(body, 'reasoning', 'effort'),
      pick(body, 'reasoning_effort'),
      pick(body, 'generationConfig', 'thinkingConfig', 'thinkingLevel'),
    ].flatMap((effort) => (typeof effort === 'string' ? [effort.toLowerCase()] : [])),
    type: pick(body, 'thinking', 'type'),
    budget:
      pick(body, 'thinking', 'budget_tokens') ?? pick(body, 'generationConfig', 'thinkingConfig', 'thinkingBudget'),
  };
}

describe('every model of the catalog', () => {
  it.each(listCatalog().map((model) => [`${model.vendor} ${model.id}`, model] as const))(
    '%s is asked for what it can do',
    async (_name, model) => {
      const support = model.thinking;
      const known = 'efforts' in support ? support.efforts : 'levels' in support ? support.levels : [];
      const bodies = await Promise.all(LEVELS.map((level) => bodyFor(model, level)));
      const questions = bodies.map(asked);
      for (const { efforts } of questions)
        for (const effort of efforts) expect(known.map((one) => one.toLowerCase())).toContain(effort);
      const types = new Set(questions.map(({ type }) => type));
      const manual = support.kind === 'anthropic' && support.manual && !support.adaptive;
      const adaptive = support.kind === 'anthropic' && support.adaptive;
      expect(types.has('enabled')).toBe(manual || (support.kind === 'toggle' && model.vendor === 'deepseek'));
      expect(types.has('adaptive')).toBe(adaptive);
      expect(types.has('disabled') && 'off' in support && !support.off).toBe(false);
      const budgets = questions.map(({ budget }) => budget).filter((budget) => typeof budget === 'number');
      expect(budgets.length > 0).toBe(manual || support.kind === 'gemini-budget');
      for (const body of bodies) expect(JSON.stringify(body)).toContain('hello');
    },
  );
});
