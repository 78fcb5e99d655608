import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';

/** A server asks the person something in the middle of a call. */
export type Elicitation = {
  server: string;
  /** Key of the call it belongs to, where that is known. */ call: string | null;
} & (
  | { mode: 'form'; message: string; schema: ElicitRequestFormParams['requestedSchema'] }
  /** To be opened in the browser, after the person has seen the whole address and agreed. */
  | { mode: 'url'; message: string; url: string }
);

/** `decline` is a no to this question, `cancel` closes it without an answer. */
export type ElicitationAnswer =
  | { action: 'accept'; content?: NonNullable<ElicitResult['content']> }
  | { action: 'decline' | 'cancel' };

/** Whoever can show a question to the person. Resolves with `cancel` soon after the signal aborts. */
export interface ElicitationPort {
  ask(elicitation: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
}
