import { useEffect, useRef } from 'react';
import { answersLeft, withTasks } from '#storage/left-answers.ts';
import { useSession } from '#ui/data/use-session.ts';
import { useServices } from '#ui/data/services.ts';
import type { ConversationState } from '#ui/features/conversation/scene/conversation-context.ts';
import { leaveSteps, returnToSteps } from './left-answers.ts';

/** Notes which answers the user leaves in the shown conversation, and which of them come back. */
export function useLeftAnswers({ session, panels, activity }: ConversationState): void {
  const { db, log } = useServices();
  const { id, tools, task } = session;
  const leafId = useSession(id)?.leafId;
  const rootId = task?.above[0] ?? id;
  const isNoted = tools?.on === true && !activity.readOnly;
  const { deleted } = panels;
  const path = useRef({ id, leafId });
  const noted = useRef(deleted);
  /** One after another, so that steps that come back were noted before. */
  const work = useRef(Promise.resolve());

  useEffect(() => {
    const note = (look: () => Promise<void>) => {
      work.current = work.current
        .then(look)
        .catch((error: unknown) => log.log.write('warn', 'left-answers', { error }));
    };
    const before = path.current;
    path.current = { id, leafId };
    const { leafId: from } = before;
    const isElsewhere = isNoted && before.id === id && from !== leafId;
    // Unless the conversation hadn't been read.
    if (isElsewhere && from !== undefined && leafId !== undefined)
      note(async () => {
        const left = await answersLeft(db, id, from, leafId);
        const came = await answersLeft(db, id, leafId, from);
        if (left.length > 0) leaveSteps(id, rootId, await withTasks(db, id, left));
        returnToSteps(id, rootId, await withTasks(db, id, came));
      });
    if (!isNoted || deleted === noted.current) return;
    noted.current = deleted;
    if (deleted)
      note(async () => {
        const steps = await withTasks(db, id, [deleted.message]);
        if (deleted.is) leaveSteps(id, rootId, steps);
        else returnToSteps(id, rootId, steps);
      });
  }, [db, log, id, leafId, rootId, isNoted, deleted]);
}
