import type { Json } from './json.ts';

/** A search, the reading of a page, and code, as the vendor itself does them. */
export type OwnTool = 'search' | 'fetch' | 'run';

/** A request in any wire form. */
export interface Conversation {
  model: string;
  /** The model's display name. */
  label: string;
  system: string;
  turns: Turn[];
  tools: Tool[];
  /** A tool that the request requires, `*` for any of them; null leaves it to the model. */
  forced: string | null;
  /** Set when the answer must be JSON: its schema, or true for any object. */
  json: Json | true | null;
  /** `pauses`: the vendor's form supports `pause`. `paused`: what the last answer's tool was asked that has no result. */
  pauses: boolean;
  paused: { tool: OwnTool; query: string } | null;
  /** Tools that the vendor runs itself, as far as the request offers them. */
  ownTools: ReadonlySet<OwnTool>;
  /** Titles of the files whose pages an answer may cite. */
  citable: readonly string[];
  /** Whether the request allows thinking. */
  thinks: boolean;
  /** Whether thinking is allowed between tool calls of one turn. */
  interleaves: boolean;
  /** Whether the request asks for pictures where they fit. */
  pictures: boolean;
  /** Maximum tokens of the answer; null when the request sets no limit. */
  maxOutput: number | null;
}

/** One message of the request; parts of a kind that practice can't read are only counted. */
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

/** The newest user turn with content, and what has happened since. */
export interface OpenTurn {
  text: string;
  attachments: number;
  /** Number of the user message, starting at 1. */
  number: number;
  /** Assistant turns with calls since then. */
  rounds: number;
  /** Results since then, oldest first. */
  results: Result[];
}

export function openTurn(conversation: Conversation): OpenTurn {
  const { turns } = conversation;
  const userTurns = turns.filter(speaks);
  const at = turns.findLastIndex(speaks);
  const since = turns.slice(at + 1);
  const turn = turns[at];
  return {
    text: turn?.text ?? '',
    attachments: turn?.attachments ?? 0,
    number: userTurns.length,
    rounds: since.filter((one) => one.role === 'assistant' && one.calls.length > 0).length,
    results: since.flatMap((one) => one.results),
  };
}

/** All texts of the user, oldest first. */
export const userTexts = (conversation: Conversation): string[] =>
  conversation.turns.filter(speaks).map((turn) => turn.text);

const speaks = (turn: Turn) => turn.role === 'user' && (turn.text.trim() !== '' || turn.attachments > 0);
