import { z } from 'zod';
import type { RunLimits } from '#core/agent/run-agent.ts';

/** What one run may take before it stops and asks; as the person set it. */
export const RUN_LIMITS_KEY = 'run-limits';

/** More steps than anybody waits for. */
export const MAX_STEPS = 10_000;

/** The form in which they are kept. */
export const KeptRunLimits = z.object({
  steps: z.int().min(1).max(MAX_STEPS).exactOptional(),
  /** USD; null for none. */
  cost: z.number().positive().nullable().exactOptional(),
});

/** Only what is set; the rest stays as the loop has it. */
export function readRunLimits(value: unknown): Partial<RunLimits> {
  const kept = KeptRunLimits.safeParse(value);
  if (!kept.success) return {};
  const { steps, cost } = kept.data;
  return { ...(steps !== undefined && { steps }), ...(cost !== undefined && { cost }) };
}
