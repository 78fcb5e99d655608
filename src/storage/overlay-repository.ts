import { isModelFact } from '#core/normalize/overlays.ts';
import type { Decision, Overlay } from '#core/request.ts';
import type { BatonDatabase } from './database.ts';
import { newId } from './new-id.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { OverlayRowSchema } from './row-schemas.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** A message a person deleted, with everything below it: it leaves every path and stays in storage. */
export const HIDDEN = 'hidden';

/** In place of a session: what a model's refusals have taught about it is true in every conversation. */
export const EVERY_SESSION = '*';

/** What a model was found to refuse is asked again after so long: vendors change their servers. */
const FACT_LIFE_MS = 30 * 24 * 3_600_000;

/** Those of the conversation, and those of all conversations. */
export async function listOverlays(db: BatonDatabase, sessionId: string, report: OnUnreadableRow): Promise<Overlay[]> {
  const rows = await db.overlays.where('sessionId').anyOf([sessionId, EVERY_SESSION]).toArray();
  const overlays: Overlay[] = [];
  for (const raw of rows) {
    const row = readRow(OverlayRowSchema, raw, { table: 'overlays', key: raw.id }, report);
    if (row) overlays.push(row);
  }
  return overlays;
}

/** Undoing a repair is deleting its row. */
export async function removeOverlay(db: BatonDatabase, id: string): Promise<void> {
  await withStorageErrors(db.overlays.delete(id));
}

/** Takes back that rows were removed. */
export async function putOverlays(db: BatonDatabase, overlays: readonly Overlay[]): Promise<void> {
  await withStorageErrors(db.overlays.bulkPut([...overlays]));
}

/** Facts about models that are too old to be believed. */
export async function deleteExpiredFacts(db: BatonDatabase, now: number): Promise<void> {
  const old = db.overlays.where('sessionId').equals(EVERY_SESSION);
  await withStorageErrors(old.filter(({ at }) => at < now - FACT_LIFE_MS).delete());
}

/** Decisions as rows; not stored yet. */
export function overlayRows(sessionId: string, decisions: readonly Decision[], at: number): Overlay[] {
  return decisions.map((decision) => ({
    ...decision,
    id: newId(),
    sessionId: isModelFact(decision) ? EVERY_SESSION : sessionId,
    at,
  }));
}

export async function hiddenMessages(db: BatonDatabase, sessionId: string): Promise<ReadonlySet<string>> {
  const rows = await db.overlays.where('sessionId').equals(sessionId).toArray();
  return new Set(rows.filter((row) => row.kind === HIDDEN).map((row) => row.target.message));
}
