import { textOf } from '#core/message-text.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { SessionHistoryWrites } from '#ui/data/session-history-context.tsx';
import type { Services } from '#ui/data/services.ts';
import { leaveForked } from '#ui/features/conversation/changes/leave-forked.ts';
import { optionsOf } from '#ui/features/conversation/message-options/options-of.ts';
import { attachmentsOf } from '#ui/features/conversation/scene/attachments-of.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';
import type { useToast } from '#ui/kit/toasts/use-toast.ts';
import { showFork } from './show-fork.ts';

export interface Forking extends Pick<Services, 'db' | 'log'> {
  id: string;
  /** The conversation's title. */
  own: string;
  /** The conversation that the user began: this one, or the one that it is a task of. */
  rootId: string;
  write: SessionHistoryWrites;
  toast: ReturnType<typeof useToast>;
  t: Translate<'report'>;
  common: Translate<'common'>;
  fail: (error: unknown) => void;
}

/** Forks a conversation at a message and opens the fork, with a way back. */
export async function forkAt(
  { db, log, id, own, rootId, write, toast, t, common, fail }: Forking,
  message: StoredMessage,
): Promise<void> {
  const isQuestion = message.role === 'user';
  const title = own === '' ? t('fork.untitled') : t('fork.title', { title: own });
  const written = { text: textOf(message), attachments: attachmentsOf(message), asks: optionsOf(message) };
  const made = await showFork(
    { id, toast, t, common, fail },
    () => write.forkAt(message.id, { title, ...(isQuestion && { instead: written }) }),
    write.deleteFork,
  );
  const end = isQuestion ? message.parentId : message.id;
  await leaveForked(db, { sourceId: id, rootId, made: made.id, end }).catch((error: unknown) =>
    log.log.write('warn', 'left-answers', { error }),
  );
}
