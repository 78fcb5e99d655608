import { useMemo } from 'react';
import type { Outgoing } from '#flows/chat-flows.ts';
import { useAppServices } from '#ui/app-services.ts';
import { navigate } from '#ui/frame/use-route.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import type { ChatActions } from './chat-context.ts';
import { useErrorWords } from './use-error-words.ts';

interface ActionSetters {
  setEditing: (messageId: string | null) => void;
  setPickerOpen: (open: boolean) => void;
  /** Something of one's own is about to appear at the end. */
  onOwnMessage: () => void;
  /** The list is to show this message as soon as it lies on the path. */
  onGoTo: (messageId: string) => void;
  /** Told with 1 when something begins, at once, and with -1 when it has ended, with its answer. */
  onWork: (change: 1 | -1) => void;
}

export interface SendingActions extends ChatActions {
  /** Rejects, after saying so, when nothing was stored. */
  send: (outgoing: Outgoing) => Promise<void>;
}

/** What a person can do here. Flows resolve only when the answer has ended; a failure before that is told in a toast. */
export function useChatActions(sessionId: string, setters: ActionSetters): SendingActions {
  const { flows } = useAppServices();
  const toast = useToast();
  const t = useT('chat');
  const words = useErrorWords();
  const { setEditing, setPickerOpen, onOwnMessage, onGoTo, onWork } = setters;
  return useMemo(() => {
    const fail = (error: unknown) => toast({ tone: 'danger', title: t('problem.title'), description: words(error) });
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
    return {
      retry(id) {
        onOwnMessage();
        void attempt(flows.retry(sessionId, id));
      },
      continueAnswer(id) {
        onOwnMessage();
        void attempt(flows.continueAnswer(sessionId, id));
      },
      keep: (id) => void attempt(flows.keepPartial(sessionId, id)),
      startEdit: (message) => setEditing(message.id),
      cancelEdit: () => setEditing(null),
      async sendEdit(id, outgoing, onSent) {
        setEditing(null);
        onOwnMessage();
        if (await attempt(flows.editAndSend(sessionId, id, outgoing))) onSent();
        else setEditing(id);
      },
      choose: (id) => void attempt(flows.choosePath(sessionId, id)),
      goTo(id) {
        onGoTo(id);
        void attempt(flows.showMessage(sessionId, id));
      },
      stop: () => flows.stop(sessionId),
      pickModel: () => setPickerOpen(true),
      openSettings: (connection) =>
        navigate({ name: 'settings', page: 'vendors', ...(connection !== undefined && { focus: connection }) }),
      async send(outgoing) {
        onOwnMessage();
        onWork(1);
        try {
          await flows.send(sessionId, outgoing);
        } catch (error) {
          fail(error);
          throw error;
        } finally {
          onWork(-1);
        }
      },
    };
  }, [flows, sessionId, toast, t, words, setEditing, setPickerOpen, onOwnMessage, onGoTo, onWork]);
}
