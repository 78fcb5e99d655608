import { useState } from 'react';
import type { ScriptRow } from '#contract/scripts.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import text from '#ui/kit/controls/text.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { ScriptDialog } from './script-dialog.tsx';
import { useScriptList } from './use-script-list.ts';
import css from './scripts.module.css';

/** The scripts in the user's file, with the approval of each. */
export function ScriptList() {
  const t = useT('scripts');
  const problemMessage = useProblemMessage();
  const toast = useToast();
  const { scripts, error, agree, revoke } = useScriptList();
  const [shown, setShown] = useState<ScriptRow | null>(null);
  const [open, setOpen] = useState(false);
  if (!scripts) return error === null ? null : <Notice tone="danger">{problemMessage(error)}</Notice>;
  if (scripts.length === 0)
    return (
      <div className={css['none']}>
        <p>{t('none')}</p>
        <pre className={text['code']}>{EXAMPLE}</pre>
      </div>
    );
  const revokeScript = async (hash: string): Promise<void> => {
    try {
      await revoke(hash);
    } catch (failure) {
      toast({ tone: 'danger', title: problemMessage(failure) });
    }
  };
  return (
    <>
      <ul className={css['scripts']}>
        {scripts.map((script) => {
          const { hash, name, event, matcher, agreed } = script;
          return (
            <li key={hash} data-agreed={agreed}>
              <div className={css['text']}>
                <p className={css['name']}>{name.text}</p>
                <p className={text['quiet']}>
                  {t(`event.${event}`)}
                  {matcher !== null && ` · ${t('forTools', { tools: matcher.text })}`}
                </p>
                <p className={agreed ? text['quiet'] : text['warn']}>{t(agreed ? 'agreed' : 'notAgreed')}</p>
              </div>
              {agreed ? (
                <Button small aria-label={t('revokeOf', { script: name.text })} onClick={() => void revokeScript(hash)}>
                  {t('revoke')}
                </Button>
              ) : (
                <Button
                  small
                  aria-label={t('reviewOf', { script: name.text })}
                  onClick={() => {
                    setShown(script);
                    setOpen(true);
                  }}
                >
                  {t('review')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {shown && <ScriptDialog script={shown} open={open} onOpenChange={setOpen} onAgree={agree} />}
    </>
  );
}

/** In the file's own syntax, which isn't translated. */
const EXAMPLE = `"hooks": {
  "PreToolUse": [
    { "matcher": "Bash", "hooks": [{ "type": "command", "command": "~/hooks/check.sh", "timeout": 10 }] }
  ]
}`;
