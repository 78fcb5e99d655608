import { useMemo, type RefObject } from 'react';
import type { OutgoingMessage } from '#flows/base/outgoing-message.ts';
import type { Excludable } from '#flows/reduction/exclude.ts';
import { AnswerUnstoredError, NotSummarizedError } from '#flows/base/flow-errors.ts';
import type { SessionTarget, StoredMessage } from '#storage/rows.ts';
import { useSessionWrites } from '#ui/data/session-history-context.tsx';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isTyping } from '#ui/kit/keyboard/is-typing.ts';
import { useRemovalToast } from '#ui/kit/toasts/use-removal-toast.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import type { ChatActions } from './chat-context.ts';
import type { ComposerHandle, ConversationListHandle } from './handles.ts';
import type { Goal } from './use-finding.ts';
import type { Panels } from './use-panels.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

interface ActionEffects {
  /** Opens and closes panels. */
  show: (change: Partial<Panels>) => void;
  /** Makes the list show a message as soon as it is on the path. */
  find: (change: { goal: Goal }) => void;
  /** Shows the answers of a question side by side; `null` returns to the conversation. */
  showComparison: (questionId: string | null) => void;
  listRef: RefObject<ConversationListHandle | null>;
  composerRef: RefObject<ComposerHandle | null>;
  /** Opens a conversation that was forked from this one. */
  onFork: (message: StoredMessage) => void;
  /** Called when the user asks a model: `target`, or the conversation's own. */
  onAsk: (target?: SessionTarget) => void;
  /** Called with 1 as soon as work starts, and with -1 when it has ended with its answer. */
  onWork: (change: 1 | -1) => void;
}

const kindOf = ({ part }: Excludable) => (part === undefined ? 'message' : 'result');

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
export function useChatActions(effects: ActionEffects): SendingActions {
  const write = useSessionWrites();
  const toast = useToast();
  const t = useT('chat');
  const removalToast = useRemovalToast();
  const messageOf = useErrorMessage();
  const { show, find, showComparison, listRef, composerRef, onFork, onAsk, onWork } = effects;
  return useMemo(() => {
    // The user's own message is about to appear there.
    const scrollToEnd = () => listRef.current?.scrollToEnd();
    // What was pressed is about to be replaced. The focus goes on in the message box.
    const askFromThread = (target?: SessionTarget) => {
      onAsk(target);
      scrollToEnd();
      composerRef.current?.focus();
    };
    /** Storing takes a moment. Whoever writes by then keeps the focus, or letters would act on a message. */
    const moveFocus = (move: () => void) => {
      if (!isTyping(document.activeElement)) move();
    };
    const fail = (error: unknown) => {
      if (error instanceof NotSummarizedError && error.why === 'stopped') return;
      toast({ tone: 'danger', title: t('problem.title'), description: messageOf(error) });
    };
    /** Resolves to whether it was stored. */
    const attempt = async (work: Promise<void>) => {
      onWork(1);
      try {
        await work;
        return true;
      } catch (error) {
        fail(error);
        return error instanceof AnswerUnstoredError;
      } finally {
        onWork(-1);
      }
    };
    const restore = async (target: Excludable) => {
      const done = await attempt(write.setDeleted(target, false));
      if (done && target.part === undefined) show({ deleted: { message: target.message, is: false } });
      return done;
    };
    const deliver = async (work: () => Promise<void>) => {
      scrollToEnd();
      showComparison(null);
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
      askAnother: (message) => show({ choice: { kind: 'another', message } }),
      askBeside: (message) => show({ choice: { kind: 'beside', message } }),
      compare: showComparison,
      async chooseAnswer(id) {
        if (!(await attempt(write.chooseAnswer(id)))) return;
        showComparison(null);
        moveFocus(() => composerRef.current?.focus());
      },
      stopAnswer: (id) => write.stopAnswer(id),
      retryCompared: (id) => void attempt(write.retryCompared(id)),
      forkAt: onFork,
      retryWith(id, target) {
        askFromThread(target);
        void attempt(write.retry(id, target));
      },
      compareWith(questionId, targets) {
        showComparison(questionId);
        void attempt(write.compareWith(questionId, targets));
      },
      retry(id) {
        askFromThread();
        void attempt(write.retry(id));
      },
      summarizeAndRetry(id) {
        askFromThread();
        void attempt(write.summarizeAndRetry(id));
      },
      continueAnswer(id) {
        showComparison(null);
        askFromThread();
        void attempt(write.continueAnswer(id));
      },
      keep: (id) => void attempt(write.acceptPartial(id)),
      startEdit: (message) => show({ editing: message.id }),
      cancelEdit: () => show({ editing: null }),
      async sendEdit(id, outgoing, sent) {
        show({ editing: null });
        askFromThread();
        if (await attempt(write.editAndSend(id, { ...outgoing, draft: sent }))) return;
        sent.giveBack();
        show({ editing: id });
      },
      async saveAnswer(id, text, onStored, continues = false) {
        show({ editing: null });
        composerRef.current?.focus();
        let stored = '';
        const save = async () => {
          stored = await write.editAnswer(id, text);
        };
        if (!(await attempt(save()))) {
          show({ editing: id });
          return;
        }
        onStored();
        if (!continues) return;
        askFromThread();
        void attempt(write.continueAnswer(stored));
      },
      async exclude(target, isExcluded) {
        if (!(await attempt(write.setExcluded(target, isExcluded)))) return;
        // What was pressed is gone.
        if (kindOf(target) === 'message') moveFocus(() => listRef.current?.focusMessage(target.message));
        if (!isExcluded) return;
        removalToast(`excluded-${kindOf(target)}`, {
          count: 1,
          title: (count) => t(`excluded.${kindOf(target)}s`, { count }),
          undo: () => attempt(write.setExcluded(target, false)),
        });
      },
      async remove(target) {
        const focusBeside = listRef.current?.focusBeside(target.message);
        if (!(await attempt(write.setDeleted(target, true)))) return;
        const kind = kindOf(target);
        if (kind === 'message') {
          show({ deleted: { message: target.message, is: true } });
          if (focusBeside) moveFocus(focusBeside);
        }
        removalToast(`deleted-${kind}`, {
          count: 1,
          title: (count) => t(`deleted.${kind}s`, { count }),
          async undo() {
            if ((await restore(target)) && kind === 'message') await attempt(write.showMessage(target.message));
          },
        });
      },
      restore: (target) => void restore(target),
      choose: (id) => void attempt(write.choosePath(id)),
      goTo(id) {
        showComparison(null);
        const lead = () => void attempt(write.showMessage(id));
        // Where no messages are shown, the path has to lead there first.
        find({ goal: { message: id, ...(listRef.current && { lead }) } });
        if (!listRef.current) lead();
      },
      stop: () => write.stop(),
      draft: (text) => composerRef.current?.insert(text),
      pickModel: () => show({ picker: true }),
      summarize: () => show({ summary: true }),
      openSettings: (connection) =>
        navigate({ name: 'settings', page: 'vendors', ...(connection !== undefined && { focus: connection }) }),
      send(outgoing) {
        onAsk();
        return deliver(() => write.send(outgoing));
      },
      sendToAll: (outgoing, targets) => deliver(() => write.compare(outgoing, targets)),
    };
  }, [
    write,
    toast,
    removalToast,
    t,
    messageOf,
    show,
    find,
    showComparison,
    listRef,
    composerRef,
    onFork,
    onAsk,
    onWork,
  ]);
}
