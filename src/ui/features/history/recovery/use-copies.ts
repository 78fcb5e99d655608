import { useCallback, useEffect, useState } from 'react';
import type { Journal } from '#contract/journal.ts';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { journalProfile } from '#storage/journal-marks.ts';
import { useServices } from '#ui/data/services.ts';

const NONE: readonly Journal[] = [];

/** Whole histories in Baton's folder that no database of this browser continues, as of the last check. */
export function useCopies(): { copies: readonly Journal[]; refresh: () => Promise<void> } {
  const { rescue } = useServices().recovery;
  const { db, problems } = useServices();
  const [copies, setCopies] = useState(NONE);
  const refresh = useCallback(() => listCopies(rescue, db).then(setCopies, problems.add), [rescue, db, problems]);
  useEffect(() => void refresh(), [refresh]);
  return { copies, refresh };
}

async function listCopies(
  rescue: Pick<DatabaseRecovery, 'journals' | 'listRetained'>,
  db: BatonDatabase,
): Promise<readonly Journal[]> {
  const journals = await rescue.journals();
  if (journals.length === 0) return journals;
  const continued = new Set((await rescue.listRetained()).map(({ holds }) => holds?.journal)).add(
    await journalProfile(db),
  );
  return journals.filter(({ profile }) => !continued.has(profile));
}
