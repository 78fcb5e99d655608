import type { ThinkingLevel } from '#core/model.ts';
import type { SessionTarget } from '#storage/rows.ts';
import type { ModelChoice } from '#state/model-choices.ts';

/**
 * What a new conversation goes to: the chosen default, else the model used last, else the first model of a real
 * vendor, else practice. A target whose connection cannot be used now is passed over.
 */
export function chooseTarget(
  choices: readonly ModelChoice[],
  wanted: SessionTarget | null,
  recent: readonly SessionTarget[],
  thinking: ThinkingLevel,
): SessionTarget | null {
  const usable = new Set(choices.map((choice) => choice.connection.id));
  const known = [wanted, ...recent].find((target) => target && usable.has(target.connection));
  if (known) return known;
  const first = choices.find((choice) => !choice.connection.practice) ?? choices[0];
  return first ? { connection: first.connection.id, model: first.model.id, thinking } : null;
}
