import type { z } from 'zod/mini';

export interface UnreadableRow {
  table: string;
  key: string;
  /** Where and why it did not match. */
  issue: string;
}

/** Called once per unreadable row. The list continues without it. */
export type OnUnreadableRow = (row: UnreadableRow) => void;

/** Returns the row if this version can read it; otherwise reports it and returns `null`. */
export function readRow<T>(
  schema: z.ZodMiniType<T>,
  row: unknown,
  where: { table: string; key: string },
  onUnreadableRow: OnUnreadableRow,
): T | null {
  const result = schema.safeParse(row);
  if (result.success) return result.data;
  const first = result.error.issues[0];
  onUnreadableRow({ ...where, issue: first ? `${first.path.join('.')}: ${first.message}` : 'unknown' });
  return null;
}
