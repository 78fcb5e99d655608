import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { Citation } from '#core/passage.ts';
import type { WebSource } from '#core/web-results.ts';
import { WEB_SERVER } from '#core/web-tools.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useUserMarks } from '#ui/features/conversation/scene/chat-context.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { CitationContext } from '#ui/shared/markdown/citation-context.ts';
import { turnCitations, type CitationsByNumber } from './turn-citations.ts';

const PassageDialog = lazyPart(async () => (await import('./passage-dialog.tsx')).PassageDialog);

const CitedSources = lazyPart(async () => (await import('./cited-sources.tsx')).CitedSources);
const webSources = lazyModule(() => import('./web-sources.ts'));

interface TurnCitations {
  byAnswer: ReadonlyMap<string, CitationsByNumber>;
  /** Pages that the model was given before an answer. */
  sourcesOf: ((messageId: string) => readonly WebSource[]) | null;
  open: (citation: Citation) => void;
}

const isWebResult = ({ role, parts }: StoredMessage): boolean =>
  role === 'tool' && parts.some((part) => part.type === 'tool_result' && part.name?.startsWith(WEB_SERVER));

const TurnCitationsContext = createContext<TurnCitations | null>(null);

/** Provides the passages that answers may cite, and the dialog that shows one. */
export function Citations({ messages, children }: { messages: readonly StoredMessage[]; children: ReactNode }) {
  const { contextFiles } = useUserMarks();
  const [shown, open] = useState<Citation | null>(null);
  const web = useLazyModule(webSources, messages.some(isWebResult));
  const byAnswer = useMemo(() => turnCitations(messages, (id) => contextFiles.get(id) ?? []), [messages, contextFiles]);
  const sourcesOf = useMemo(() => web && web.readSources(messages), [messages, web]);
  // Where nothing is cited, one more message changes nothing.
  const value = useMemo(() => ({ byAnswer, sourcesOf, open }), [byAnswer, sourcesOf]);
  return (
    <TurnCitationsContext value={value}>
      {children}
      {shown && <PassageDialog citation={shown} onClose={() => open(null)} />}
    </TurnCitationsContext>
  );
}

const NO_SOURCES: readonly WebSource[] = [];

/** Kinds of blocks in which vendors name their sources. */
const CITING: ReadonlySet<string> = new Set(['citations', 'annotations', 'groundingMetadata']);

interface AnswerCitationsProps {
  messageId: string;
  parts: readonly { type: string; text?: string; kind?: string }[];
  /** It still grows. */
  live: boolean;
  children: ReactNode;
}

/** Makes the citations in an answer's texts links, and lists the pages that it links to below it. */
export function AnswerCitations({ messageId, parts, live, children }: AnswerCitationsProps) {
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
  const sources = (live ? undefined : turn?.sourcesOf?.(messageId)) ?? NO_SOURCES;
  const cites = !live && parts.some(({ kind }) => kind !== undefined && CITING.has(kind));
  return (
    <CitationContext value={links}>
      {children}
      {(cites || sources.length > 0) && <CitedSources parts={parts} sources={sources} />}
    </CitationContext>
  );
}
