import { useMemo, useState } from 'react';
import type { ContextMeasure } from '#flows/request/request-inspection.ts';
import type { SendRow } from '#storage/rows.ts';
import { useContextFiles } from '#ui/data/use-context-files.ts';
import { notesByMessage } from '#ui/features/conversation/inspector/read-notes.ts';
import type { ChatActions, ChatScene } from '#ui/features/conversation/scene/chat-context.ts';
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

/** The scene that the messages share, and what they last announced. */
export function useScene({ sessionId, actions, activity, editing, send, measure }: SceneParts): [ChatScene, string] {
  const { readOnly, running } = activity;
  const [switched] = useState(createSwitchMemory);
  const [announced, tell] = useState('');
  const describe = useOriginFacts();
  const along = useContextFiles(sessionId);
  const changes = useMemo(() => send && { send, notes: notesByMessage(send.notes) }, [send]);
  const leftOut = useMemo(
    () => measure && { measure, gaps: new Map(measure.gaps.map((gap) => [gap.before, gap])) },
    [measure],
  );
  const scene = useMemo<ChatScene>(() => {
    const canRetry = !running && !readOnly;
    const state = { readOnly, running, canRetry, editing, changes, leftOut, along };
    return { sessionId, actions, switched, tell, describe, ...state };
  }, [sessionId, actions, switched, readOnly, running, editing, changes, leftOut, along, describe]);
  return [scene, announced];
}
