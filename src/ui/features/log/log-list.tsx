import { useEffect, useRef } from 'react';
import { formatMoment, SECONDS } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import type { ShownLine } from './filter-lines.ts';
import css from './log-list.module.css';

const CLOCK = { ...SECONDS, fractionalSecondDigits: 3 } as const;

interface LogListProps {
  lines: readonly ShownLine[];
  /** Titles of conversations, by id. */
  titles: ReadonlyMap<string, string>;
}

/** Lines in the order they were written. Stays at the end unless the user scrolls up. */
export function LogList({ lines, titles }: LogListProps) {
  const t = useT('log');
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const follow = useRef(true);
  useEffect(() => {
    const node = box.current;
    if (node && follow.current && lines.length > 0) node.scrollTop = node.scrollHeight;
  }, [lines]);
  const now = useToday();
  return (
    // oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a scrolling region has to be reachable by keys
    <div
      ref={box}
      className={css['list']}
      role="log"
      aria-live="off"
      aria-label={t('lines')}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follow.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {lines.map((line) => {
        const { key, at, level, event, from, sessionID, data } = line;
        const head = (
          <>
            <time dateTime={at}>{formatMoment(Date.parse(at), now, language, CLOCK)}</time>
            <span className={css['level']} data-level={level}>
              {t(`level.${level}`)}
            </span>
            <span className={css['event']}>{event}</span>
            {sessionID !== undefined && <span className={css['session']}>{titles.get(sessionID) ?? sessionID}</span>}
            {from === 'host' && <span className={css['session']}>{t('host')}</span>}
          </>
        );
        return data ? (
          <details key={key} className={css['line']}>
            <summary className={css['head']}>{head}</summary>
            <pre className={css['data']}>{JSON.stringify(data, null, 2)}</pre>
          </details>
        ) : (
          <p key={key} className={`${css['line']} ${css['head']}`}>
            {head}
          </p>
        );
      })}
    </div>
  );
}
