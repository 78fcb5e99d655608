import type { AssistantPart, Item, UserPart } from '../draft/draft.ts';

/** What a rule can be about that most messages don't have. */
export type Subject =
  /** Thinking, and what a vendor adds to other parts of an answer: signatures, ids of items, phases. */
  | 'state'
  | 'state of the user'
  | 'continued text'
  | 'refusal'
  | 'vendor block'
  /** A picture in an answer. */
  | 'made picture'
  /** Pictures and files, those of answers and results included. */
  | 'media'
  | 'unread arguments'
  | 'open call';

/** What there is in items. One look at each part spares most rules theirs. */
export function subjectsIn(items: readonly Item[]): ReadonlySet<Subject> {
  const found = new Set<Subject>();
  for (const item of items)
    if (item.role === 'user') for (const { part } of item.parts) addOfUser(part, found);
    else for (const placed of item.parts) addOfAnswer(placed, found);
  return found;
}

function addOfUser(part: UserPart, found: Set<Subject>): void {
  if (part.type !== 'text') found.add('media');
  if (part.type === 'text' && hasState(part)) found.add('state of the user');
  if (part.type === 'image' && (part.prompt !== undefined || hasState(part))) found.add('state of the user');
}

function addOfAnswer(placed: AssistantPart, found: Set<Subject>): void {
  const { part } = placed;
  switch (part.type) {
    case 'text':
      if (hasState(part)) found.add('state');
      if (part.continues) found.add('continued text');
      break;
    case 'tool_call':
      if (hasState(part)) found.add('state');
      if (part.rawArgs !== undefined) found.add('unread arguments');
      if (!('result' in placed) || placed.result === null) found.add('open call');
      else if (placed.result.part.images !== undefined) found.add('media');
      break;
    case 'thinking':
    case 'redacted_thinking':
      found.add('state');
      break;
    case 'refusal':
      found.add('refusal');
      break;
    case 'vendor_block':
      found.add('vendor block');
      break;
    case 'image':
      found.add('made picture').add('media');
      break;
  }
}

function hasState(part: { signature?: string; itemId?: string; phase?: string }): boolean {
  return part.signature !== undefined || part.itemId !== undefined || part.phase !== undefined;
}
