import { useMemo, useState } from 'react';
import type { Origin } from '#core/vendor.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { createRowBuilder } from '#ui/features/conversation/rows/rows.ts';
import { useStepFolds } from './use-step-folds.ts';

/**
 * The messages as rows of the list: `all` of them, and `rows` with folded steps in one line. `reading`: the user is
 * further up, or inside.
 */
export function useMessageRows(messages: readonly StoredMessage[], fresh: Origin | null, reading: boolean) {
  const [build] = useState(createRowBuilder);
  const all = useMemo(() => build(messages, fresh), [build, messages, fresh]);
  return { all, ...useStepFolds(all, reading) };
}
