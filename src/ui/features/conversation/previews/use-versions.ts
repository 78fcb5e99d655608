import { useMemo, useState } from 'react';
import { useLiveAnswer } from '#ui/data/use-live-answer.ts';
import { shownMessages } from '#ui/features/conversation/rows/shown-messages.ts';
import { useUserMarks } from '#ui/features/conversation/scene/chat-context.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { findDocuments, locate, type PreviewVersion, versionsOf } from './find-versions.ts';
import type { PreviewSubject } from './preview-subject.ts';

export interface Versions {
  shown: PreviewVersion;
  /** The one before it; `null` for the first. */
  before: PreviewVersion | null;
  /** Counted from 1. */
  number: number;
  count: number;
  step: (by: -1 | 1) => void;
}

/** The versions of a document in the conversation. Whoever looks at the last one goes along to the next. */
export function useVersions(subject: PreviewSubject): Versions {
  const { session, messages: path } = useConversation();
  const { deleted } = useUserMarks();
  const messages = useMemo(() => shownMessages(path, deleted), [path, deleted]);
  const last = messages.at(-1);
  const live = useLiveAnswer(session.id, last?.id ?? '');
  const all = useMemo(
    () => findDocuments(live && last ? [...messages.slice(0, -1), { id: last.id, parts: live.parts }] : messages),
    [messages, live, last],
  );
  const [place, setPlace] = useState(() => {
    const first = locate(all, subject);
    return { first, id: first.id, follow: versionsOf(all, first).at(-1)?.id === first.id };
  });
  const chosen = all.find(({ id }) => id === place.id) ?? place.first;
  const versions = chosen.id === '' ? [chosen] : versionsOf(all, chosen);
  const shown = (place.follow ? versions.at(-1) : chosen) ?? chosen;
  const at = versions.indexOf(shown);
  return {
    shown,
    before: versions[at - 1] ?? null,
    number: at + 1,
    count: versions.length,
    step(by) {
      const next = versions[at + by];
      if (next) setPlace({ ...place, id: next.id, follow: next === versions.at(-1) });
    },
  };
}
