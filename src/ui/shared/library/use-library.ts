import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { assistants, prompts } from '#storage/library-repository.ts';
import type { AssistantRow, PromptRow } from '#storage/rows.ts';

const NONE: readonly never[] = [];

/** Sorted by name; empty until loaded. */
export function usePrompts(): readonly PromptRow[] {
  const { db, report } = useServices();
  return useLiveQuery(() => prompts.list(db, report), [db, report]) ?? NONE;
}

export function useAssistants(): readonly AssistantRow[] {
  const { db, report } = useServices();
  return useLiveQuery(() => assistants.list(db, report), [db, report]) ?? NONE;
}
