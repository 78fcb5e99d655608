import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { parseQuery, type SearchQuery } from '#search/search-query.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useSession } from '#ui/data/use-session.ts';
import { useSearch } from '#ui/data/use-search.ts';
import css from './find-bar.module.css';

export interface FindBarHandle {
  focus(): void;
}

interface FindBarProps {
  sessionId: string;
  text: string;
  /** The message shown now, where the search continues. */
  from: string | null;
  onText: (text: string) => void;
  onGoTo: (messageId: string) => void;
  onClose: () => void;
  ref: Ref<FindBarHandle>;
}

/** Enough for any conversation that a user steps through. */
const MAX_COUNT = 5_000;
const LIMITS = { perSession: MAX_COUNT, inAll: MAX_COUNT };

/** Finds words in the shown path of a conversation, including messages that aren't rendered. */
export function FindBar({ sessionId, text, from, onText, onGoTo, onClose, ref }: FindBarProps) {
  const t = useT('search');
  const leaf = useSession(sessionId)?.leafId ?? null;
  const field = useRef<HTMLInputElement>(null);
  const query = useMemo<SearchQuery | null>(() => {
    const { terms, filters } = parseQuery(text);
    return leaf === null ? null : { terms, filters: { ...filters, session: sessionId, leaf } };
  }, [text, sessionId, leaf]);
  const { sessions, busy, error } = useSearch(query, LIMITS);
  // Oldest first, as in the conversation.
  const hits = useMemo(() => (sessions[0]?.hits ?? []).toReversed(), [sessions]);
  const asks = query !== null && (query.terms.length > 0 || text.trim() !== '');
  const [at, setAt] = useState<string | null>(from);
  const place = hits.findIndex(({ message }) => message === at);

  useImperativeHandle(ref, () => ({ focus: () => field.current?.select() }));
  // After a search the focus stays on the messages. When opened directly, the bar takes it.
  const [typesFirst] = useState(from === null);
  useEffect(() => {
    if (typesFirst) field.current?.select();
  }, [typesFirst]);

  const step = (by: 1 | -1) => {
    if (hits.length === 0) return;
    // Starts at the newest match, which is closest to where a conversation is read.
    const next = place < 0 ? hits.length - 1 : (place + by + hits.length) % hits.length;
    const message = hits[next]?.message;
    if (message === undefined) return;
    setAt(message);
    onGoTo(message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyF') {
      // A second press opens the browser's own search.
      event.stopPropagation();
      return;
    }
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter') step(event.shiftKey ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const count = error
    ? t('failed')
    : !asks || busy
      ? ''
      : hits.length === 0
        ? t('find.none')
        : place < 0
          ? t('count.messages', { count: hits.length })
          : t('find.place', { place: place + 1, count: hits.length });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter and Escape also work on its buttons
    <div role="search" className={css['bar']} onKeyDown={onKeyDown}>
      <input
        ref={field}
        type="search"
        value={text}
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setAt(null);
          onText(event.target.value);
        }}
      />
      <output className={css['count']} aria-live="polite">
        {count}
      </output>
      <IconButton
        small
        label={t('find.previous')}
        icon={<ChevronUp />}
        disabled={hits.length === 0}
        onClick={() => step(-1)}
      />
      <IconButton
        small
        label={t('find.next')}
        icon={<ChevronDown />}
        disabled={hits.length === 0}
        onClick={() => step(1)}
      />
      <IconButton small label={t('find.close')} icon={<X />} onClick={onClose} />
    </div>
  );
}
