import { z } from 'zod/mini';
import { tickTrash, trashDaysLeft, type TrashClock } from '#core/trash-clock.ts';
import type { BatonDatabase } from './database.ts';
import { withStorageErrors } from './with-storage-errors.ts';

const CLOCK_KEY = 'trash.clock';
/** Days that deleted conversations stay in the trash; 0 for no limit. */
export const TRASH_DAYS_KEY = 'trash.days';
export const TRASH_DAYS = 30;

const ClockSchema: z.ZodMiniType<TrashClock> = z.object({
  at: z.number(),
  age: z.number().check(z.nonnegative()),
  since: z.record(z.string(), z.object({ deletedAt: z.number(), age: z.number() })),
});

/** `null` before the first check, or if it is unreadable. Then the count starts again. */
export async function readTrashClock(db: BatonDatabase): Promise<TrashClock | null> {
  const parsed = ClockSchema.safeParse((await db.settings.get(CLOCK_KEY))?.value);
  return parsed.success ? parsed.data : null;
}

/** An invalid value becomes the default, because a damaged setting must not delete conversations. */
export const readTrashDays = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : TRASH_DAYS;

export interface ExpiredSession {
  id: string;
  deletedAt: number;
}

export interface Expired {
  sessions: ExpiredSession[];
  /** Ids of projects. */
  folders: string[];
}

/**
 * Counts the time since the last check. Returns what has expired, oldest conversation first. Checks of several windows
 * at the same time count once.
 */
export async function advanceTrashClock(db: BatonDatabase, now: number): Promise<Expired> {
  return withStorageErrors(
    db.transaction('rw', db.settings, db.sessions, db.folders, async () => {
      const days = readTrashDays((await db.settings.get(TRASH_DAYS_KEY))?.value);
      const rows = await db.sessions.where('deletedAt').above(0).toArray();
      const folders = (await db.folders.toArray()).flatMap(({ id, deletedAt }) =>
        deletedAt === undefined ? [] : [{ id, deletedAt }],
      );
      const clock = tickTrash(await readTrashClock(db), now, [...rows, ...folders], days > 0);
      await db.settings.put({ key: CLOCK_KEY, value: clock });
      if (days === 0) return { sessions: [], folders: [] };
      const isOver = (row: ExpiredSession): boolean => trashDaysLeft(clock, row, days) === 0;
      const ids = new Set(rows.map(({ id }) => id));
      const sessions = rows
        .filter(isOver)
        // Tasks are removed with their conversation.
        .filter(({ task }) => !task?.above.some((id) => ids.has(id)))
        .map(({ id, deletedAt }) => ({ id, deletedAt }))
        .toSorted((a, b) => a.deletedAt - b.deletedAt);
      return { sessions, folders: folders.filter(isOver).map(({ id }) => id) };
    }),
  );
}
