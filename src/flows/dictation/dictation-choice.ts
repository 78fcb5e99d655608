import { isObject } from '#core/json.ts';

/** Which model writes down what the user says. */
export interface DictationChoice {
  /** Id of a connection. */
  connection: string;
  model: string;
}

/** The setting with the choice. It belongs to this profile: nothing that travels lets speech leave from another device. */
export const DICTATION_KEY = 'chat.dictation';

/** `null` unless the user has chosen one. */
export function readDictationChoice(value: unknown): DictationChoice | null {
  if (!isObject(value)) return null;
  const { connection, model } = value;
  return typeof connection === 'string' && typeof model === 'string' ? { connection, model } : null;
}
