import { useVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import type { TextRows } from './text-rows.ts';
import css from './output.module.css';

/** Above about 16 million pixels, browsers no longer render an element at its full height. */
const MAX_ROWS = 500_000;
const OVERSCAN = 12;

export interface OutputRowsHandle {
  show(offset: number): void;
}

interface OutputRowsProps {
  rows: TextRows;
  mark: { at: number; length: number } | null;
  ref: Ref<OutputRowsHandle>;
}

/** Renders the visible rows, all of one height. A text with more rows than an element can hold is split into parts. */
export function OutputRows({ rows, mark, ref }: OutputRowsProps) {
  const t = useT('agent');
  const scroller = useRef<HTMLDivElement>(null);
  const [part, setPart] = useState(0);
  const [height] = useState(() => 1.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const first = part * MAX_ROWS;
  const parts = Math.ceil(rows.count / MAX_ROWS);
  // oxlint-disable-next-line react/incompatible-library -- its functions are never passed to memoized children
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: Math.min(MAX_ROWS, rows.count - first),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
  });
  const open = (next: number) => {
    setPart(next);
    scroller.current?.scrollTo({ top: 0 });
  };
  useImperativeHandle(ref, () => ({
    show(offset) {
      const index = rows.rowAt(offset);
      const at = Math.floor(index / MAX_ROWS);
      if (at !== part) setPart(at);
      requestAnimationFrame(() => virtualizer.scrollToIndex(index - at * MAX_ROWS, { align: 'center' }));
    },
  }));
  const digits = String(rows.lines).length;

  return (
    <>
      {parts > 1 && (
        <div className={css['parts']}>
          <Button small disabled={part === 0} onClick={() => open(part - 1)}>
            {t('output.partBefore')}
          </Button>
          <span>{t('output.part', { part: part + 1, all: parts })}</span>
          <Button small disabled={part === parts - 1} onClick={() => open(part + 1)}>
            {t('output.partAfter')}
          </Button>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div ref={scroller} className={css['scroller']} role="group" aria-label={t('output.text')} tabIndex={0}>
        <div className={css['sizer']} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const { start, end, line, continues } = rows.row(first + item.index);
            const inside = mark && mark.at < end && mark.at + mark.length > start ? mark : null;
            return (
              <div key={item.key} className={css['row']} style={{ transform: `translateY(${item.start}px)` }}>
                <span className={css['number']} style={{ width: `${digits}ch` }} aria-hidden>
                  {continues ? '' : line}
                </span>
                <Row text={rows.text.slice(start, end)} from={(inside?.at ?? 0) - start} length={inside?.length ?? 0} />
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

function Row({ text, from, length }: { text: string; from: number; length: number }) {
  const shown = (piece: string) => visibleText(piece).text;
  if (length === 0) return <code>{shown(text)}</code>;
  const [start, end] = [Math.max(0, from), from + length];
  return (
    <code>
      {shown(text.slice(0, start))}
      <mark>{shown(text.slice(start, end))}</mark>
      {shown(text.slice(end))}
    </code>
  );
}
