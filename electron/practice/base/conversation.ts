import type { Json } from './json.ts';

/** What a request says, whatever wire form it came in. */
export interface Conversation {
  model: string;
  /** How the model calls itself. */
  label: string;
  system: string;
  turns: Turn[];
  tools: Tool[];
  /** A tool the request demands, `*` for any of them; null leaves it to the model. */
  forced: string | null;
  /** The answer has to be JSON: by this schema, or any object when it is true. */
  json: Json | true | null;
  /** The vendor's form knows `pause`, and what a paused search of the last answer looks for; null when there is none. */
  pauses: boolean;
  paused: string | null;
  /** The request lets the model think. */
  thinks: boolean;
  /** Thinking may also stand between tool calls of one turn. */
  interleaves: boolean;
  /** Tokens the answer may have; null when the request sets no limit. */
  maxOutput: number | null;
}

/** One message of the request; parts of a kind that practice cannot read are only counted. */
export interface Turn {
  role: 'user' | 'assistant';
  text: string;
  calls: Call[];
  results: Result[];
  attachments: number;
}

export interface Call {
  name: string;
  args: unknown;
}

export interface Result {
  name: string;
  text: string;
  failed: boolean;
}

export interface Tool {
  name: string;
  description: string;
  schema: unknown;
}

/** The newest user turn that says something, and what has happened since. */
export interface OpenTurn {
  text: string;
  attachments: number;
  /** Which user message it is, counted from 1. */
  number: number;
  /** Assistant turns with calls since then. */
  rounds: number;
  /** Results since then, oldest first. */
  results: Result[];
}

export function openTurn(conversation: Conversation): OpenTurn {
  const { turns } = conversation;
  const spoken = turns.filter(speaks);
  const at = turns.findLastIndex(speaks);
  const since = turns.slice(at + 1);
  const turn = turns[at];
  return {
    text: turn?.text ?? '',
    attachments: turn?.attachments ?? 0,
    number: spoken.length,
    rounds: since.filter((one) => one.role === 'assistant' && one.calls.length > 0).length,
    results: since.flatMap((one) => one.results),
  };
}

/** What the user has said so far, oldest first. */
export const userTexts = (conversation: Conversation): string[] =>
  conversation.turns.filter(speaks).map((turn) => turn.text);

const speaks = (turn: Turn) => turn.role === 'user' && (turn.text.trim() !== '' || turn.attachments > 0);
