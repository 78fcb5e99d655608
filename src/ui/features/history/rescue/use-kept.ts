import { useCallback, useEffect, useState } from 'react';
import type { KeptHistory } from '#history/rescue/kept-histories.ts';
import { usePageData } from '#ui/data/page-data.ts';
import { useRescue } from './rescue-context.ts';

const NONE: readonly KeptHistory[] = [];

/** Histories beside the one in use, as they were when somebody last looked. */
export function useKept(): { kept: readonly KeptHistory[]; look: () => Promise<void> } {
  const { rescue } = useRescue();
  const { problems } = usePageData();
  const [kept, setKept] = useState(NONE);
  const look = useCallback(() => rescue.kept().then(setKept, problems.add), [rescue, problems]);
  useEffect(() => void look(), [look]);
  return { kept, look };
}
