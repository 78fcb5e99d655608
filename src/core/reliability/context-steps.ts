/** Shares of the token budget at which the user is notified (reliability.md S1-27). */
const STEPS = [95, 80, 70] as const;

/** In percent; 0 below the first. */
export type ContextStep = 0 | (typeof STEPS)[number];

/** A step is armed again only this many points below it, so usage that hovers around a step is reported once. */
const REARM = 5;

/** Used share of the token budget, 0 to 1. `null` when the budget is unknown. */
export function contextShare(tokens: number, tokenBudget: number | null): number | null {
  if (tokenBudget === null || !(tokens >= 0)) return null;
  return tokenBudget <= 0 ? 1 : Math.min(1, tokens / tokenBudget);
}

export function contextStep(share: number | null): ContextStep {
  return STEPS.find((step) => share !== null && share * 100 >= step) ?? 0;
}

export interface StepWatch {
  /** Highest step that was reported and not left since. `null` before the first measurement. */
  reported: ContextStep | null;
  /** Just crossed upwards: to be reported now. */
  crossed: ContextStep | null;
}

export const NEW_WATCH: StepWatch = { reported: null, crossed: null };

/**
 * Processes one measurement. The first one is no crossing; an unknown budget changes nothing. When several steps are
 * crossed at once, only the highest is reported.
 */
export function watchSteps({ reported }: StepWatch, share: number | null): StepWatch {
  if (share === null) return { reported, crossed: null };
  const step = contextStep(share);
  if (reported === null) return { reported: step, crossed: null };
  if (step > reported) return { reported: step, crossed: step };
  const left = share * 100 < reported - REARM;
  return { reported: left ? step : reported, crossed: null };
}
