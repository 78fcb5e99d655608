import { ARCHIVE_VERSION } from './manifest.ts';

/** Turns what one version wrote into what the next one reads: lines as they were parsed, not checked yet. */
export interface Migration {
  manifest(value: Record<string, unknown>): Record<string, unknown>;
  record(value: Record<string, unknown>): Record<string, unknown>;
}

/** By the version that they start from. Version 1 is the first. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map();

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
  };
}
