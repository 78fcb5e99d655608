import type { TaintSource } from '#core/agent/approval/taint.ts';
import { getMessage } from '#storage/message-repository.ts';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import type { FlowDeps } from '../flow-deps.ts';

/** Stands for the tool in the words about content that the person took from a server: nobody called one. */
const READ = 'resources/read';

/** Content of servers that the person attached to a message: chosen by name, so what it says may still be anybody's. */
export function attachedSources(messageId: string, parts: readonly StoredPart[]): TaintSource[] {
  return parts.flatMap((part): TaintSource[] => {
    const from = part.type === 'file' || part.type === 'image' ? part.from : undefined;
    return from ? [{ kind: 'tool', server: from.server, tool: READ, call: messageId, detail: from.uri }] : [];
  });
}

/** The same for the message that a run answers. */
export async function sourcesOfQuestion(
  { db, report }: Pick<FlowDeps, 'db' | 'report'>,
  placed: Pick<StoredMessage, 'parentId'> | null,
): Promise<TaintSource[]> {
  const id = placed?.parentId ?? null;
  const question = id === null ? null : await getMessage(db, id, report);
  return question?.role === 'user' ? attachedSources(question.id, question.parts) : [];
}
