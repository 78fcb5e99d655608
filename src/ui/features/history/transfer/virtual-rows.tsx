import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import css from './virtual-rows.module.css';

interface VirtualRowsProps<T> {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Renders a row. Its focusable element gets this `tabIndex`. */
  renderRow: (item: T, tabIndex: 0 | -1) => ReactNode;
}

/** Estimated height (px) before a row is rendered. */
const ROW_PX = 52;
const PAGE = 8;

/**
 * Thousands of rows, of which only the visible ones are in the document. Arrow keys move between them; Tab stops once.
 */
export function VirtualRows<T>({ label, items, keyOf, renderRow }: VirtualRowsProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const requested = useRef<string | null>(null);
  const found = items.findIndex((item) => keyOf(item) === active);
  const stop = Math.max(0, found);
  // oxlint-disable-next-line react/incompatible-library -- its functions are never memoized
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 6,
    // The focused row stays in the document while the list scrolls past it.
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return visible.includes(stop) || stop >= range.count ? visible : [...visible, stop].sort((a, b) => a - b);
    },
  });

  useLayoutEffect(() => {
    if (requested.current === null) return;
    const place = scroller.current?.querySelector(`[data-row="${CSS.escape(requested.current)}"]`);
    const target = place?.querySelector<HTMLElement>('input, a, button');
    if (!target) return;
    requested.current = null;
    target.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const last = items.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: stop + 1,
      ArrowUp: stop - 1,
      PageDown: stop + PAGE,
      PageUp: stop - PAGE,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = Math.min(last, Math.max(0, to));
    const item = items[index];
    if (item === undefined) return;
    requested.current = keyOf(item);
    setActive(keyOf(item));
    virtual.scrollToIndex(index);
  };

  return (
    <div ref={scroller} className={css['scroller']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move through its rows */}
      <ul
        aria-label={label}
        className={css['list']}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const key = event.target.closest('[data-row]')?.getAttribute('data-row');
          if (key) setActive(key);
        }}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-row={keyOf(item)}
              className={css['row']}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              {renderRow(item, index === stop ? 0 : -1)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
