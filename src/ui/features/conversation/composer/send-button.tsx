import { ArrowUp, Square } from 'lucide-react';
import { use, type RefObject } from 'react';
import { useSendKey } from '#ui/data/preferences.ts';
import { BusyContext, useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { Sending } from './use-sending.ts';
import css from './composer.module.css';

interface SendButtonProps {
  sending: Sending;
  field: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Stops what is running and sends the message, each where possible. The two buttons take each other's place, so the one
 * that was pressed passes the focus to the message box.
 */
export function SendButton({ sending, field }: SendButtonProps) {
  const t = useT('chat');
  const agent = useT('agent');
  const [sendKey] = useSendKey();
  const { activity, actions } = useConversation();
  const { running, queueing } = activity;
  const busy = use(BusyContext);
  const { ready, hasty, send } = sending;
  const onStop = () => {
    field.current?.focus();
    actions.stop();
  };
  const onSend = () => {
    field.current?.focus();
    void send();
  };
  return (
    <>
      {running && (
        <button type="button" className={css['stop']} onClick={onStop} title={t('composer.stopTitle')}>
          <Square aria-hidden />
          <span className={css['stopWord']}>{t('stop')}</span>
        </button>
      )}
      {(!running || queueing) && (
        <button
          type="button"
          className={css['send']}
          aria-label={queueing ? agent('queue.send') : t('composer.send')}
          title={
            queueing ? agent('queue.send') : t(sendKey === 'enter' ? 'composer.sendTitle' : 'composer.sendTitleMod')
          }
          aria-disabled={!ready}
          aria-busy={(busy || hasty) && !running}
          onClick={onSend}
        >
          <ArrowUp aria-hidden />
        </button>
      )}
    </>
  );
}
