import { z } from 'zod/mini';
import type { RunLimits } from '#core/agent/run-agent.ts';

/** The user's limits for one run, after which it stops and asks. */
export const RUN_LIMITS_KEY = 'run-limits';

/** More steps than anyone would wait for. */
export const MAX_STEPS = 10_000;

/** The stored form. */
export const StoredRunLimits = z.object({
  steps: z.exactOptional(z.int().check(z.minimum(1), z.maximum(MAX_STEPS))),
  /** USD; `null` for no limit. */
  cost: z.exactOptional(z.nullable(z.number().check(z.positive()))),
});

/** Returns only what is set. The loop's defaults apply to the rest. */
export function readRunLimits(value: unknown): Partial<RunLimits> {
  const parsed = StoredRunLimits.safeParse(value);
  if (!parsed.success) return {};
  const { steps, cost } = parsed.data;
  return { ...(steps !== undefined && { steps }), ...(cost !== undefined && { cost }) };
}
