import { ATTACHED, type TaintSource } from '#core/agent/tools/taint.ts';
import { WORKSPACE_SERVER } from '#core/mentions/origins.ts';
import { splitToolName } from '#core/tool-names.ts';
import { getMessage } from '#storage/message-repository.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { readSourcesUpTo } from '#storage/run-repository.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

/**
 * Server content that the user attached to a message, and what they pointed at in it. They chose it by name, so its text
 * may still come from anyone. A file of a folder that isn't the user's own counts as one that a tool has read there.
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

/**
 * Outside content that a run begins with: what the user attached to the message it answers. If the user has written nothing
 * new, as with another answer in the middle of a turn or after a reminder, what had come into the turn by then. Copied,
 * restored and synced conversations have no record of that, so there each result of the turn counts.
 */
export async function sourcesOfQuestion(
  { db, onUnreadableRow }: Pick<FlowDeps, 'db' | 'onUnreadableRow'>,
  placed: Pick<StoredMessage, 'parentId'> | null,
): Promise<TaintSource[]> {
  let results: TaintSource[] | null = null;
  for (let id = placed?.parentId ?? null; id !== null;) {
    const message = await getMessage(db, id, onUnreadableRow);
    if (!message) return results ?? [];
    if (message.role === 'user' && message.author !== 'automation')
      return [...attachedSources(message.id, message.parts), ...(results ?? [])];
    if (results === null && message.role !== 'user') {
      const known = await readSourcesUpTo(db, message);
      if (known) return known;
      results = [];
    }
    results?.unshift(...resultSources(message));
    id = message.parentId;
  }
  return results ?? [];
}

function resultSources({ id, parts }: StoredMessage): TaintSource[] {
  return parts.flatMap((part): TaintSource[] => {
    if (part.type !== 'tool_result' || part.name === undefined) return [];
    return [{ kind: 'tool', server: splitToolName(part.name).server ?? part.name, tool: part.name, call: id }];
  });
}
