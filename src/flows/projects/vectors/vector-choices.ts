import { isObject } from '#core/json.ts';

/** Which model makes the vectors of a project's files. */
export interface VectorChoice {
  /** Id of a connection. */
  connection: string;
  model: string;
  /** The user stopped it: it goes on when they say so. */
  paused: boolean;
}

/**
 * The setting with the choices, by project. They belong to this profile and not to the project: what travels with an
 * archive or a sync never lets texts leave from another device.
 */
export const VECTORS_KEY = 'projects.embeddings';

export function readVectorChoices(value: unknown): Readonly<Record<string, VectorChoice>> {
  const found: Record<string, VectorChoice> = {};
  for (const [folder, choice] of Object.entries(isObject(value) ? value : {})) {
    if (!isObject(choice)) continue;
    const { connection, model, paused } = choice;
    if (typeof connection === 'string' && typeof model === 'string')
      found[folder] = { connection, model, paused: paused === true };
  }
  return found;
}

/** How texts are split; vectors of another way can't be found again in a text. */
const CHUNKING = 1;

/** What vectors are stored under. */
export const vectorModel = ({ connection, model }: Pick<VectorChoice, 'connection' | 'model'>): string =>
  `${connection} ${model} ${CHUNKING}`;
