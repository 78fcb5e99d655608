import type { Overlay } from '#core/request.ts';
import type { BatonDatabase } from './database.ts';
import { readRow } from './read-row.ts';
import type { ReportUnreadable } from './read-row.ts';
import { OverlayRowSchema } from './row-schemas.ts';
import { stored } from './stored.ts';

/** A message a person deleted, with everything below it: it leaves every path and stays in storage. */
export const HIDDEN = 'hidden';

export async function listOverlays(db: BatonDatabase, sessionId: string, report: ReportUnreadable): Promise<Overlay[]> {
  const rows = await db.overlays.where('sessionId').equals(sessionId).toArray();
  const overlays: Overlay[] = [];
  for (const raw of rows) {
    const row = readRow(OverlayRowSchema, raw, { table: 'overlays', key: raw.id }, report);
    if (row) overlays.push(row);
  }
  return overlays;
}

/** Undoing a repair is deleting its row. */
export async function removeOverlay(db: BatonDatabase, id: string): Promise<void> {
  await stored(db.overlays.delete(id));
}

export async function hiddenMessages(db: BatonDatabase, sessionId: string): Promise<ReadonlySet<string>> {
  const rows = await db.overlays.where('sessionId').equals(sessionId).toArray();
  return new Set(rows.filter((row) => row.kind === HIDDEN).map((row) => row.target.message));
}
