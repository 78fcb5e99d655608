import type { z } from 'zod';

export interface UnreadableRow {
  table: string;
  key: string;
  /** Where and why it did not match. */
  issue: string;
}

/** Told once per row about what could not be read; the list it belongs to goes on without it. */
export type OnUnreadableRow = (row: UnreadableRow) => void;

/** The row when this version can read it, else null after a report. */
export function readRow<T>(
  schema: z.ZodType<T>,
  row: unknown,
  where: { table: string; key: string },
  report: OnUnreadableRow,
): T | null {
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  const first = result.error.issues[0];
  report({ ...where, issue: first ? `${first.path.join('.')}: ${first.message}` : 'unknown' });
  return null;
}
