import { useCallback, useEffect, useState } from 'react';
import type { MessageHit, SessionHits } from '#search/search-history.ts';
import { SearchGroup } from './search-group.tsx';
import css from './search-results.module.css';

const AT = Date.UTC(2020, 1, 2);
const HIT: MessageHit = {
  message: 'a',
  role: 'user',
  at: AT,
  field: 'text',
  snippet: { text: 'a b', marks: [[0, 1]], cutBefore: true, cutAfter: true },
};
const GROUP: SessionHits = {
  id: 'a',
  title: 'a',
  updatedAt: AT,
  pinned: false,
  archived: false,
  deleted: false,
  titleMarks: [[0, 1]],
  hits: [HIT, { ...HIT, message: 'b', role: 'assistant', origin: { vendor: 'anthropic', model: 'a' } }],
  total: 3,
};
const NO_TERMS: readonly string[] = [];
const nothing = () => undefined;

/**
 * Lays out hits once when the page is idle, and removes them before anything of them is painted. The first real hit then
 * finds its formats, fonts and code ready.
 */
export function SampleGroup() {
  const [there, setThere] = useState(false);
  useEffect(() => {
    const handle = requestIdleCallback(() => setThere(true));
    return () => cancelIdleCallback(handle);
  }, []);
  const layOut = useCallback((place: HTMLElement | null) => {
    if (!place) return;
    place.getBoundingClientRect();
    setThere(false);
  }, []);
  if (!there) return null;
  return (
    <div ref={layOut} className={css['sample']} aria-hidden inert>
      <SearchGroup group={GROUP} terms={NO_TERMS} busy={false} onAll={nothing} />
    </div>
  );
}
