import { useCallback, useRef } from 'react';
import type { AssistantRow, SessionRow, SessionTarget } from '#storage/rows.ts';
import { useAppServices } from '#ui/app-services.ts';
import { useLibraryFlows } from '#ui/library/library-context.ts';
import { useModels } from '#ui/data/use-models.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { useDefaultTarget, useDefaultThinking, useRecentModels } from '#ui/settings/preferences.ts';
import { isUnused } from '#ui/sidebar/group-sessions.ts';
import { useToast } from '#ui/toasts/use-toast.ts';
import { chooseTarget } from './choose-target.ts';
import { navigate } from './use-route.ts';

export interface FrameActions {
  /** Opens a conversation without messages: the one that is waiting, or a fresh one. */
  newChat(target?: SessionTarget): Promise<void>;
  /** The same, begun as an assistant does. */
  newChatWith(assistant: AssistantRow): Promise<void>;
  rename(session: SessionRow, title: string): Promise<void>;
  togglePin(session: SessionRow): Promise<void>;
  /** Into the trash, with a way back; `next` is shown if the deleted one was. */
  remove(session: SessionRow, next: string | null): Promise<void>;
}

export function useFrameActions(currentId: string | null, sessions: readonly SessionRow[] | undefined): FrameActions {
  const { flows } = useAppServices();
  const library = useLibraryFlows();
  const t = useT('frame');
  const common = useT('common');
  const toast = useToast();
  const models = useModels();
  const [wanted] = useDefaultTarget();
  const [recent] = useRecentModels();
  const [thinking] = useDefaultThinking();
  const creating = useRef(false);

  const attempt = useCallback(
    async (work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        toast({
          tone: 'danger',
          title: t('session.failed'),
          description: error instanceof Error ? error.message : String(error),
        });
      }
    },
    [t, toast],
  );

  const openNew = (target: SessionTarget | undefined, assistant: AssistantRow | null): Promise<void> =>
    attempt(async () => {
      // A second press while the first is being stored would leave an empty conversation behind.
      if (creating.current) return;
      creating.current = true;
      try {
        const to = target ?? chooseTarget(models, wanted, recent, thinking);
        const unused = sessions?.find(isUnused);
        if (unused && target) await flows.setTarget(unused.id, target);
        const session = unused ?? (await flows.createSession(to));
        if (assistant) await library.begin(session.id, assistant);
        navigate({ name: 'session', id: session.id });
      } finally {
        creating.current = false;
      }
    });

  return {
    newChat: (target) => openNew(target, null),
    newChatWith: (assistant) => openNew(undefined, assistant),
    rename: (session, title) => attempt(() => flows.renameSession(session.id, title)),
    togglePin: (session) => attempt(() => flows.setPinned(session.id, !session.pinned)),
    remove: (session, next) =>
      attempt(async () => {
        await flows.deleteSession(session.id);
        if (session.id === currentId) navigate(next === null ? { name: 'home' } : { name: 'session', id: next });
        toast({
          id: `deleted-${session.id}`,
          title: t('session.deleted'),
          description: session.title || t('session.untitled'),
          timeout: 10_000,
          action: {
            label: common('undo'),
            run: () =>
              void attempt(async () => {
                await flows.restoreSession(session.id);
                if (session.id === currentId) navigate({ name: 'session', id: session.id });
              }),
          },
        });
      }),
  };
}
