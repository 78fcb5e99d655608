import { useLiveQuery } from './use-live-query.ts';
import { trashDaysLeft, type TrashClock } from '#core/trash-clock.ts';
import type { SessionRow } from '#storage/rows.ts';
import { readTrashClock, readTrashDays, TRASH_DAYS, TRASH_DAYS_KEY } from '#storage/trash-repository.ts';
import { useSetting, type UseSetting } from './use-setting.ts';
import { useServices } from './services.ts';

/** How many days deleted conversations are kept; 0 means forever. */
export function useTrashDays(): UseSetting<number> {
  const [value, set] = useSetting(TRASH_DAYS_KEY, TRASH_DAYS);
  return [readTrashDays(value), set];
}

/** Days until a conversation in the trash is removed; `null` if it stays forever. */
export function useDaysLeft(): (session: Pick<SessionRow, 'id' | 'deletedAt'>) => number | null {
  const { db } = useServices();
  const [days] = useTrashDays();
  const clock: TrashClock | null = useLiveQuery(() => readTrashClock(db), [db]) ?? null;
  return (session) => (days === 0 ? null : trashDaysLeft(clock, session, days));
}
