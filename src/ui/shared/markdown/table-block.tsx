/* oxlint-disable react/no-array-index-key -- the nodes of a text are identified by their position */
import { FileSpreadsheet, Copy } from 'lucide-react';
import { memo } from 'react';
import { iconButtonClass } from '#ui/kit/controls/button.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { Block } from '#markdown/ast.ts';
import { Inlines } from './inlines.tsx';
import { ScrollGroup } from './scroll-group.tsx';
import { tableToCsv } from './table-text.ts';
import css from './markdown.module.css';

type Table = Extract<Block, { type: 'table' }>;

/** Scrolls sideways on its own. Can be copied as the original Markdown or as CSV. */
export const TableBlock = memo(function TableBlock({ table }: { table: Table }) {
  const t = useT('chat');
  const copy = useCopy();
  const alignOf = (column: number) => {
    const align = table.align[column];
    return align ? { textAlign: align } : undefined;
  };
  return (
    <div className={css['table']}>
      <ScrollGroup className={css['tableScroll']} label={t('table.region')}>
        <table>
          <thead>
            <tr>
              {table.head.map((cell, column) => (
                <th key={column} scope="col" style={alignOf(column)}>
                  <Inlines nodes={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column} style={alignOf(column)}>
                    <Inlines nodes={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollGroup>
      <div className={css['tableTools']}>
        <button
          type="button"
          className={iconButtonClass(true)}
          aria-label={t('table.copyMarkdown')}
          title={t('table.copyMarkdown')}
          onClick={() => void copy(table.raw.trim())}
        >
          <Copy aria-hidden />
        </button>
        <button
          type="button"
          className={iconButtonClass(true)}
          aria-label={t('table.copyCsv')}
          title={t('table.copyCsv')}
          onClick={() => void copy(tableToCsv(table))}
        >
          <FileSpreadsheet aria-hidden />
        </button>
      </div>
    </div>
  );
});
