import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { plainExcerpt } from '#markdown/plain-excerpt.ts';
import { textOf } from '#core/message-text.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFold } from '#ui/shared/markdown/fold-context.ts';
import { useChatScene, useChatStatus, useIsExcluded } from '#ui/features/conversation/scene/chat-context.ts';
import css from './excluded-message.module.css';

/** A message, or one line for one that is excluded from requests, which unfolds. Only this reads which ones are. */
export function WhileIncluded({ message, children }: { message: StoredMessage; children: ReactNode }) {
  return useIsExcluded(message.id) ? <Excluded message={message}>{children}</Excluded> : children;
}

function Excluded({ message, children }: { message: StoredMessage; children: ReactNode }) {
  const t = useT('chat');
  const { actions } = useChatScene();
  const { running, readOnly } = useChatStatus();
  const [open, setOpen] = useFold('excluded', false);
  return (
    <>
      <div className={css['line']}>
        <EyeOff aria-hidden />
        <button type="button" className={css['words']} aria-expanded={open} onClick={() => setOpen(!open)}>
          <span className={css['label']}>{t('excluded.label')}</span>
          <bdi className={css['excerpt']}>{plainExcerpt(textOf(message), 120)}</bdi>
        </button>
        <Button
          small
          variant="quiet"
          disabled={running || readOnly}
          onClick={() => actions.exclude({ message: message.id }, false)}
        >
          {t('excluded.include')}
        </Button>
      </div>
      {open && <div className={css['content']}>{children}</div>}
    </>
  );
}
