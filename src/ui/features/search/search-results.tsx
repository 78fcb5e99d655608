import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useState, type RefObject } from 'react';
import type { SessionHits } from '#search/search-history.ts';
import { SearchGroup } from './search-group.tsx';
import css from './search-results.module.css';

interface SearchResultsProps {
  groups: readonly SessionHits[];
  terms: readonly string[];
  /** The conversation whose other hits are being read. */
  busyId: string | null;
  scroller: RefObject<HTMLElement | null>;
  onAll: (id: string) => void;
}

/** Estimated heights (px) before a group is rendered. */
const TITLE_PX = 56;
const HIT_PX = 72;

/** The hits by conversation. Only the visible conversations are in the document, so thousands cost nothing. */
export function SearchResults({ groups, terms, busyId, scroller, onAll }: SearchResultsProps) {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const focused = groups.findIndex(({ id }) => id === focusedId);
  // oxlint-disable-next-line react/incompatible-library -- its functions are never memoized
  const virtual = useVirtualizer({
    count: groups.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => TITLE_PX + HIT_PX * (groups[index]?.hits.length ?? 0),
    getItemKey: (index) => groups[index]?.id ?? index,
    overscan: 4,
    // What has the focus stays in the document while the list scrolls past it.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return focused < 0 || visible.includes(focused) ? visible : [...visible, focused].sort((a, b) => a - b);
    },
  });
  return (
    <div
      className={css['sizer']}
      style={{ height: virtual.getTotalSize() }}
      onFocus={(event) => setFocusedId(event.target.closest('[data-group]')?.getAttribute('data-group') ?? null)}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const group = groups[index];
        return (
          group && (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-group={group.id}
              className={css['place']}
              style={{ transform: `translateY(${start}px)` }}
            >
              <SearchGroup group={group} terms={terms} busy={group.id === busyId} onAll={() => onAll(group.id)} />
            </div>
          )
        );
      })}
    </div>
  );
}
