import { useMemo } from 'react';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import { NotSummarizedError } from '#flows/base/flow-errors.ts';
import type { SessionTarget, StoredMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import type { ChatActions } from './chat-context.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

interface ActionSetters {
  setEditing: (messageId: string | null) => void;
  setPickerOpen: (open: boolean) => void;
  setSummarizing: (open: boolean) => void;
  /** Called when the user's own message is about to appear at the end. */
  onOwnMessage: () => void;
  /** Makes the list show this message as soon as it is on the path. */
  onGoTo: (messageId: string) => void;
  /** Opens the choice of additional models. */
  onChoose: (choice: { kind: 'another' | 'beside'; message: StoredMessage }) => void;
  /** Shows the answers of a question side by side; `null` returns to the conversation. */
  onCompare: (questionId: string | null) => void;
  /** Inserts text into the message box. */
  onDraft: (text: string) => void;
  /** Opens a conversation that was forked from this one. */
  onFork: (message: StoredMessage) => void;
  /** Called when the user asks a model: `target`, or the conversation's own. */
  onAsk: (target?: SessionTarget) => void;
  /** Called with 1 as soon as work starts, and with -1 when it has ended with its answer. */
  onWork: (change: 1 | -1) => void;
}

export interface SendingActions extends ChatActions {
  /** Rejects when nothing was stored, after showing the error. */
  send: (outgoing: OutgoingMessage) => Promise<void>;
  /** Sends the same message to several models at once. */
  sendToAll: (outgoing: OutgoingMessage, targets: readonly SessionTarget[]) => Promise<void>;
  retryWith: (messageId: string, target: SessionTarget) => void;
  compareWith: (questionId: string, targets: readonly SessionTarget[]) => void;
}

/**
 * The user's actions in a conversation. Flows resolve only when the answer has ended. An earlier failure is shown in a
 * toast.
 */
export function useChatActions(sessionId: string, setters: ActionSetters): SendingActions {
  const { flows } = useServices();
  const toast = useToast();
  const t = useT('chat');
  const words = useErrorMessage();
  const { setEditing, setPickerOpen, setSummarizing, onOwnMessage, onGoTo, onAsk, onWork, onDraft } = setters;
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
      async chooseAnswer(id) {
        if (await attempt(flows.chooseAnswer(sessionId, id))) onCompare(null);
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
      summarizeAndRetry(id) {
        onOwnMessage();
        void attempt(flows.summarizeAndRetry(sessionId, id));
      },
      continueAnswer(id) {
        onAsk();
        onCompare(null);
        onOwnMessage();
        void attempt(flows.continueAnswer(sessionId, id));
      },
      keep: (id) => void attempt(flows.acceptPartial(sessionId, id)),
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
      summarize: () => setSummarizing(true),
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
    setSummarizing,
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
