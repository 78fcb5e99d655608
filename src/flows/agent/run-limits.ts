import { z } from 'zod';
import type { RunLimits } from '#core/agent/run-agent.ts';

/** What one run may take before it stops and asks; as the person set it. */
export const RUN_LIMITS_KEY = 'run-limits';

const Kept = z.object({
  steps: z.int().min(1).max(10_000).exactOptional(),
  /** USD; null for none. */
  cost: z.number().positive().nullable().exactOptional(),
});

/** Only what is set; the rest stays as the loop has it. */
export function readRunLimits(value: unknown): Partial<RunLimits> {
  const kept = Kept.safeParse(value);
  if (!kept.success) return {};
  const { steps, cost } = kept.data;
  return { ...(steps !== undefined && { steps }), ...(cost !== undefined && { cost }) };
}
