import { ARCHIVE_VERSION, LIBRARY_FILE } from './manifest.ts';

/** Converts what one version wrote to what the next one reads. Lines are parsed but not validated yet. */
export interface Migration {
  manifest(value: Record<string, unknown>): Record<string, unknown>;
  record(value: Record<string, unknown>): Record<string, unknown>;
  /** Files that only the next version has; read as empty. */
  adds: readonly string[];
}

/** SHA-256 of empty input. */
const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Conversations got a folder, tags, an archived time and an assistant, and the library was added. */
const FROM_1: Migration = {
  manifest: (value) => ({ ...value, library: { file: LIBRARY_FILE, records: 0, bytes: 0, sha256: OF_NOTHING } }),
  record: (value) => value,
  adds: [LIBRARY_FILE],
};

/** Conversations, assistants and sends got limits on messages, and usage got an estimate flag; all are optional. */
const FROM_2: Migration = { manifest: (value) => value, record: (value) => value, adds: [] };

/** Images got optional names. */
const FROM_3: Migration = { manifest: (value) => value, record: (value) => value, adds: [] };

/** Folders can be projects with files, conversations can leave out what is shared; all of it is optional. */
const FROM_4: Migration = { manifest: (value) => value, record: (value) => value, adds: [] };

/** Pictures that models made got their prompt and state, conversations whether to ask for pictures; all optional. */
const FROM_5: Migration = { manifest: (value) => value, record: (value) => value, adds: [] };

/** By the version they start from. Version 1 is the first. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map([
  [1, FROM_1],
  [2, FROM_2],
  [3, FROM_3],
  [4, FROM_4],
  [5, FROM_5],
]);

/** Combines the steps from a version to the current one; `null` if one is missing. */
export function migrationFrom(
  version: number,
  migrations: ReadonlyMap<number, Migration> = MIGRATIONS,
  to: number = ARCHIVE_VERSION,
): Migration | null {
  const steps: Migration[] = [];
  for (let from = version; from < to; from++) {
    const step = migrations.get(from);
    if (!step) return null;
    steps.push(step);
  }
  return {
    manifest: (value) => ({ ...steps.reduce((before, step) => step.manifest(before), value), version: to }),
    record: (value) => steps.reduce((before, step) => step.record(before), value),
    adds: steps.flatMap(({ adds }) => adds),
  };
}
