import { useEffect, useState } from 'react';
import type { Journal } from '#contract/journal.ts';
import { journalProfile } from '#storage/journal-marks.ts';
import { usePageData } from '#ui/data/page-data.ts';
import { useRescue } from './rescue-context.ts';

const NONE: readonly Journal[] = [];

/** Copies in Baton's folder that are not of the history in use, as after lost conversations were left there. */
export function useLeftJournals(): readonly Journal[] {
  const { rescue } = useRescue();
  const { db } = usePageData();
  const [left, setLeft] = useState(NONE);
  useEffect(() => {
    let shown = true;
    const look = async () => {
      const [all, own] = [await rescue.journals(), await journalProfile(db)];
      if (shown) setLeft(all.filter(({ profile }) => profile !== own));
    };
    // Other parts of the page say that the host does not answer.
    look().catch(() => undefined);
    return () => {
      shown = false;
    };
  }, [rescue, db]);
  return left;
}
