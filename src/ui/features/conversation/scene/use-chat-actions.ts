import { useMemo } from 'react';
import type { OutgoingMessage } from '#flows/chat-flows.ts';
import { NotSummarizedError } from '#flows/flow-errors.ts';
import type { SessionTarget, StoredMessage } from '#storage/rows.ts';
import { useAppServices } from '#ui/data/app-services.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import type { ChatActions } from './chat-context.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

interface ActionSetters {
  setEditing: (messageId: string | null) => void;
  setPickerOpen: (open: boolean) => void;
  setSummarising: (open: boolean) => void;
  /** Something of one's own is about to appear at the end. */
  onOwnMessage: () => void;
  /** The list is to show this message as soon as it lies on the path. */
  onGoTo: (messageId: string) => void;
  /** Opens the choice of models that are to answer too. */
  onChoose: (choice: { kind: 'another' | 'beside'; message: StoredMessage }) => void;
  /** Shows the answers of a question side by side; null goes back to the conversation. */
  onCompare: (questionId: string | null) => void;
  /** Puts words into the message box. */
  onDraft: (text: string) => void;
  /** Goes to a conversation that was made from this one. */
  onFork: (message: StoredMessage) => void;
  /** The person asks a model: `target`, or the conversation's own. */
  onAsk: (target?: SessionTarget) => void;
  /** Told with 1 when something begins, at once, and with -1 when it has ended, with its answer. */
  onWork: (change: 1 | -1) => void;
}

export interface SendingActions extends ChatActions {
  /** Rejects, after saying so, when nothing was stored. */
  send: (outgoing: OutgoingMessage) => Promise<void>;
  /** The same to several models at once. */
  sendToAll: (outgoing: OutgoingMessage, targets: readonly SessionTarget[]) => Promise<void>;
  retryWith: (messageId: string, target: SessionTarget) => void;
  compareWith: (questionId: string, targets: readonly SessionTarget[]) => void;
}

/** What a person can do here. Flows resolve only when the answer has ended; a failure before that is told in a toast. */
export function useChatActions(sessionId: string, setters: ActionSetters): SendingActions {
  const { flows } = useAppServices();
  const toast = useToast();
  const t = useT('chat');
  const words = useErrorMessage();
  const { setEditing, setPickerOpen, setSummarising, onOwnMessage, onGoTo, onAsk, onWork, onDraft } = setters;
  const { onChoose, onCompare, onFork } = setters;
  return useMemo(() => {
    const fail = (error: unknown) => {
      if (error instanceof NotSummarizedError && error.why === 'stopped') return;
      toast({ tone: 'danger', title: t('problem.title'), description: words(error) });
    };
    const attempt = async (work: Promise<void>) => {
      onWork(1);
      try {
        await work;
        return true;
      } catch (error) {
        fail(error);
        return false;
      } finally {
        onWork(-1);
      }
    };
    const deliver = async (work: () => Promise<void>) => {
      onOwnMessage();
      onCompare(null);
      onWork(1);
      try {
        await work();
      } catch (error) {
        fail(error);
        throw error;
      } finally {
        onWork(-1);
      }
    };
    return {
      askAnother: (message) => onChoose({ kind: 'another', message }),
      askBeside: (message) => onChoose({ kind: 'beside', message }),
      compare: onCompare,
      async goOnWith(id) {
        if (await attempt(flows.goOnWith(sessionId, id))) onCompare(null);
      },
      stopAnswer: (id) => flows.stopAnswer(sessionId, id),
      retryCompared: (id) => void attempt(flows.retryCompared(sessionId, id)),
      forkAt: onFork,
      retryWith(id, target) {
        onAsk(target);
        onOwnMessage();
        void attempt(flows.retry(sessionId, id, target));
      },
      compareWith(questionId, targets) {
        onCompare(questionId);
        void attempt(flows.compareWith(sessionId, questionId, targets));
      },
      retry(id) {
        onAsk();
        onOwnMessage();
        void attempt(flows.retry(sessionId, id));
      },
      summariseAndRetry(id) {
        onOwnMessage();
        void attempt(flows.summariseAndRetry(sessionId, id));
      },
      continueAnswer(id) {
        onAsk();
        onCompare(null);
        onOwnMessage();
        void attempt(flows.continueAnswer(sessionId, id));
      },
      keep: (id) => void attempt(flows.keepPartial(sessionId, id)),
      startEdit: (message) => setEditing(message.id),
      cancelEdit: () => setEditing(null),
      async sendEdit(id, outgoing, onSent) {
        setEditing(null);
        onAsk();
        onOwnMessage();
        if (await attempt(flows.editAndSend(sessionId, id, outgoing))) onSent();
        else setEditing(id);
      },
      choose: (id) => void attempt(flows.choosePath(sessionId, id)),
      goTo(id) {
        onCompare(null);
        onGoTo(id);
        void attempt(flows.showMessage(sessionId, id));
      },
      stop: () => flows.stop(sessionId),
      draft: onDraft,
      pickModel: () => setPickerOpen(true),
      summarise: () => setSummarising(true),
      openSettings: (connection) =>
        navigate({ name: 'settings', page: 'vendors', ...(connection !== undefined && { focus: connection }) }),
      send(outgoing) {
        onAsk();
        return deliver(() => flows.send(sessionId, outgoing));
      },
      sendToAll: (outgoing, targets) => deliver(() => flows.compare(sessionId, outgoing, targets)),
    };
  }, [
    flows,
    sessionId,
    toast,
    t,
    words,
    setEditing,
    setPickerOpen,
    setSummarising,
    onOwnMessage,
    onGoTo,
    onAsk,
    onWork,
    onChoose,
    onCompare,
    onDraft,
    onFork,
  ]);
}
