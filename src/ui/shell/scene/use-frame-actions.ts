import { useRef, type RefObject } from 'react';
import { getDraft } from '#storage/draft-repository.ts';
import type { AssistantRow, SessionRow, SessionSettings, SessionTarget } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { sameModel } from '#ui/shared/models/model-groups.ts';
import { isUnused } from '#ui/shared/sessions/group-sessions.ts';
import { useAttempt } from '#ui/shared/errors/use-attempt.ts';
import { useTrash } from '#ui/shared/organize/use-trash.ts';
import { expectComposer } from '#ui/shared/navigation/focus-composer.ts';
import { openSession } from '#ui/shared/navigation/open-session.ts';
import { placeInHistory } from '#ui/shared/navigation/use-route.ts';
import { useFirstTarget } from '#ui/shared/models/use-first-target.ts';

export interface FrameActions {
  /**
   * Opens an empty conversation, either an existing one or a new one. It uses `target` or the default; `null` to ask.
   * Where the user has gone elsewhere before it is stored, they stay there.
   */
  newChat(target?: SessionTarget | null, folder?: string): Promise<void>;
  /** The same, starting with an assistant. */
  newChatWith(assistant: AssistantRow): Promise<void>;
  rename(session: SessionSettings, title: string): Promise<void>;
  togglePin(session: SessionSettings): Promise<void>;
  /** Moves conversations to the trash, with one undo for all; `next` is shown if the current one was among them. */
  remove(sessions: readonly SessionSettings[], next: string | null): Promise<void>;
}

export function useFrameActions(
  currentId: string | null,
  sessionsRef: RefObject<readonly SessionRow[] | undefined>,
): FrameActions {
  const { flows, organize: order, db, drafts, onUnreadableRow } = useServices();
  const services = useServices();
  const first = useFirstTarget();
  const creating = useRef(false);

  const attempt = useAttempt();
  const remove = useTrash(currentId);

  /** The user has started there without having sent anything. */
  const isBegun = async ({ id, assistant }: SessionRow): Promise<boolean> =>
    assistant !== undefined || (drafts.unsaved(id) ?? (await getDraft(db, id, onUnreadableRow))) !== null;

  /**
   * Updates the target of the existing empty conversation to the model used since, unless the user has started writing
   * there.
   */
  const follow = async (waiting: SessionRow, to: SessionTarget | null, chosen: boolean) => {
    if (!to || (waiting.target && sameModel(waiting.target, to))) return;
    if (chosen || !(await isBegun(waiting))) await flows.setTarget(waiting.id, to);
  };

  /** An empty conversation in this folder, or one elsewhere in which the user hasn't started. */
  const findUnused = async (folder: string | undefined): Promise<SessionRow | undefined> => {
    // Where another window has it open, only that one can write in it.
    const held = await services.writers.held();
    const all = sessionsRef.current?.filter((one) => isUnused(one) && (one.id === currentId || !held.has(one.id)));
    const here = all?.find((one) => one.folder === folder);
    if (here) return here;
    for (const one of all ?? []) if (!(await isBegun(one))) return one;
    return undefined;
  };

  const openNew = (
    target: SessionTarget | null | undefined,
    assistant: AssistantRow | null,
    folder?: string,
  ): Promise<void> =>
    attempt(async () => {
      // A second press while the first is being stored would leave an empty conversation behind.
      if (creating.current) return;
      creating.current = true;
      const begin = async () => {
        const to = target === undefined ? first : target;
        const unused = await findUnused(folder);
        if (unused) await follow(unused, to, target !== undefined);
        if (unused && unused.folder !== folder) await order.move([unused.id], folder ?? null);
        const session = unused ?? (await flows.createSession(to, folder));
        if (folder !== undefined) await services.projects.begin(session.id);
        if (assistant) await services.library.begin(session.id, assistant);
        if (placeInHistory() === pressedAt) openSession(session.id);
        else stopExpecting();
      };
      const pressedAt = placeInHistory();
      const stopExpecting = expectComposer();
      await begin()
        .catch((error: unknown) => {
          stopExpecting();
          throw error;
        })
        .finally(() => {
          creating.current = false;
        });
    });

  return {
    newChat: (target, folder) => openNew(target, null, folder),
    newChatWith: (assistant) => openNew(undefined, assistant),
    rename: (session, title) => attempt(() => flows.renameSession(session.id, title)),
    togglePin: (session) => attempt(() => flows.setPinned(session.id, !session.pinned)),
    remove,
  };
}
