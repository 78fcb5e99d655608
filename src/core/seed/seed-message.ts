/** A message as the reliability documents describe it; what their functions work on. */
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

/** Parts by class: thinking comes first, content needs it, everything else is passed over. */
const THINKING: ReadonlySet<string> = new Set(['thinking', 'reasoning', 'redacted_thinking']);
const CONTENT: ReadonlySet<string> = new Set(['tool', 'tool_use', 'text']);

export function isThinkingPart(part: SeedPart | undefined): boolean {
  return part !== undefined && THINKING.has(part.type);
}

export function isContentPart(part: SeedPart): boolean {
  return CONTENT.has(part.type);
}
