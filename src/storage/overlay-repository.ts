import { DELETED, isModelFact } from '#core/normalize/base/overlays.ts';
import type { Decision, Overlay } from '#core/request.ts';
import type { BatonDatabase } from './database.ts';
import { newId } from './new-id.ts';
import { readRow } from './read-row.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { readRemembered } from './row-memory.ts';
import { OverlayRowSchema } from './row-schemas.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** A message that was deleted with everything below it. It leaves every path and stays in storage. */
export const HIDDEN = 'hidden';

/** Used in place of a session id: facts learned from a model's refusals apply in every conversation. */
export const EVERY_SESSION = '*';

/** Lifetime of a learned fact. After that, the model is asked again, since vendors change their servers. */
const FACT_LIFE_MS = 30 * 24 * 3_600_000;

/** More rows than this are read together, and not each by its id. */
const FEW = 16;
/** Those of shortened results have some kilobytes of text. */
const MOST = 10_000;

/** Overlays of the conversation, and those of all conversations. */
export async function listOverlays(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<Overlay[]> {
  return db.transaction('r', db.overlays, async () => [
    ...(await sessionOverlays(db, EVERY_SESSION, onUnreadableRow)),
    ...(await sessionOverlays(db, sessionId, onUnreadableRow)),
  ]);
}

/** Overlays of one conversation. Reads only those that it has not read before. */
export async function sessionOverlays(
  db: BatonDatabase,
  sessionId: string,
  onUnreadableRow: OnUnreadableRow,
): Promise<Overlay[]> {
  const own = () => db.overlays.where('sessionId').equals(sessionId);
  return db.transaction('r', db.overlays, async () =>
    readRemembered(db, db.overlays, await own().primaryKeys(), {
      all: () => own().toArray(),
      few: FEW,
      most: MOST,
      check: (raw, key) => readRow(OverlayRowSchema, raw, { table: 'overlays', key }, onUnreadableRow),
    }),
  );
}

/** Deleting its row undoes a repair. */
export async function removeOverlay(db: BatonDatabase, id: string): Promise<void> {
  await withStorageErrors(db.overlays.delete(id));
}

/** Restores removed rows. */
export async function putOverlays(db: BatonDatabase, overlays: readonly Overlay[]): Promise<void> {
  await withStorageErrors(db.overlays.bulkPut([...overlays]));
}

export function isExpiredFact({ sessionId, at }: Pick<Overlay, 'sessionId' | 'at'>, now: number): boolean {
  return sessionId === EVERY_SESSION && at < now - FACT_LIFE_MS;
}

/** Deletes learned facts that are too old. */
export async function deleteExpiredFacts(db: BatonDatabase, now: number): Promise<void> {
  const facts = db.overlays.where('sessionId').equals(EVERY_SESSION);
  await withStorageErrors(facts.filter((fact) => isExpiredFact(fact, now)).delete());
}

/** Makes rows of decisions. Does not store them. */
export function overlayRows(sessionId: string, decisions: readonly Decision[], at: number): Overlay[] {
  return decisions.map((decision) => ({
    ...decision,
    id: newId(),
    sessionId: isModelFact(decision) ? EVERY_SESSION : sessionId,
    at,
  }));
}

/** With `deleted`, those that the user deleted alone, too: they are no version to choose. */
export async function hiddenMessages(
  db: BatonDatabase,
  sessionId: string,
  deleted = false,
): Promise<ReadonlySet<string>> {
  return hiddenBy(await sessionOverlays(db, sessionId, ignoreUnreadable), deleted);
}

/** What lists the overlays of a conversation reports it, with the next request at the latest. */
const ignoreUnreadable: OnUnreadableRow = () => undefined;

/** The messages that these overlays hide or, with `deleted`, delete. */
export function hiddenBy(overlays: readonly Overlay[], deleted = false): ReadonlySet<string> {
  const hides = ({ kind, target }: Overlay) =>
    kind === HIDDEN || (deleted && kind === DELETED && target.part === undefined);
  return new Set(overlays.filter(hides).map(({ target }) => target.message));
}
