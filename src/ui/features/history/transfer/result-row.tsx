import { formatRoute } from '#ui/shared/navigation/route.ts';
import css from './pick-row.module.css';

interface ResultRowProps {
  id: string;
  title: string;
  detail: string;
  /** It exists and can be opened. */
  here: boolean;
  tabIndex: 0 | -1;
}

/** A conversation and its result. */
export function ResultRow({ id, title, detail, here, tabIndex }: ResultRowProps) {
  return (
    <div className={css['row']} data-fixed={!here || undefined}>
      <span className={css['text']}>
        {here ? (
          <a className={css['title']} href={formatRoute({ name: 'session', id })} tabIndex={tabIndex}>
            {title}
          </a>
        ) : (
          <span className={css['title']}>{title}</span>
        )}
        <span className={css['detail']}>{detail}</span>
      </span>
    </div>
  );
}
