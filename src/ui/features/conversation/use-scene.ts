import { useMemo, useState } from 'react';
import { useExclusions } from '#ui/data/use-exclusions.ts';
import { useContextFiles } from '#ui/data/use-context-files.ts';
import type { ChatActions, ChatScene, ChatStatus, UserMarks } from '#ui/features/conversation/scene/chat-context.ts';
import type { Activity } from '#ui/features/conversation/scene/conversation-context.ts';
import { createSwitchMemory } from '#ui/features/conversation/scene/switch-memory.ts';
import { useOriginFacts } from '#ui/shared/vendors/use-origin-facts.ts';

interface SceneParts {
  sessionId: string;
  actions: ChatActions;
  activity: Activity;
  editing: string | null;
}

interface Scene {
  scene: ChatScene;
  status: ChatStatus;
  userMarks: UserMarks;
  /** What the messages announced last. */
  announced: string;
}

/** What the messages share, apart by how often it changes. */
export function useScene({ sessionId, actions, activity, editing }: SceneParts): Scene {
  const { readOnly, running } = activity;
  const [switched] = useState(createSwitchMemory);
  const [announced, announce] = useState('');
  const describe = useOriginFacts();
  const contextFiles = useContextFiles(sessionId);
  const { excluded, deleted } = useExclusions(sessionId);
  const scene = useMemo(
    () => ({ sessionId, actions, switched, announce, describe }),
    [sessionId, actions, switched, describe],
  );
  const status = useMemo(() => ({ readOnly, running, canRetry: !running && !readOnly }), [readOnly, running]);
  const userMarks = useMemo(
    () => ({ editing, excluded, deleted, contextFiles }),
    [editing, excluded, deleted, contextFiles],
  );
  return { scene, status, userMarks, announced };
}
