import { CircleAlert, Copy } from 'lucide-react';
import type { ModelError } from '#core/error.ts';
import { answerContentOf } from '#core/answer-content.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { Button, buttonClass } from '#ui/kit/controls/button.tsx';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { useSession } from '#ui/data/use-session.ts';
import { useIsTemporary } from '#ui/data/temporary-chats.ts';
import { useMessagesById } from '#ui/data/use-messages-by-id.ts';
import { ExternalLink } from '#ui/shared/links/external-link.tsx';
import { useUnlock } from '#ui/shared/secrets/unlock.tsx';
import { useChatScene, useChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import type { OriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';
import {
  adviceFor,
  errorDetails,
  vendorFacts,
  waitsForKey,
  type ErrorAction,
} from '#ui/features/conversation/scene/error-advice.ts';
import { RefreshList } from './refresh-list.tsx';
import { RetryButton } from './retry-button.tsx';
import css from './error-card.module.css';

interface ErrorCardProps {
  message: StoredMessage;
  error: ModelError;
  facts: OriginFacts | null;
  /** It is the conversation's last message. */
  last: boolean;
}

const SwitchProtocol = lazyPart(async () => (await import('./switch-protocol.tsx')).SwitchProtocol);
const ErrorWords = lazyPart(async () => (await import('./error-words.tsx')).ErrorWords);

/** Why there is no answer: what it means, what to do, and the vendor's own words. */
export function ErrorCard({ message, error, facts, last }: ErrorCardProps) {
  const t = useT('chat');
  const about = useT('errors');
  const copy = useCopy();
  const { sessionId, compared } = useChatScene();
  const own = facts?.isOwn === true;
  const partial = last && !compared && answerContentOf(message.parts) === 'something';
  const { advice, actions: usual } = adviceFor(error, { partial, own });
  const hasKey = useHasKey(sessionId) && last && waitsForKey(error);
  const actions: readonly ErrorAction[] = hasKey ? ['retry', 'model'] : usual;
  // In a comparison the footer of the column has the retry button. The vendor's page isn't known for every connection.
  const offered = actions.filter((one) => {
    if (one === 'retry' || one === 'summarize') return !compared;
    if (one === 'vendorPage') return Boolean(facts?.keyUrl);
    if (one === 'responses') return last && !compared;
    // The address and the protocol of a vendor are Baton's own.
    if (one === 'settings') return own || (advice !== 'network' && advice !== 'protocol');
    return one !== 'lists' || Boolean(facts?.connectionId);
  });
  const source = facts?.source ?? t('error.thisVendor');
  const names = { source, model: facts?.label ?? t('error.thisModel') };
  const { status, code } = vendorFacts(error);
  const at = message.completedAt ?? message.createdAt;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no form controls; a region would make each card a landmark
    <div className={css['card']} role="group" aria-label={t('error.label')}>
      <CircleAlert className={css['icon']} aria-hidden />
      <div className={css['content']}>
        <h3 className={css['title']}>{about(`error.${advice}.title`, names)}</h3>
        <p className={css['body']}>
          {about(`error.${advice}.body`, names)}
          {offered.includes('continue') && ` ${t('error.partial')}`}
          {hasKey && ` ${t('error.keyThere')}`}
        </p>
        <ErrorWords error={error} />
        <p className={css['facts']}>
          {status !== undefined && <span>{t('error.status', { status })}</span>}
          {code !== undefined && <span>{code}</span>}
          {error.requestId !== undefined && <span>{t('error.requestId', { id: error.requestId })}</span>}
        </p>
        <div className={css['actions']}>
          {offered.map((action, place) => (
            <Action
              key={action}
              action={action}
              first={place === 0}
              message={message}
              facts={facts}
              focus={own && advice !== 'key' ? `edit-${facts.connectionId}` : facts?.connectionId}
            />
          ))}
          <Button small variant="quiet" icon={<Copy aria-hidden />} onClick={() => void copy(errorDetails(error, at))}>
            {t('error.copy')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Whether the conversation's connection can be used now. */
function useHasKey(sessionId: string): boolean {
  const session = useSession(sessionId);
  const { connections } = useConnections();
  return connections?.some(({ id, configured }) => configured && id === session?.target?.connection) ?? false;
}

interface ActionProps extends Omit<ErrorCardProps, 'error' | 'last'> {
  action: ErrorAction;
  first: boolean;
  /** What to open in the settings: the form of a connection, or that of its key. */
  focus: string | null | undefined;
}

function Action({ action, first, message, facts, focus }: ActionProps) {
  const t = useT('chat');
  const tree = useT('tree');
  const { actions, compared } = useChatScene();
  const { readOnly, running, canRetry } = useChatStatus();
  const unlock = useUnlock();
  const variant = first ? 'plain' : 'quiet';
  const blocked = readOnly || running;
  switch (action) {
    case 'retry':
      return <RetryButton message={message} variant={variant} />;
    case 'continue':
      return (
        <Button small variant={variant} disabled={blocked} onClick={() => actions.continueAnswer(message.id)}>
          {t('continue')}
        </Button>
      );
    case 'lists':
      return <RefreshList connectionId={facts?.connectionId ?? ''} />;
    case 'summarize':
      return (
        <Button small variant={variant} disabled={!canRetry} onClick={() => actions.summarizeAndRetry(message.id)}>
          {t('error.summarize')}
        </Button>
      );
    case 'fork':
      return <ForkQuestion answer={message} />;
    case 'model':
      return compared ? (
        <Button small variant={variant} disabled={!canRetry} onClick={() => actions.askBeside(message)}>
          {tree('again.item')}
        </Button>
      ) : (
        <Button small variant={variant} disabled={blocked} onClick={actions.pickModel}>
          {t('error.pickModel')}
        </Button>
      );
    case 'settings':
      return (
        <Button small variant={variant} onClick={() => actions.openSettings(focus ?? undefined)}>
          {t('error.openSettings')}
        </Button>
      );
    case 'responses':
      return <SwitchProtocol message={message} />;
    case 'unlock':
      return (
        <Button small variant={variant} onClick={unlock}>
          {t('error.unlock')}
        </Button>
      );
    case 'vendorPage':
    default:
      return facts?.keyUrl ? (
        <ExternalLink className={buttonClass(variant, true)} href={facts.keyUrl}>
          {t('error.vendorPage', { source: facts.source })}
        </ExternalLink>
      ) : null;
  }
}

/**
 * Forks into a new conversation in which the question can be rewritten; renders nothing unless the answer follows a
 * question of the user.
 */
function ForkQuestion({ answer: { parentId } }: { answer: StoredMessage }) {
  const tree = useT('tree');
  const { actions } = useChatScene();
  const isTemporary = useIsTemporary();
  const question = useMessagesById(parentId === null ? [] : [parentId]).get(parentId ?? '');
  if (isTemporary || question?.role !== 'user' || question.author !== undefined) return null;
  return (
    <Button small variant="quiet" onClick={() => actions.forkAt(question)}>
      {tree('fork.itemAnew')}
    </Button>
  );
}
