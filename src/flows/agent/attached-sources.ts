import { ATTACHED, type TaintSource } from '#core/agent/tools/taint.ts';
import { WORKSPACE_SERVER } from '#core/mentions/origins.ts';
import { getMessage } from '#storage/message-repository.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/**
 * Server content that the user attached to a message, and what they pointed at in it. They chose it by name, so its text
 * may still come from anyone. A file of a
 * folder that isn't the user's own counts as one that a tool has read there.
 */
export function attachedSources(messageId: string, parts: readonly StoredPart[]): TaintSource[] {
  return parts.flatMap((part): TaintSource[] => {
    if (part.type !== 'file' && part.type !== 'image') return [];
    const { from } = part;
    if (!from) return [];
    // Content that came with a prompt has no address.
    const detail = from.uri || (part.type === 'file' ? part.name : '');
    const kind = from.server === WORKSPACE_SERVER ? 'file' : 'tool';
    return [{ kind, server: from.server, tool: ATTACHED, call: messageId, ...(detail !== '' && { detail }) }];
  });
}

/** Returns the same for the message that a run answers. */
export async function sourcesOfQuestion(
  { db, onUnreadableRow }: Pick<FlowDeps, 'db' | 'onUnreadableRow'>,
  placed: Pick<StoredMessage, 'parentId'> | null,
): Promise<TaintSource[]> {
  const id = placed?.parentId ?? null;
  const question = id === null ? null : await getMessage(db, id, onUnreadableRow);
  return question?.role === 'user' ? attachedSources(question.id, question.parts) : [];
}
