import type { BatonDatabase } from '#storage/database.ts';
import { assistants, prompts } from '#storage/library-repository.ts';
import { newId } from '#storage/new-id.ts';
import type { AssistantRow, PromptRow } from '#storage/rows.ts';
import { setSessionAssistant } from '#storage/session-repository.ts';

/** As the user entered it. An id names the row to change. */
type Written<Row> = Omit<Row, 'id' | 'createdAt' | 'updatedAt'> & Partial<Pick<Row & { id: string }, 'id'>>;
export type WrittenPrompt = Written<PromptRow>;
export type WrittenAssistant = Written<AssistantRow>;

/** The user's snippets and assistants. */
export interface LibraryFlows {
  savePrompt(prompt: WrittenPrompt, before?: PromptRow): Promise<PromptRow>;
  saveAssistant(assistant: WrittenAssistant, before?: AssistantRow): Promise<AssistantRow>;
  /** Resolves with a function that undoes it. */
  removePrompt(prompt: PromptRow): Promise<() => Promise<void>>;
  removeAssistant(assistant: AssistantRow): Promise<() => Promise<void>>;
  /** Makes a session without messages start as the assistant says; `null`: without an assistant. */
  begin(sessionId: string, assistant: AssistantRow | null): Promise<void>;
}

export function createLibraryFlows(db: BatonDatabase, clock: { now(): number }): LibraryFlows {
  const rowOf = <T extends { name: string; id?: string }>(written: T, before: { createdAt: number } | undefined) => {
    const now = clock.now();
    return {
      ...written,
      name: written.name.trim().normalize('NFC'),
      id: written.id ?? newId(),
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
  };
  return {
    async savePrompt(written, before) {
      const row = rowOf(written, before);
      await prompts.put(db, row);
      return row;
    },
    async saveAssistant(written, before) {
      const row = rowOf(written, before);
      await assistants.put(db, row);
      return row;
    },
    async removePrompt(row) {
      await prompts.remove(db, row.id);
      return () => prompts.put(db, row);
    },
    async removeAssistant(row) {
      await assistants.remove(db, row.id);
      return () => assistants.put(db, row);
    },
    begin: (sessionId, assistant) => setSessionAssistant(db, sessionId, assistant),
  };
}
