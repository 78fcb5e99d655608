import { useCallback, useMemo } from 'react';
import { ancestorsOf } from '#storage/find-branch.ts';
import { childIds } from '#storage/message-repository.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';

export interface BranchKeys {
  /** Goes to the previous or next version and announces which one it is. */
  version: (message: StoredMessage, by: -1 | 1) => Promise<void>;
  /** To the nearest message above with other versions. */
  branch: (message: StoredMessage) => Promise<void>;
  /** All answers to the same question, side by side. */
  compare: (message: StoredMessage) => Promise<void>;
}

/** The keys of a message that act on the conversation tree. */
export function useBranchKeys(): BranchKeys {
  const t = useT('chat');
  const tree = useT('tree');
  const { db, onUnreadableRow } = useServices();
  const { sessionId, actions, announce } = useChatScene();
  const version = useCallback(
    async ({ id, parentId }: StoredMessage, by: -1 | 1) => {
      const ids = await childIds(db, sessionId, parentId);
      const at = ids.indexOf(id) + by;
      const next = ids[at];
      if (ids.length < 2) announce(tree('keys.noVersions'));
      else if (next === undefined) announce(t('siblings.position', { at: at - by + 1, of: ids.length }));
      else {
        announce(t('siblings.position', { at: at + 1, of: ids.length }));
        actions.goTo(next);
      }
    },
    [db, sessionId, actions, announce, t, tree],
  );
  const branch = useCallback(
    async ({ id }: StoredMessage) => {
      const above = await ancestorsOf(db, sessionId, id, onUnreadableRow);
      if (above === null) announce(tree('keys.noBranch'));
      else actions.goTo(above);
    },
    [db, onUnreadableRow, sessionId, actions, announce, tree],
  );
  const compare = useCallback(
    async ({ role, parentId }: StoredMessage) => {
      if (role !== 'assistant' || parentId === null) return;
      const ids = await childIds(db, sessionId, parentId);
      const question = await db.messages.get(parentId);
      if (ids.length > 1 && question?.role === 'user') actions.compare(parentId);
      else announce(tree('keys.noVersions'));
    },
    [db, sessionId, actions, announce, tree],
  );
  return useMemo(() => ({ version, branch, compare }), [version, branch, compare]);
}
