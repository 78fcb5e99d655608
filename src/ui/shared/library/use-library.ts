import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { assistants, prompts } from '#storage/library-repository.ts';
import type { AssistantRow, PromptRow } from '#storage/rows.ts';

const NONE: readonly never[] = [];

/** Sorted by name; empty until loaded. */
export function usePrompts(): readonly PromptRow[] {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => prompts.list(db, onUnreadableRow), [db, onUnreadableRow]) ?? NONE;
}

export function useAssistants(): readonly AssistantRow[] {
  const { db, onUnreadableRow } = useServices();
  return useLiveQuery(() => assistants.list(db, onUnreadableRow), [db, onUnreadableRow]) ?? NONE;
}
