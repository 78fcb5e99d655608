import type { ThinkingLevel } from '#core/model.ts';
import type { SessionTarget } from '#storage/rows.ts';
import type { ModelChoice } from '#state/model-choices.ts';

/**
 * What a new conversation goes to: the chosen default, else the model used last. That holds in no list, without a key and
 * with its connection gone, too: the message box then says so and asks, and nothing goes to a vendor nobody chose. Only
 * before any was used it is the first model of a real vendor, else practice; null to ask.
 */
export function chooseTarget(
  choices: readonly ModelChoice[],
  wanted: SessionTarget | null,
  recent: readonly SessionTarget[],
  thinking: ThinkingLevel,
): SessionTarget | null {
  const meant = wanted ?? recent[0];
  if (meant) return meant;
  const first = choices.find((choice) => !choice.connection.practice) ?? choices[0];
  return first ? { connection: first.connection.id, model: first.model.id, thinking } : null;
}
