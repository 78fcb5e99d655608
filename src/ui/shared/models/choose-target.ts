import type { ThinkingLevel } from '#core/model.ts';
import type { SessionTarget } from '#storage/rows.ts';
import type { ModelChoice } from '#state/model-choices.ts';

/**
 * The target of a new conversation: the default, otherwise the model used last. This also applies when no list has it,
 * it has no key or its connection was removed: the message box then says so and asks, and nothing goes to a vendor the
 * user didn't choose. If no model was ever used, the first model of a real vendor, otherwise practice; `null` to ask.
 */
export function chooseTarget(
  choices: readonly ModelChoice[],
  defaultTarget: SessionTarget | null,
  recent: readonly SessionTarget[],
  thinking: ThinkingLevel,
): SessionTarget | null {
  const preferred = defaultTarget ?? recent[0];
  if (preferred) return preferred;
  const first = choices.find((choice) => !choice.connection.practice) ?? choices[0];
  return first ? { connection: first.connection.id, model: first.model.id, thinking } : null;
}
