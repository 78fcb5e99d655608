import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import css from './path-name.module.css';

/** A path in one line. Its last name stays readable where there is no room. */
export function PathName({ path }: { path: string }) {
  const shown = visibleText(path).text;
  const name = /[^/\\]*[/\\]?$/.exec(shown)?.[0] ?? '';
  return (
    <bdi className={css['path']}>
      <span className={css['folder']}>{shown.slice(0, shown.length - name.length)}</span>
      <span className={css['name']}>{name}</span>
    </bdi>
  );
}

interface LineCountsProps {
  added: number;
  removed: number;
  /** There are more. */
  partial: boolean;
}

/** `+12 −3`, and in words for those who don't see it. */
export function LineCounts({ added, removed, partial }: LineCountsProps) {
  const t = useT('work');
  return (
    <span className={css['lines']}>
      <span className="visually-hidden">{t('report.lines', { added, removed })}</span>
      <span aria-hidden>
        {added > 0 && <span className={css['added']}>+{added}</span>}{' '}
        {removed > 0 && <span className={css['removed']}>−{removed}</span>}
        {partial && '…'}
      </span>
    </span>
  );
}
