import { useMemo, useState } from 'react';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import type { SendRow } from '#storage/rows.ts';
import { useExclusions } from '#ui/data/use-exclusions.ts';
import { useContextFiles } from '#ui/data/use-context-files.ts';
import { notesByMessage } from '#ui/features/conversation/inspector/read-notes.ts';
import type {
  ChatActions,
  ChatScene,
  ChatStatus,
  MessageMarks,
  UserMarks,
} from '#ui/features/conversation/scene/chat-context.ts';
import type { Activity } from '#ui/features/conversation/scene/conversation-context.ts';
import { createSwitchMemory } from '#ui/features/conversation/scene/switch-memory.ts';
import { useOriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';

interface SceneParts {
  sessionId: string;
  actions: ChatActions;
  activity: Activity;
  editing: string | null;
  send: SendRow | null;
  measure: ContextMeasure | null;
}

interface Scene {
  scene: ChatScene;
  status: ChatStatus;
  marks: MessageMarks;
  userMarks: UserMarks;
  /** What the messages announced last. */
  announced: string;
}

/** What the messages share, apart by how often it changes. */
export function useScene({ sessionId, actions, activity, editing, send, measure }: SceneParts): Scene {
  const { readOnly, running } = activity;
  const [switched] = useState(createSwitchMemory);
  const [announced, announce] = useState('');
  const describe = useOriginFacts();
  const contextFiles = useContextFiles(sessionId);
  const { excluded, deleted } = useExclusions(sessionId);
  const changes = useMemo(() => {
    const notes = notesByMessage(send?.notes ?? []);
    return send && notes.size > 0 ? { send, notes } : null;
  }, [send]);
  const omitted = useMemo(
    () =>
      measure && measure.gaps.length > 0
        ? { measure, gaps: new Map(measure.gaps.map((gap) => [gap.before, gap])) }
        : null,
    [measure],
  );
  const scene = useMemo(
    () => ({ sessionId, actions, switched, announce, describe }),
    [sessionId, actions, switched, describe],
  );
  const status = useMemo(() => ({ readOnly, running, canRetry: !running && !readOnly }), [readOnly, running]);
  const marks = useMemo(() => ({ changes, omitted }), [changes, omitted]);
  const userMarks = useMemo(
    () => ({ editing, excluded, deleted, contextFiles }),
    [editing, excluded, deleted, contextFiles],
  );
  return { scene, status, marks, userMarks, announced };
}
