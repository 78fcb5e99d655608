import { getDraft } from '#storage/draft-repository.ts';
import type { QueuedMessage } from '#storage/rows.ts';
import type { BoxContent } from '#state/drafts.ts';
import { useServices } from '#ui/data/services.ts';
import { MessageOptionList } from '#ui/features/conversation/message-options/message-option-list.tsx';
import { optionsOf } from '#ui/features/conversation/message-options/options-of.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { focusComposer } from '#ui/shared/navigation/focus-composer.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import css from './run.module.css';

interface QueuedMessagesProps {
  sessionId: string;
  queued: readonly QueuedMessage[];
  /** When they are sent. */
  title: string;
}

/** What the user wrote into a run that has not taken it yet. */
export function QueuedMessages({ sessionId, queued, title }: QueuedMessagesProps) {
  const t = useT('agent');
  const chat = useT('chat');
  const { db, drafts, onUnreadableRow, agent } = useServices();
  const attempt = useAsyncAction();
  const own = queued.filter(({ author }) => author === undefined);
  if (own.length === 0) return null;
  const content = (message: QueuedMessage) => contentOf(message, chat('attachments.unnamed'));

  /** Puts a message back into the message box, before what is written there. */
  const withdraw = async (id: string) => {
    const message = await agent.flows.unqueue(sessionId, id);
    if (!message) return;
    const stored = await getDraft(db, sessionId, onUnreadableRow);
    const box = drafts.unsaved(sessionId) ?? stored;
    const back = drafts.take(sessionId, content(message));
    if (box) drafts.save(sessionId, box.text, box.attachments, box.asks, box.mentions);
    back.giveBack();
    focusComposer(sessionId);
  };
  return (
    <div>
      <p className={css['quiet']}>{title}</p>
      <ul>
        {own.map((message) => {
          const { text, attachments } = content(message);
          const names = attachments.map(({ name }) => name).join(', ');
          const label = text.trim() || names;
          return (
            <li key={message.id} className={css['queued']}>
              <span>
                {label}
                {label !== names && names !== '' && <span className={css['quiet']}> {names}</span>}
              </span>
              <MessageOptionList asks={optionsOf(message)} />
              <Button
                small
                variant="quiet"
                aria-label={t('queue.backFor', { text: label })}
                onClick={() => void attempt(withdraw(message.id))}
              >
                {t('queue.back')}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A message as its box holds it. `unnamed`: what a picture without a name is called. */
function contentOf(message: QueuedMessage, unnamed: string): BoxContent {
  const { parts } = message;
  return {
    text: parts.flatMap((part) => (part.type === 'text' && part.mode === undefined ? [part.text] : [])).join('\n'),
    attachments: parts.flatMap((part) => {
      if (part.type !== 'image' && part.type !== 'file') return [];
      const { type: kind, mime, name = unnamed, blob, bytes, from } = part;
      return [{ kind, mime, name, blob, bytes, ...(from && { from }) }];
    }),
    asks: optionsOf(message),
  };
}
