import type { ReactNode } from 'react';
import type { UsageSum } from '#core/usage-statistics.ts';
import { formatCost } from '#ui/kit/text/usage-text.ts';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { about } from './about.ts';
import { measureOf, type Measure } from './measures.ts';
import css from './usage-table.module.css';

export interface UsageTableRow {
  key: string;
  name: ReactNode;
  sum: UsageSum;
}

interface UsageTableProps {
  label: string;
  /** Heading of the first column. */
  what: string;
  rows: readonly UsageTableRow[];
  /** The value whose share the bar behind each name shows. */
  measure?: Measure;
}

export function UsageTable({ label, what, rows, measure }: UsageTableProps) {
  const t = useT('usage');
  const most = measure ? Math.max(...rows.map(({ sum }) => measureOf[measure](sum))) : 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to be reachable by keys
    <div className={css['scroller']} tabIndex={0} role="group" aria-label={label}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col">{t('answers')}</th>
            <th scope="col">{t('input')}</th>
            <th scope="col">{t('output')}</th>
            <th scope="col">{t('cost')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, sum }) => (
            <tr key={key}>
              <th scope="row">
                {measure && most > 0 && (
                  <span className={css['share']} style={{ inlineSize: `${(measureOf[measure](sum) / most) * 100}%` }} />
                )}
                <span className={css['name']}>{name}</span>
              </th>
              <td>{sum.answers}</td>
              <td>{formatTokens(sum.input)}</td>
              <td>{about(sum) + formatTokens(sum.output)}</td>
              <td>{sum.unpriced === sum.answers ? t('noPrice') : about(sum) + formatCost(sum.cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
