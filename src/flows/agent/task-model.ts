import type { ModelChoice } from '#state/model-choices.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { TaskRefusedError } from '#tools/page/task-refused.ts';

/** Maximum number of model names in the error for a model that does not exist. */
const MAX_NAMES = 20;

/**
 * Returns the model for a task: the asking conversation's, or the one its model named. Matches by id, by connection and
 * id, or by label, and prefers the conversation's own connection. Throws TaskRefusedError with the names that could be
 * used instead.
 */
export function findTaskModel(
  requested: string | null,
  own: SessionTarget,
  choices: readonly ModelChoice[],
): SessionTarget {
  const name = fold(requested ?? '');
  if (name === '' || name === fold(own.model)) return own;
  const near = choices.toSorted((a, b) => distance(a, own) - distance(b, own));
  const found =
    near.find(({ model }) => fold(model.id) === name) ??
    near.find(({ connection, model }) => fold(`${connection.id}/${model.id}`) === name) ??
    near.find(({ model }) => fold(model.label) === name);
  if (found) return { connection: found.connection.id, model: found.model.id, thinking: own.thinking };
  const names = [...new Set([own.model, ...near.map(({ model }) => model.id)])];
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  throw new TaskRefusedError(
    'model',
    `There is no model named ${JSON.stringify(requested)} that could be used here. Leave the model out, or use one of: ${names.slice(0, MAX_NAMES).join(', ')}${more}.`,
  );
}

function distance({ connection }: ModelChoice, own: SessionTarget): number {
  return connection.id === own.connection ? 0 : 1;
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}
