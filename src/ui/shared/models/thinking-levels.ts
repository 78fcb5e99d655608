import type { ThinkingLevel } from '#core/model.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';

const ALL: readonly ThinkingLevel[] = ['off', 'low', 'medium', 'high'];

/**
 * The levels a model supports, weakest first. A model that only switches thinking on and off has `off` and `medium`.
 */
export function levelsOf(support: ThinkingSupport): readonly ThinkingLevel[] {
  if (support.kind === 'none') return ['off'];
  const grades = support.kind === 'toggle' && support.efforts.length === 0 ? (['medium'] as const) : ALL.slice(1);
  return support.off ? ['off', ...grades] : grades;
}

/** The requested level if this model supports it, otherwise the nearest one. */
export function effectiveLevel(wish: ThinkingLevel, support: ThinkingSupport): ThinkingLevel {
  const levels = levelsOf(support);
  if (levels.includes(wish)) return wish;
  const at = ALL.indexOf(wish);
  const nearest = levels.toSorted((a, b) => Math.abs(ALL.indexOf(a) - at) - Math.abs(ALL.indexOf(b) - at))[0];
  return nearest ?? 'off';
}
