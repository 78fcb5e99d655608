import { useMemo, type ReactNode } from 'react';
import type { SessionSettings } from '#storage/rows.ts';
import { useSessionHistory } from '#ui/data/session-history-context.tsx';
import { useNewestSend } from '#ui/data/use-sends.ts';
import { useContextMeasure } from '#ui/features/conversation/context/use-context-measure.ts';
import { MessageMarksContext } from '#ui/features/conversation/scene/chat-context.ts';
import { ContextMeasureContext, NewestSendContext } from '#ui/features/conversation/scene/conversation-context.ts';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';

const noteReader = lazyModule(() => import('#ui/features/conversation/inspector/read-notes.ts'));

/** Provides what is known of the newest request and of the next one. When it changes, only what shows it renders again. */
export function RequestFactsProvider({ session, children }: { session: SessionSettings; children: ReactNode }) {
  const { messages } = useSessionHistory();
  const send = useNewestSend(messages);
  const measure = useContextMeasure(session, messages.at(-1));
  // Most requests leave every message as it is.
  const reader = useLazyModule(noteReader, (send?.notes.length ?? 0) > 0);
  const changes = useMemo(() => {
    const notes = send && reader?.notesByMessage(send.notes);
    return send && notes && notes.size > 0 ? { send, notes } : null;
  }, [send, reader]);
  const omitted = useMemo(
    () =>
      measure && measure.gaps.length > 0
        ? { measure, gaps: new Map(measure.gaps.map((gap) => [gap.before, gap])) }
        : null,
    [measure],
  );
  const marks = useMemo(() => ({ changes, omitted }), [changes, omitted]);
  return (
    <NewestSendContext value={send}>
      <ContextMeasureContext value={measure}>
        <MessageMarksContext value={marks}>{children}</MessageMarksContext>
      </ContextMeasureContext>
    </NewestSendContext>
  );
}
