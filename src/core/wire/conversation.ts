import type { ListStart } from '../list-start.ts';

/** The list of a body that holds the conversation. */
export interface BodyConversation {
  /** Elements before the conversation: a system message. */
  leading: readonly unknown[];
  /** What later bodies of the conversation share. */
  start: ListStart<unknown>;
  /** What follows. */
  end: readonly unknown[];
}

/** A body whose field with this name holds the conversation in place of what stands there, if anything does. */
export interface SplitBody {
  body: Readonly<Record<string, unknown>>;
  field: string;
  conversation: BodyConversation;
}

/** The same body as one object, whose list has the conversation from one of its elements on. */
export function bodyFrom({ body, field, conversation }: SplitBody, from = 0): Readonly<Record<string, unknown>> {
  if (body[field] === undefined) return body;
  const { leading, start, end } = conversation;
  return { ...body, [field]: [...leading, ...start.slice(from), ...end] };
}
