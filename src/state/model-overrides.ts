import { z } from 'zod/mini';
import type { ModelOverride } from '#core/model.ts';

/** Plausible ranges for token counts and prices. Values outside are typing errors. */
export const FACT_LIMITS = {
  contextWindow: { min: 1_000, max: 100_000_000 },
  maxOutput: { min: 16, max: 100_000_000 },
  /** US dollars per million tokens. */
  price: { min: 0, max: 10_000 },
} as const;

const Rows = z.catch(z.array(z.unknown()), []);
const Id = z.object({ id: z.string().check(z.minLength(1)) });

/** An invalid field counts as absent; the other fields stay. */
const optionalField = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined);
const tokens = ({ min, max }: { min: number; max: number }) =>
  optionalField(z.int().check(z.minimum(min), z.maximum(max)));
const dollars = optionalField(z.number().check(z.minimum(FACT_LIMITS.price.min), z.maximum(FACT_LIMITS.price.max)));

const Facts = z.object({
  contextWindow: tokens(FACT_LIMITS.contextWindow),
  maxOutput: tokens(FACT_LIMITS.maxOutput),
  tools: optionalField(z.boolean()),
  images: optionalField(z.boolean()),
  files: optionalField(z.boolean()),
  price: optionalField(z.object({ input: dollars, output: dollars, cacheRead: dollars, cacheWrite: dollars })),
});

export function modelOverridesKey(connectionId: string): string {
  return `model-facts:${connectionId}`;
}

/** Setting with the user's default parameters for models (see model-parameters.ts). */
export function modelParametersKey(connectionId: string): string {
  return `model-parameters:${connectionId}`;
}

/** The user's facts about the models of one connection, as stored in the settings, by model id. */
export function readModelOverrides(value: unknown): ReadonlyMap<string, ModelOverride> {
  const overrides = new Map<string, ModelOverride>();
  for (const row of Rows.parse(value)) {
    const named = Id.safeParse(row);
    const facts = Facts.safeParse(row);
    if (!named.success || !facts.success) continue;
    const override = overrideOf(facts.data);
    if (Object.keys(override).length > 0) overrides.set(named.data.id, override);
  }
  return overrides;
}

/**
 * Returns the setting with one model's override replaced. An empty override removes it. Rows of other models are
 * unchanged.
 */
export function writeModelOverride(value: unknown, id: string, override: ModelOverride): unknown[] {
  const others = Rows.parse(value).filter((row) => Id.safeParse(row).data?.id !== id);
  return Object.keys(override).length > 0 ? [...others, { id, ...override }] : others;
}

function overrideOf({ contextWindow, maxOutput, tools, images, files, price }: z.infer<typeof Facts>): ModelOverride {
  const { input, output, cacheRead, cacheWrite } = price ?? {};
  const prices = {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
  return {
    ...(contextWindow !== undefined && { contextWindow }),
    ...(maxOutput !== undefined && { maxOutput }),
    ...(tools !== undefined && { tools }),
    ...(images !== undefined && { images }),
    ...(files !== undefined && { files }),
    ...(Object.keys(prices).length > 0 && { price: prices }),
  };
}
