import { CornerDownLeft } from 'lucide-react';
import type { SessionRow } from '#storage/rows.ts';
import { Mark } from '#ui/kit/brand/mark.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { BeginWith } from './lazy-parts.ts';
import css from './empty-session.module.css';

interface EmptySessionProps {
  session: SessionRow;
  practice: boolean;
  onPick: (text: string) => void;
}

/** What practice models have answers for. */
const PRACTICE = ['baton', 'compare', 'code', 'story'] as const;
const COMMANDS = ['markdown', 'think', 'fault', 'help'] as const;
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
                <span className={css['text']}>{text}</span>
              </button>
            </li>
          ))}
        </ul>
        {practice && (
          <Disclosure className={css['commands']} summary={t('empty.commands')}>
            <ul>
              {COMMANDS.map((name) => (
                <li key={name}>
                  <button type="button" className={css['command']} onClick={() => onPick(t(`try.${name}.text`))}>
                    <span>{t(`try.${name}.label`)}</span>
                    <code>{t(`try.${name}.text`).split('\n')[0]}</code>
                    <CornerDownLeft className={css['icon']} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </div>
  );
}
