import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { Citation } from '#core/passage.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useMessageMarks } from '#ui/features/conversation/scene/chat-context.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { CitationContext } from '#ui/shared/markdown/citation-context.ts';
import { turnCitations, type CitationsByNumber } from './turn-citations.ts';

const PassageDialog = lazyPart(async () => (await import('./passage-dialog.tsx')).PassageDialog);

interface TurnCitations {
  byAnswer: ReadonlyMap<string, CitationsByNumber>;
  open: (citation: Citation) => void;
}

const TurnCitationsContext = createContext<TurnCitations | null>(null);

/** Provides the passages that answers may cite, and the dialog that shows one. */
export function Citations({ messages, children }: { messages: readonly StoredMessage[]; children: ReactNode }) {
  const { contextFiles } = useMessageMarks();
  const [shown, open] = useState<Citation | null>(null);
  const value = useMemo(
    () => ({ byAnswer: turnCitations(messages, (id) => contextFiles.get(id) ?? []), open }),
    [messages, contextFiles],
  );
  return (
    <TurnCitationsContext value={value}>
      {children}
      {shown && <PassageDialog citation={shown} onClose={() => open(null)} />}
    </TurnCitationsContext>
  );
}

/** Makes the citations in an answer's texts links. */
export function AnswerCitations({ messageId, children }: { messageId: string; children: ReactNode }) {
  const t = useT('projects');
  const turn = use(TurnCitationsContext);
  const given = turn?.byAnswer.get(messageId);
  const links = useMemo(() => {
    if (!turn || !given) return null;
    return {
      nameOf: (number: number) => {
        const source = given.get(number)?.source;
        return source === undefined ? null : t('passage', { number, source });
      },
      open: (number: number) => {
        const citation = given.get(number);
        if (citation) turn.open(citation);
      },
    };
  }, [turn, given, t]);
  return <CitationContext value={links}>{children}</CitationContext>;
}
