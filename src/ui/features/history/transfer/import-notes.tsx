import type { ImportNote, ImportReceipt } from '#archive/import/base/receipt.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useProgramName } from './use-program-name.ts';
import css from './transfer.module.css';

/** More lines than anyone reads at once. */
const SHOWN = 200;

/** Conversations are missing, and the user can do something about it. */
const INCOMPLETE: ReadonlySet<ImportNote> = new Set(['cut-off', 'begins-elsewhere', 'database-open']);

/** What an export loses or changes on import, and why. */
export function ImportNotes({ receipt }: { receipt: ImportReceipt }) {
  const t = useT('transfer');
  const programName = useProgramName();
  const language = useLanguage();
  const { skipped, moreSkipped, raw, dropped, moreDropped, notes } = receipt;
  const left = skipped.length + moreSkipped;
  const kinds = Object.entries(raw);
  const rawCount = kinds.reduce((all, [, count]) => all + count, 0);
  const unread = dropped.length + moreDropped;
  const severalSources = new Set(dropped.map(({ source }) => source)).size > 1;
  if (left === 0 && rawCount === 0 && unread === 0 && notes.length === 0) return null;
  const shown = skipped.slice(0, SHOWN);
  return (
    <div className={css['notes']}>
      {notes
        .filter((note) => INCOMPLETE.has(note))
        .map((note) => (
          <Notice key={note} tone="warning" live>
            {t(`note.${note}`)}
          </Notice>
        ))}
      {notes
        .filter((note) => !INCOMPLETE.has(note))
        .map((note) => (
          <p key={note} className={css['quiet']}>
            {t(`note.${note}`)}
          </p>
        ))}
      {left > 0 && (
        <Disclosure summary={t('skipped.title', { count: left })}>
          <ul className={css['lines']}>
            {shown.map(({ where, reason, detail }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines of a finished list, some of them equal
              <li key={index}>
                {t(`skipped.${reason}`)}
                <span className={css['where']}>{[where, detail].filter(Boolean).join(': ')}</span>
              </li>
            ))}
            {left > shown.length && <li>{t('skipped.more', { count: left - shown.length })}</li>}
          </ul>
        </Disclosure>
      )}
      {unread > 0 && (
        <Disclosure summary={t('dropped.title', { count: unread })}>
          <p className={css['quiet']}>{t('dropped.body')}</p>
          <ul className={css['lines']}>
            {dropped
              .toSorted((a, b) => b.count - a.count || a.field.localeCompare(b.field, language))
              .map(({ source, of, field, count }) => (
                <li key={`${source} ${of} ${field}`}>
                  <code className={css['code']}>{field}</code> {t(`dropped.${of}`, { count })}
                  {severalSources && <span className={css['where']}>{programName(source)}</span>}
                </li>
              ))}
            {moreDropped > 0 && <li>{t('skipped.more', { count: moreDropped })}</li>}
          </ul>
        </Disclosure>
      )}
      {rawCount > 0 && (
        <Disclosure summary={t('raw.title', { count: rawCount })}>
          <ul className={css['lines']}>
            {kinds.map(([kind, count]) => (
              <li key={kind}>
                {count.toLocaleString()} × <code className={css['code']}>{kind}</code>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}
