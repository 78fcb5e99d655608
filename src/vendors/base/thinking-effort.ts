import type { ThinkingLevel } from '#core/model.ts';

/** Weakest first. `default` is the only effort of some models on Groq. */
const SCALE = ['none', 'minimal', 'low', 'medium', 'default', 'high', 'xhigh', 'max'];

const rank = (effort: string) => SCALE.indexOf(effort.toLowerCase());

/**
 * Picks the model's own effort value closest to the requested level, never above `high` unless nothing weaker exists.
 * `off` means `none` or `minimal`, or the weakest value if thinking can't be switched off.
 */
export function pickEffort(level: ThinkingLevel, efforts: readonly string[], canBeOff: boolean): string | undefined {
  const ranked = efforts.filter((effort) => rank(effort) >= 0).toSorted((a, b) => rank(a) - rank(b));
  const thinking = ranked.filter((effort) => rank(effort) > 0);
  if (level === 'off') return canBeOff ? ranked.find((effort) => rank(effort) <= 1) : thinking[0];
  const requested = rank(level);
  const distance = (effort: string) =>
    Math.abs(rank(effort) - requested) + (rank(effort) > rank('high') ? SCALE.length : 0);
  return thinking.toSorted((a, b) => distance(a) - distance(b))[0];
}
