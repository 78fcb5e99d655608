import type { AssistantRow, SessionSettings } from '#storage/rows.ts';

export type AssistantDraft = Pick<AssistantRow, 'name' | 'system' | 'target' | 'tools' | 'maxMessages' | 'parameters'>;

/** Initial values of an assistant made from a conversation. */
export function draftOf({ title, system, target, tools, maxMessages, parameters }: SessionSettings): AssistantDraft {
  const mode = tools?.mode === 'plan' ? 'plan' : 'ask';
  return {
    name: title,
    system,
    target,
    ...(tools && { tools: { on: tools.on, mode, off: tools.off } }),
    ...(maxMessages !== undefined && { maxMessages }),
    ...(parameters && { parameters }),
  };
}
