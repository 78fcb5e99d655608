import { useMemo, useState } from 'react';
import type { Origin } from '#core/vendor.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { createRowBuilder } from '#ui/features/conversation/rows/rows.ts';
import { shownMessages } from '#ui/features/conversation/rows/shown-messages.ts';
import { useUserMarks } from '#ui/features/conversation/scene/chat-context.ts';
import { useStepFolds } from './use-step-folds.ts';

/**
 * The messages that are not deleted (`shown`) as rows of the list: `all` of them, and `rows` with folded steps in one line. `reading`: the user is
 * further up, or inside.
 */
export function useMessageRows(messages: readonly StoredMessage[], fresh: Origin | null, reading: boolean) {
  const [build] = useState(createRowBuilder);
  const { deleted } = useUserMarks();
  const shown = useMemo(() => shownMessages(messages, deleted), [messages, deleted]);
  const all = useMemo(() => build(shown, fresh), [build, shown, fresh]);
  return { shown, all, ...useStepFolds(all, reading) };
}
