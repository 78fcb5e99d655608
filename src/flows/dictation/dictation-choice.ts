import type { Connection } from '#contract/connection.ts';
import { isObject } from '#core/json.ts';
import type { VendorDefinition } from '#core/vendors/base/definition.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { canTranscribe } from '#core/vendors/base/can-transcribe.ts';

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

const PRACTICE_MODELS = ['practice-transcription'];

/** Models of a connection that are known to write speech down; `null` if it has none. Any other name may be typed. */
export function transcriptionModels(connection: Connection): readonly string[] | null {
  const { vendor, protocol, practice, custom, baseUrl } = connection;
  if (!canTranscribe(protocol)) return null;
  if (practice) return PRACTICE_MODELS;
  const { transcription, baseUrl: own }: VendorDefinition = VENDOR_TABLE[vendor];
  // A server of the user may serve anything.
  return custom && baseUrl !== own ? [] : (transcription ?? null);
}
