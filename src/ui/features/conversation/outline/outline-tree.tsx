import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';
import type { OutlineLine } from '#core/outline/outline-lines.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { OutlineRow } from './outline-row.tsx';
import type { OutlineLines } from './use-outline-lines.ts';
import { useOutlineKeys } from './use-outline-keys.ts';
import css from './outline.module.css';

interface OutlineTreeProps {
  id: string;
  ref: RefObject<HTMLDivElement | null>;
  outline: OutlineLines;
  onGoTo: (line: OutlineLine) => void;
}

const LINE = 30;
const PAGE = 10;

/** The lines as a tree. It has the focus itself and names the active line; only visible lines are in the document. */
export function OutlineTree({ id, ref, outline, onGoTo }: OutlineTreeProps) {
  const t = useT('outline');
  const { lines, active, folded, busy, dispatch } = outline;

  // oxlint-disable-next-line react/incompatible-library -- its functions are never passed to memoized children
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: lines.length,
    getScrollElement: () => ref.current,
    getItemKey: (index) => lines[index]?.id ?? index,
    estimateSize: () => LINE,
    overscan: 12,
  });
  // Scrolls to the current message once it is known; later only to the line that the keys select.
  const placed = useRef(false);
  useEffect(() => {
    if (placed.current || lines.length === 0) return;
    placed.current = true;
    virtualizer.scrollToIndex(active, { align: 'center' });
  }, [lines.length, active, virtualizer]);

  const onKeys = useOutlineKeys({
    lines,
    active,
    folded,
    busy,
    page: PAGE,
    onMove(index) {
      const line = lines[index];
      if (!line) return;
      dispatch({ kind: 'choose', id: line.id });
      virtualizer.scrollToIndex(index, { align: 'auto' });
    },
    onFold: (line, now) => dispatch({ kind: 'fold', id: line, folded: now }),
    onGoTo,
  });
  const activeLine = lines[active];
  return (
    <div
      ref={ref}
      id={id}
      className={css['tree']}
      role="tree"
      tabIndex={0}
      aria-label={t('tree')}
      aria-busy={busy}
      {...(activeLine && { 'aria-activedescendant': `${id}-${activeLine.id}` })}
      onKeyDown={onKeys}
    >
      <div className={css['sizer']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          return (
            line && (
              <OutlineRow
                key={key}
                id={`${id}-${line.id}`}
                line={line}
                index={index}
                top={start}
                outline={outline}
                onGoTo={onGoTo}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
