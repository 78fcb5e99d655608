/* oxlint-disable react/no-array-index-key -- cells are identified by their position */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { readCsv } from './read-csv.ts';
import css from './previews.module.css';

const OVERSCAN = 20;
/** Further columns aren't drawn. */
const MAX_COLUMNS = 200;
/** A longer cell is cut off; the code shows it whole. */
const MAX_CELL = 500;

const shown = (cell: string) => visibleText(cell.slice(0, MAX_CELL)).text;

/** A table of any length. Only the rows in view are drawn. */
export function CsvTable({ text, label }: { text: string; label: string }) {
  const t = useT('previews');
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => readCsv(text), [text]);
  const [height] = useState(() => 1.875 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const [head = [], ...body] = rows;
  // A title above the table has fewer cells than its rows.
  const all = useMemo(() => rows.reduce((most, { length }) => Math.max(most, length), 0), [rows]);
  const columns = Math.min(MAX_COLUMNS, all);
  // oxlint-disable-next-line react/incompatible-library -- its functions are never passed to memoized children
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <>
      <p className={css['hint']}>{t('csv.size', { rows: body.length, columns: all })}</p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div ref={scroller} className={css['table']} role="group" aria-label={label} tabIndex={0}>
        <table aria-rowcount={rows.length}>
          <thead>
            <tr aria-rowindex={1}>
              {Array.from({ length: columns }, (_, column) => (
                <th key={column} scope="col">
                  {shown(head[column] ?? '')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Space height={before} />
            {items.map(({ index }) => (
              <tr key={index} aria-rowindex={index + 2} style={{ height }}>
                {Array.from({ length: columns }, (_, column) => (
                  <td key={column}>{shown(body[index]?.[column] ?? '')}</td>
                ))}
              </tr>
            ))}
            <Space height={after} />
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Takes the room of rows that aren't drawn. */
const Space = ({ height }: { height: number }) => (height > 0 ? <tr aria-hidden style={{ height }} /> : null);
