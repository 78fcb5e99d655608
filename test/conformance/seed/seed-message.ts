/** A message as the reliability documents describe it. Their functions work on it. */
export interface SeedPart {
  type: string;
  id?: string;
  text?: string;
  thinking?: string;
  signature?: string;
  synthetic?: boolean;
  [key: string]: unknown;
}

export interface SeedMessage {
  info: { id: string; role: 'user' | 'assistant'; sessionID?: string; modelID?: string };
  parts: SeedPart[];
}

/** Parts by class: thinking comes first, content needs it, everything else is ignored. */
const THINKING: ReadonlySet<unknown> = new Set(['thinking', 'reasoning', 'redacted_thinking']);
const CONTENT: ReadonlySet<unknown> = new Set(['tool', 'tool_use', 'text']);

export function isThinkingPart(part: SeedPart | undefined): boolean {
  return THINKING.has(part?.type);
}

export function isContentPart(part: SeedPart): boolean {
  return CONTENT.has(part.type);
}

/** Histories come from anywhere: entries of a list that are no parts are ignored. */
export function readParts(parts: unknown): readonly SeedPart[] {
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}

/** The same for messages. */
export function readMessages(messages: unknown): readonly SeedMessage[] {
  return Array.isArray(messages) ? messages.filter((one) => isObject(one) && isObject(one.info)) : [];
}

function isObject(value: unknown): value is Record<string, unknown> & SeedPart & SeedMessage {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
