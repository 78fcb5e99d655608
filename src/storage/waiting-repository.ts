import { z } from 'zod/mini';
import { MODES } from '#core/message-options.ts';
import type { BatonDatabase } from './database.ts';
import type { TakenDraft } from './draft-repository.ts';
import type { OnUnreadableRow } from './read-row.ts';
import { readRow } from './read-row.ts';
import { DraftFields } from './draft-schemas.ts';
import { SessionTargetSchema, Thinks } from './row-schemas.ts';
import type { DraftRow, WaitingSend } from './rows.ts';
import { StorageError } from './storage-error.ts';
import { withStorageErrors } from './with-storage-errors.ts';

/** A draft that the user has sent without a network. */
export type WaitingDraft = DraftRow & Required<Pick<DraftRow, 'waiting'>>;

const WaitingSchema: z.ZodMiniType<WaitingDraft> = z.object({
  ...DraftFields.shape,
  waiting: z.object({
    id: z.string().check(z.minLength(1)),
    at: DraftFields.shape.at,
    target: SessionTargetSchema,
    state: z.string(),
    attachments: z.array(
      z.object({ ...DraftFields.shape.attachments.def.element.shape, text: z.exactOptional(z.string()) }),
    ),
    asks: z.exactOptional(
      z.object({
        thinking: z.exactOptional(Thinks),
        modes: z.exactOptional(z.array(z.enum(MODES))),
      }),
    ),
  }),
});

/** `null` for what another version of Baton wrote in a way that this one doesn't know. */
export function readWaiting(row: DraftRow): WaitingDraft | null {
  return WaitingSchema.safeParse(row).data ?? null;
}

/** Oldest first. */
export async function listWaiting(db: BatonDatabase, onUnreadableRow: OnUnreadableRow): Promise<WaitingDraft[]> {
  const rows = await db.drafts.filter(({ waiting }) => waiting !== undefined).toArray();
  return rows
    .flatMap((row) => readRow(WaitingSchema, row, { table: 'drafts', key: row.sessionId }, onUnreadableRow) ?? [])
    .toSorted((a, b) => a.waiting.at - b.waiting.at);
}

/** Lets the stored draft wait, if it still has this text. Resolves to whether it does. */
export async function saveWaiting(
  db: BatonDatabase,
  sessionId: string,
  text: string,
  waiting: WaitingSend,
): Promise<boolean> {
  return withStorageErrors(
    db.transaction('rw', db.drafts, async () => {
      const row = await db.drafts.get(sessionId);
      if (!row) throw new StorageError('missing', undefined, `draft of ${sessionId}`);
      if (row.text !== text) return false;
      await db.drafts.put({ ...row, waiting });
      return true;
    }),
  );
}

/** Makes it a draft like any other. Resolves to `false` if it was sent, changed or withdrawn meanwhile. */
export async function withdrawWaiting(db: BatonDatabase, sessionId: string, id: string): Promise<boolean> {
  return withStorageErrors(
    db.transaction('rw', db.drafts, async () => {
      const row = await db.drafts.get(sessionId);
      if (row?.waiting?.id !== id) return false;
      await db.drafts.put(withoutWaiting(row));
      return true;
    }),
  );
}

/** The same for whatever waits in these conversations. */
export async function withdrawAllWaiting(db: BatonDatabase, sessionIds: readonly string[]): Promise<void> {
  await withStorageErrors(
    db.transaction('rw', db.drafts, async () => {
      const rows = await db.drafts.bulkGet([...sessionIds]);
      await db.drafts.bulkPut(rows.flatMap((row) => (row?.waiting === undefined ? [] : withoutWaiting(row))));
    }),
  );
}

export function withoutWaiting({ waiting: _waiting, ...draft }: DraftRow): DraftRow {
  return draft;
}

/**
 * Takes a draft that waits for a message. The transaction that stores the message fails if the draft doesn't wait any
 * more: of several windows that send it, one does. `isGone` tells that from other failures.
 */
export function takeWaiting(
  db: BatonDatabase,
  { sessionId, waiting }: WaitingDraft,
): TakenDraft & { readonly isGone: boolean } {
  let isGone = false;
  return {
    get isGone() {
      return isGone;
    },
    async settle() {
      isGone = (await db.drafts.get(sessionId))?.waiting?.id !== waiting.id;
      if (isGone) throw new StorageError('missing', undefined, `waiting message ${waiting.id}`);
      await db.drafts.delete(sessionId);
    },
    unsettle: () => undefined,
    end: () => undefined,
  };
}
