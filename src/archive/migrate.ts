import { ARCHIVE_VERSION, LIBRARY_FILE } from './manifest.ts';

/** Turns what one version wrote into what the next one reads: lines as they were parsed, not checked yet. */
export interface Migration {
  manifest(value: Record<string, unknown>): Record<string, unknown>;
  record(value: Record<string, unknown>): Record<string, unknown>;
  /** Files that only the next version has: read as empty. */
  adds: readonly string[];
}

/** SHA-256 of nothing. */
const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Conversations got a folder, tags, a time they were put away and an assistant, and the library came to be. */
const FROM_1: Migration = {
  manifest: (value) => ({ ...value, library: { file: LIBRARY_FILE, records: 0, bytes: 0, sha256: OF_NOTHING } }),
  record: (value) => value,
  adds: [LIBRARY_FILE],
};

/** Limits on messages came to conversations, assistants and sends, and a mark of estimates to usage; all are optional. */
const FROM_2: Migration = { manifest: (value) => value, record: (value) => value, adds: [] };

/** Pictures got names; a picture may have none. */
const FROM_3: Migration = { manifest: (value) => value, record: (value) => value, adds: [] };

/** By the version that they start from. Version 1 is the first. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map([
  [1, FROM_1],
  [2, FROM_2],
  [3, FROM_3],
]);

/** The steps from a version to this one, as one; null where one is missing. */
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
