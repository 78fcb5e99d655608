import type { SessionSettings } from '#storage/rows.ts';
import { Mark } from '#ui/kit/brand/mark.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { BeginWith, PracticeCommands } from './lazy-parts.ts';
import css from './empty-session.module.css';

interface EmptySessionProps {
  session: SessionSettings;
  practice: boolean;
  onPick: (text: string) => void;
}

/** What practice models have answers for. */
const PRACTICE = ['baton', 'compare', 'code', 'story'] as const;
const REAL = ['explain', 'rewrite', 'compare', 'plan'] as const;

/** The start of a conversation: a greeting, and a few questions that the user can edit. */
export function EmptySession({ session, practice, onPick }: EmptySessionProps) {
  const t = useT('chat');
  const suggestions = practice
    ? PRACTICE.map((name) => ({ label: t(`first.${name}.label`), text: t(`first.${name}.text`) }))
    : REAL.map((name) => ({ label: t(`ask.${name}.label`), text: t(`ask.${name}.text`) }));
  return (
    <div className={css['empty']}>
      <div className={css['column']}>
        <Mark size="2.25rem" />
        <h2 className={css['title']}>{t('empty.title')}</h2>
        <p className={css['note']}>{t(practice ? 'empty.practice' : 'empty.note')}</p>
        <BeginWith session={session} />
        <ul className={css['list']}>
          {suggestions.map(({ label, text }) => (
            <li key={label}>
              <button type="button" className={css['suggestion']} onClick={() => onPick(text)}>
                <span className={css['label']}>{label}</span>
                <span className={css['text']}>{text.trim()}</span>
              </button>
            </li>
          ))}
        </ul>
        {practice && <PracticeCommands onPick={onPick} />}
      </div>
    </div>
  );
}
