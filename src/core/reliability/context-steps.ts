/** Shares of the room at which a conversation is worth a word (reliability.md S1-27). */
const STEPS = [95, 80, 70] as const;

/** In percent; 0 below the first. */
export type ContextStep = 0 | (typeof STEPS)[number];

/** So many points below a step it is armed again: what hovers around one is told once. */
const REARM = 5;

/** Used share of the room, 0 to 1; null where the room is not known. */
export function contextShare(tokens: number, room: number | null): number | null {
  if (room === null || !(tokens >= 0)) return null;
  return room <= 0 ? 1 : Math.min(1, tokens / room);
}

export function contextStep(share: number | null): ContextStep {
  return STEPS.find((step) => share !== null && share * 100 >= step) ?? 0;
}

export interface StepWatch {
  /** Highest step that was told and has not been left since; null before the first look. */
  told: ContextStep | null;
  /** Just crossed upwards: to be told now. */
  crossed: ContextStep | null;
}

export const NEW_WATCH: StepWatch = { told: null, crossed: null };

/**
 * Takes one look. What a conversation is found with is no crossing; an unknown room changes nothing. Of several steps
 * at once the highest is told.
 */
export function watchSteps({ told }: StepWatch, share: number | null): StepWatch {
  if (share === null) return { told, crossed: null };
  const step = contextStep(share);
  if (told === null) return { told: step, crossed: null };
  if (step > told) return { told: step, crossed: step };
  const left = share * 100 < told - REARM;
  return { told: left ? step : told, crossed: null };
}
