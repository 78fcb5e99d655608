import { useEffect, useRef, useState } from 'react';
import { joinSplitTexts } from '#core/split-texts.ts';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useStreamingAnswer } from '#ui/data/use-streaming-answer.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useSessionHistory } from '#ui/data/session-history-context.tsx';
import { useRunEnd } from '#ui/features/conversation/agent/use-agent.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import type { createReader } from './create-reader.ts';
import { completeSentences, shortenAnnouncement } from './sentences.ts';

/** Often enough to follow, but rare enough to be read to the end. */
const EVERY_MS = 4000;

async function loadReader(names: Parameters<typeof createReader>[0]) {
  const { createReader } = await import('./create-reader.ts');
  return createReader(names);
}

const textOf = (run: StreamingAnswer): string =>
  joinSplitTexts(run.parts)
    .flatMap((part) => ((part.type === 'text' || part.type === 'refusal') && part.text !== '' ? [part.text] : []))
    .join('\n');

/**
 * Announces an answer to screen readers: its start, complete sentences as they arrive, its end. Never letter by letter.
 */
export function LiveAnnouncer({ model }: { model: string }) {
  const t = useT('chat');
  const { sessionId } = useChatScene();
  const { messages } = useSessionHistory();
  const run = useStreamingAnswer(sessionId);
  const [announced, setAnnounced] = useState('');
  const latest = useRef<StreamingAnswer | null>(null);
  const ended = useRef<string | null>(null);
  const at = useRef(0);
  useEffect(() => {
    latest.current = run;
  }, [run]);

  const runId = run?.messageId ?? null;
  useEffect(() => {
    if (runId === null) return undefined;
    at.current = 0;
    ended.current = runId;
    setAnnounced(t('announce.started', { model }));
    const names = { code: t('announce.code'), table: t('announce.table'), formula: t('announce.formula') };
    const reader = loadReader(names);
    const timer = setInterval(() => void announceProgress(), EVERY_MS);
    const announceProgress = async () => {
      const read = await reader;
      if (!latest.current) return;
      const text = read(textOf(latest.current));
      const next = completeSentences(text, at.current);
      at.current = next.end;
      const shortened = shortenAnnouncement(next.text.trim());
      if (shortened !== '') setAnnounced(shortened);
    };
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- announces the name of the model once, at the start
  }, [runId, t]);

  const last = messages.at(-1);
  useEffect(() => {
    if (!last || last.status === 'streaming' || ended.current !== last.id) return;
    ended.current = null;
    // It goes on with its calls. A question about one announces itself.
    if (last.stop === 'tool') return;
    setAnnounced(t(endOf(last)));
  }, [last, t]);

  // A run that is stopped during a call has no answer that ends with it.
  const end = useRunEnd(sessionId);
  const [earlier] = useState(end);
  useEffect(() => {
    if (end === earlier || end?.reason?.kind !== 'cancelled') return;
    setAnnounced(t(end.reason.by === 'window' ? 'state.takenOver' : 'announce.stopped'));
  }, [end, earlier, t]);

  return (
    <output className="visually-hidden" aria-live="polite" data-announcer>
      {announced}
    </output>
  );
}

/** The text that says how an answer ended. */
function endOf({ error, status, stop }: StoredMessage) {
  if (error) return 'announce.failed';
  if (status === 'interrupted') return 'state.takenOver';
  if (stop === 'aborted') return 'announce.stopped';
  return stop === 'length' ? 'announce.cut' : 'announce.finished';
}
