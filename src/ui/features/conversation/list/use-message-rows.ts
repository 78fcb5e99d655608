import { useMemo, useState } from 'react';
import type { Origin } from '#core/vendor.ts';
import type { SessionHistoryState } from '#state/session-history.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { createRowBuilder } from '#ui/features/conversation/rows/rows.ts';
import { shownMessages } from '#ui/features/conversation/rows/shown-messages.ts';
import { useUserMarks } from '#ui/features/conversation/scene/chat-context.ts';
import { useStepFolds } from './use-step-folds.ts';

/**
 * The loaded messages that are not deleted (`shown`) as rows of the list: `all` of them, and `rows` with folded steps in
 * one line. `reading`: the user is further up, or inside.
 */
export function useMessageRows(
  { messages, gap }: Pick<SessionHistoryState, 'messages' | 'gap'>,
  fresh: Origin | null,
  reading: boolean,
) {
  const [build] = useState(createRowBuilder);
  const { deleted } = useUserMarks();
  const [before, after] = useMemo((): [readonly StoredMessage[], readonly StoredMessage[]] => {
    const at = gap === null ? 0 : messages.findIndex(({ id }) => id === gap);
    if (at <= 0) return [[], shownMessages(messages, deleted)];
    return [shownMessages(messages.slice(0, at), deleted), shownMessages(messages.slice(at), deleted)];
  }, [messages, gap, deleted]);
  const shown = useMemo(() => (before.length > 0 ? [...before, ...after] : after), [before, after]);
  const all = useMemo(() => build(after, fresh, before), [build, after, fresh, before]);
  return { shown, all, ...useStepFolds(all, reading) };
}
