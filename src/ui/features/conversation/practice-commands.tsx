import { CornerDownLeft } from 'lucide-react';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './practice-commands.module.css';

const COMMANDS = ['markdown', 'think', 'fault', 'help'] as const;

/** What practice models can be told to play, behind one line. */
export function PracticeCommands({ onPick }: { onPick: (text: string) => void }) {
  const t = useT('hints');
  return (
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
  );
}
