import { useCallback, useEffect, useState } from 'react';
import type { Journal } from '#contract/journal.ts';
import { journalProfile } from '#storage/journal-marks.ts';
import { usePageData } from '#ui/data/page-data.ts';
import { useDatabaseRecovery } from './database-recovery-context.ts';

const NONE: readonly Journal[] = [];

/** Whole histories in Baton's folder beside the journal of the database in use, as they were at the last look. */
export function useCopies(): { copies: readonly Journal[]; look: () => Promise<void> } {
  const { rescue } = useDatabaseRecovery();
  const { db, problems } = usePageData();
  const [copies, setCopies] = useState(NONE);
  const look = useCallback(async () => {
    try {
      const journals = await rescue.journals();
      const own = journals.length === 0 ? null : await journalProfile(db);
      setCopies(journals.filter(({ profile }) => profile !== own));
    } catch (error) {
      problems.add(error);
    }
  }, [rescue, db, problems]);
  useEffect(() => void look(), [look]);
  return { copies, look };
}
