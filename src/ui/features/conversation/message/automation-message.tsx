import { readScriptText } from '#core/reliability/scripts/script-texts.ts';
import { readTodoReminder } from '#core/reliability/todo-reminder.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './message.module.css';

/** A message that Baton sent to the model in the user's place, marked as Baton's own. */
export function AutomationMessage({ text }: { text: string }) {
  const t = useT('chat');
  const agent = useT('agent');
  const scripts = useT('scripts');
  const scriptMessage = readScriptText(text);
  if (scriptMessage)
    return (
      <div className={css['summary']}>
        <Disclosure summary={scripts('kept', { script: visibleText(scriptMessage.script).text })}>
          <p className={css['said']}>{visibleText(scriptMessage.text).text}</p>
        </Disclosure>
      </div>
    );
  const reminder = readTodoReminder(text);
  if (!reminder) return <p className={css['automation']}>{t('message.continued')}</p>;
  const { done, total } = reminder;
  return (
    <div className={css['summary']}>
      <Disclosure summary={agent('auto.row', { done, all: total })}>
        <p className={css['said']}>{text}</p>
      </Disclosure>
    </div>
  );
}
