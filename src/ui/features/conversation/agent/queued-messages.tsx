import type { MessageOptions } from '#core/message-options.ts';
import type { QueuedMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { optionsOf } from '#ui/features/conversation/message-options/options-of.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import css from './run.module.css';

interface QueuedMessagesProps {
  sessionId: string;
  queued: readonly QueuedMessage[];
  /** When they are sent. */
  title: string;
  /** Puts the text of a withdrawn message back into the message box. */
  onUndone: (text: string, asks: MessageOptions) => void;
}

const textOf = ({ parts }: QueuedMessage): string =>
  parts.flatMap((part) => (part.type === 'text' && part.mode === undefined ? [part.text] : [])).join('\n');

/** What the user wrote into a run that has not taken it yet. */
export function QueuedMessages({ sessionId, queued, title, onUndone }: QueuedMessagesProps) {
  const t = useT('agent');
  const { flows } = useServices().agent;
  const attempt = useAsyncAction();
  const own = queued.filter(({ author }) => author === undefined);
  if (own.length === 0) return null;
  const withdraw = async (id: string) => {
    const message = await flows.unqueue(sessionId, id);
    if (message) onUndone(textOf(message), optionsOf(message));
  };
  return (
    <div>
      <p className={css['quiet']}>{title}</p>
      <ul>
        {own.map((message) => {
          const text = textOf(message).trim() || t('queue.files');
          return (
            <li key={message.id} className={css['queued']}>
              <span>{text}</span>
              <MessageOptionList asks={optionsOf(message)} />
              {message.parts.every((part) => part.type === 'text') && (
                <Button
                  small
                  variant="quiet"
                  aria-label={t('queue.backFor', { text })}
                  onClick={() => void attempt(withdraw(message.id))}
                >
                  {t('queue.back')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
