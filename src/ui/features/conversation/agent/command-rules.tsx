import { useId } from 'react';
import type { CommandRule } from '#core/agent/approval/command-rule.ts';
import type { CommandScope } from '#core/agent/approval/call-scope.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { splitPath } from './recent-folders.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './command-rules.module.css';

/** With which rights a command runs, where that is not the same for all. */
export function CommandPlace({ command: { sandbox, network } }: { command: CommandScope }) {
  const t = useT('agent');
  if (sandbox === 'none') return null;
  if (sandbox === 'outside') return <p className={text['warn']}>{t('command.outside')}</p>;
  return <p className={text['quiet']}>{t(network ? 'command.insideNetwork' : 'command.inside')}</p>;
}

interface CommandRulesProps {
  command: CommandScope;
  /** Another answer is on its way. Who gets `onAllow` ignores it then. */
  disabled: boolean;
  onAllow: (rule: CommandRule, at: number) => void;
}

/** Rules that the user can make of a command: what exactly they cover, and where. */
export function CommandRules({ command: { rules, folder }, disabled, onAllow }: CommandRulesProps) {
  const t = useT('agent');
  const id = useId();
  if (rules.length === 0) return null;
  const { name } = splitPath(folder);
  return (
    <Disclosure className={css['rules']} summary={t('rule.title', { folder: visibleText(name).text })}>
      <ul className={css['list']}>
        {rules.map((rule) => (
          <li key={rule.match} className={css['rule']}>
            <span className={css['text']}>
              <code id={`${id}-${rule.match}`} className={css['line']}>
                {visibleText(rule.line).text}
                {rule.match === 'prefix' && ' …'}
              </code>
              <span id={`${id}-${rule.match}-means`} className={text['quiet']}>
                {t(`rule.${rule.match}`)}
              </span>
            </span>
            <Button
              small
              // The focus stays until the host has answered, and where it couldn't.
              aria-disabled={disabled || undefined}
              aria-describedby={`${id}-${rule.match} ${id}-${rule.match}-means`}
              onClick={(event) => onAllow(rule, event.timeStamp)}
            >
              {t('rule.allow')}
            </Button>
          </li>
        ))}
      </ul>
      <p className={text['quiet']}>{t('rule.means', { folder: visibleText(folder).text })}</p>
    </Disclosure>
  );
}
