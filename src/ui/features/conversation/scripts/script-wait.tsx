import { LoaderCircle } from 'lucide-react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import line from '#ui/features/conversation/context/context-meter.module.css';
import { useScriptWait } from '#ui/data/use-script-wait.ts';

/** Says that scripts are checking a message before it is sent. */
export function ScriptWait({ sessionId }: { sessionId: string }) {
  const t = useT('scripts');
  if (!useScriptWait(sessionId)) return null;
  return (
    <output className={line['notice']}>
      <LoaderCircle className={line['spinner']} aria-hidden />
      {t('waiting')}
    </output>
  );
}
